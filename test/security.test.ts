import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { refusal } from './app.ts'
import { password } from './factories.ts'
import { asJson, form, multipart, part, type Raw, send } from './send.ts'
import { plainPicture } from './upload.ts'
import { secondServer, shopPerTest, useApp } from './useShop.ts'

/* Claims of docs/security.md that no other test covers. */

const [authenticate, refresh, logout, info, requestReset, reset] = [
  '/api/Account/authenticate',
  '/api/Account/CreateTokenByRefreshToken',
  '/api/Account/Logout',
  '/api/Account/GetUserInfo',
  '/api/Account/RequestPasswordReset',
  '/api/Account/ResetPassword',
] as const
const otherPassword = 'Kuzey yıldızı 47 gemi'
const app = useApp()
const shop = shopPerTest(app)

const signIn = (secret = password) => shop.signIn('dealer', { password: secret })
const twice = (newPassword: string) => ({ newPassword, newPasswordConfirm: newPassword })
const changePassword = (oldPassword: string, newPassword: string) =>
  shop.dealer.post('/api/Account/PasswordChange', { oldPassword, ...twice(newPassword) })
async function setEmail(): Promise<string> {
  const address = `dealer@${shop.key}.example.com`
  await shop.update(`users set email = $2 where username = 'dealer'`, address)
  return address
}
async function mailedToken(address: string): Promise<string> {
  const mailCount = app.mailServer.received.length
  await shop.visitor.post(requestReset, { username: 'dealer' })
  return /reset#(\S+)/.exec((await app.mailServer.next(address, mailCount)).text)?.[1] ?? ''
}

describe('a password', () => {
  test('is compared exactly, up to 200 characters', async () => {
    const long = ` Gemi${'x'.repeat(190)} 47 `
    expect(long).toHaveLength(199)
    const exact = `${long}!`
    expect((await changePassword(password, exact)).status).toBe(200)
    for (const wrong of [exact.toLowerCase(), exact.trim(), long, `${long}?`]) {
      expect((await signIn(wrong)).status).toBe(401)
    }
    expect((await signIn(exact)).status).toBe(200)
  })

  test('does not expire', async () => {
    await shop.update(`users set password_changed_at = now() - interval '10 years'`)
    expect((await signIn()).body.token).toBeDefined()
  })

  test('can be reset, but the authenticator is still needed', async () => {
    const address = await setEmail()
    const { body } = await shop.dealer.post('/api/Account/StartTotp', { password })
    const code = new TOTP({ secret: Secret.fromBase32(body.data.secret) }).generate()
    await shop.dealer.post('/api/Account/ConfirmTotp', { code })
    const token = await mailedToken(address)
    const answer = await shop.visitor.post(reset, { token, ...twice(otherPassword) })
    expect(answer.body).toEqual({ success: true })
    expect(String(answer.headers['set-cookie'])).not.toContain('urt=')
    expect((await signIn(otherPassword)).body).toEqual({ totpRequired: true })
  })

  test('is set once by a link used several times at once', async () => {
    const token = await mailedToken(await setEmail())
    const answers = await Promise.all(
      [1, 2, 3].map((number) => shop.visitor.post(reset, { token, ...twice(`${otherPassword} ${number}`) })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('one’s own email address', () => {
  test('changes only with the password, and the old address is notified', async () => {
    const address = await setEmail()
    const profile = {
      firstName: 'Deniz',
      lastName: '',
      email: 'new@example.com',
      phone: '',
      introduction: '',
    }
    const update = (forbidden: object) =>
      shop.dealer.post('/api/Account/UpdateProfile', { ...profile, ...forbidden })
    expect((await update({})).body.code).toBe('account.wrongPassword')
    expect((await update({ password: 'wrong' })).body.code).toBe('account.wrongPassword')
    expect((await shop.user('dealer')).email).toBe(address)
    const mailCount = app.mailServer.received.length
    expect((await update({ password })).status).toBe(200)
    expect((await app.mailServer.next(address, mailCount)).text).not.toContain('new@example.com')
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await update({ email: 'thief@example.com', password: 'wrong' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('a session', () => {
  test('has new 256-bit tokens, whatever the browser sent', async () => {
    const first = (await signIn()).body
    const existingSession = shop.visitor.as({
      token: first.token,
      cookie: `urt=${first.refreshToken}; token=mine`,
    })
    const tokens: string[] = [first.token, first.refreshToken.split('.')[1]]
    for (let times = 0; times < 10; times += 1) {
      const { body } = await existingSession.post(authenticate, { username: 'dealer', password })
      tokens.push(body.token, body.refreshToken.split('.')[1])
    }
    expect(new Set(tokens).size).toBe(22)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('expires 30 days after the last renewal', async () => {
    const age = (days: number) =>
      shop.update(
        'sessions set refresh_expires_at = refresh_expires_at - make_interval(days => $2), access_expires_at = access_expires_at - make_interval(days => $2), rotated_at = rotated_at - make_interval(days => $2)',
        days,
      )
    const { body } = await signIn()
    await age(29)
    expect((await shop.visitor.as({ token: body.token }).get(info)).status).toBe(401)
    const renewed = await shop.visitor.get(refresh, { refreshToken: body.refreshToken })
    expect(renewed.status).toBe(200)
    await age(31)
    const { refreshToken } = renewed.body
    expect((await shop.visitor.get(refresh, { refreshToken })).status).toBe(401)
  })

  test('is ended by its cookie alone, which is deleted', async () => {
    const { body } = await signIn()
    const cookie = `urt=${body.refreshToken}`
    const out = await shop.visitor.as({ cookie }).post(logout)
    expect(String(out.headers['set-cookie'])).toMatch(/^urt=; Max-Age=0; Path=\/api\/Account/)
    expect((await shop.visitor.as({ token: body.token }).get(info)).status).toBe(401)
    expect((await shop.visitor.as({ cookie }).get(refresh)).status).toBe(401)
  })

  test('is ended by an admin with all others of its user', async () => {
    const { body } = await signIn()
    const { id } = await shop.user('dealer')
    expect((await shop.admin.post('/api/Account/EndUserSessions', { id })).status).toBe(200)
    for (const client of [shop.dealer, shop.visitor.as({ token: body.token })]) {
      expect((await client.get(info)).status).toBe(401)
    }
    const { refreshToken } = body
    expect((await shop.visitor.get(refresh, { refreshToken })).status).toBe(401)
    expect((await shop.admin.get(info)).status).toBe(200)
  })
})

describe('another site', () => {
  test('cannot sign anybody in by a form', async () => {
    const credentials = { username: 'dealer', password }
    const forms: Raw[] = [
      { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(credentials) },
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(credentials).toString(),
      },
      { headers: multipart, body: form(part('username', 'dealer'), part('password', password)) },
    ]
    for (const sent of forms) {
      const answer = await send(app, shop, authenticate, sent)
      expect(answer.status).toBe(400)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('cannot act by cookies, with GET or POST', async () => {
    const { body } = await shop.signIn('admin')
    const { id } = await shop.user('dealer')
    const byCookie = shop.visitor.as({ cookie: `token=${body.token}; urt=${body.refreshToken}` })
    expect((await byCookie.get('/api/Account/DeleteUser', { id })).status).toBe(401)
    expect((await byCookie.get('/api/Account/DeleteSalesPerson', { id })).status).toBe(401)
    expect((await byCookie.post('/api/Account/EndOtherSessions', {})).status).toBe(401)
    expect((await shop.user('dealer')).isDeleted).toBe(false)
  })

  test('gets no CORS headers', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answers = await Promise.all([
      send(app, shop, authenticate, { method: 'OPTIONS', headers: origin }),
      send(app, shop, '/api/Shop/GetAppSettings', { method: 'GET', headers: origin }),
    ])
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('cannot frame pages or run scripts, and API answers are not cached', async () => {
    const { headers } = await shop.visitor.get('/api/Shop/GetAppSettings')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    const page = await send(app, shop, '/shop', { method: 'GET' })
    const policy = String(page.headers['content-security-policy'])
    const directives = [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "frame-ancestors 'none'",
      "font-src 'none'",
      "style-src 'self'",
      "style-src-attr 'none'",
    ]
    for (const directive of directives) {
      expect(policy.split(';')).toContain(directive)
    }
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
    })
  })
})

describe('X-Forwarded headers', () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 9.9.9.9', 'x-forwarded-proto': 'https' }
  const credentials = JSON.stringify({ username: 'dealer', password })
  const lastAddress = async () =>
    (
      await shop.query('select address from sessions where tenant_id = $1 order by created_at desc limit 1')
    )[0]

  test('of clients are ignored', async () => {
    const answer = await send(app, shop, authenticate, {
      headers: { ...asJson, ...forwarded },
      body: credentials,
    })
    expect(String(answer.headers['set-cookie'])).not.toContain('Secure')
    expect(await lastAddress()).toEqual({ address: '127.0.0.1' })
    const wrongFrom = async (address: string) => {
      const body = JSON.stringify({ username: `of ${address}`, password: 'x' })
      const headers = { ...asJson, 'x-forwarded-for': address }
      return (await send(app, shop, authenticate, { headers, body })).status
    }
    await wrongFrom('10.0.0.1')
    await shop.update(`sign_in_tries set tries = tries + 58 where kind = 'address'`)
    const statuses = [await wrongFrom('10.0.0.2'), await wrongFrom('10.0.0.3'), await wrongFrom('10.0.0.4')]
    expect(statuses).toEqual([401, 429, 429])
  })

  test('of a named proxy are used, except what its client sent', async () => {
    const behind = await secondServer(app, { trustProxy: '127.0.0.1' })
    const headers = { ...asJson, ...forwarded }
    const answer = await send(behind, shop, authenticate, { headers, body: credentials })
    for (const cookie of answer.headers['set-cookie'] as string[]) {
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
    }
    expect(await lastAddress()).toEqual({ address: '9.9.9.9' })
  })
})

describe('input', () => {
  test('in fields that the caller may not write is refused by name', async () => {
    const profile = { firstName: 'Deniz', lastName: '', email: '', phone: '', introduction: '' }
    const forbidden = {
      id: (await shop.user('admin')).id,
      username: 'root',
      roles: ['admin'],
      pageAuths: [{ pageId: 23, isAllow: true }],
      auths: [{ groupName: 'office', number: 3 }],
      currAccCode: '120.03',
      isActive: false,
    }
    const before = await shop.user('dealer')
    const answer = await shop.dealer.post('/api/Account/UpdateProfile', { ...profile, ...forbidden })
    // Readable but not writable, so ignored.
    const { username: _username, ...refused } = forbidden
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).toSorted()).toEqual(Object.keys(refused).toSorted())
    expect(await shop.user('dealer')).toEqual(before)
    const read = (await shop.dealer.get('/api/Account/GetProfile')).body.data
    const sentBack = { ...read, firstName: 'Deniz', username: 'root', hasTotp: true }
    expect((await shop.dealer.post('/api/Account/UpdateProfile', sentBack)).status).toBe(200)
    expect(await shop.user('dealer')).toEqual({ ...before, firstName: 'Deniz', version: 2 })
    expect((await shop.user('admin')).firstName).toBe('admin')
  })

  test('cannot change prototypes, and wrong types are invalid', async () => {
    const bodies = [
      '{"username":"dealer","password":"x","__proto__":{"verificationCode":"1"}}',
      '{"username":"dealer","password":"x","constructor":{"prototype":{"verificationCode":"1"}}}',
      '{"username":{"toString":"dealer"},"password":["x"]}',
      '["dealer","x"]',
      'null',
      '['.repeat(60_000),
    ]
    for (const body of bodies) {
      const answer = await send(app, shop, authenticate, { headers: asJson, body })
      expect(answer).toMatchObject(refusal(400, 'request.invalid'))
    }
    const large = `{"username":"dealer","password":"${'x'.repeat(1_100_000)}"}`
    expect((await send(app, shop, authenticate, { headers: asJson, body: large })).status).toBe(413)
    for (const query of ['__proto__=x', 'id=a&id=b', 'id[$gt]=']) {
      const answer = await shop.admin.get(`/api/Account/GetSystemUserById?${query}`)
      expect(answer).toMatchObject(refusal(400, 'request.invalid'))
    }
    expect(Object.keys({})).toEqual([])
  })

  test('may be a form with one file, only where a file is expected, and its path is ignored', async () => {
    const { token } = (await signIn()).body
    const headers = { ...multipart, authorization: `Bearer ${token}` }
    const post = (body: Buffer | string) => send(app, shop, '/api/Account/PostAvatar', { headers, body })
    const avatar = await plainPicture(20, 20).png().toBuffer()
    const exact = await post(form(part('file', avatar, '../../../../etc/passwd')))
    expect(exact.body).toMatchObject({
      data: { avatar: expect.stringMatching(/^\/pictures\/avatar\/[0-9a-f]{64}\.jpg$/) },
    })
    const many = Array.from({ length: 1000 }, (_, index) => part(`field${index}`, 'x'))
    const refused = await Promise.all([
      post(form(part('field', 'x'))),
      post(''),
      post(form(...many, part('file', avatar, 'a.png'))),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 413])
    const elsewhere = await send(app, shop, '/api/Account/ConfirmTotp', {
      headers,
      body: form(part('code', '123456')),
    })
    expect(elsewhere.status).toBe(400)
  })
})

describe('within a tenant', () => {
  test('records of other users’ customers return 404', async () => {
    const order = shop.orderBody({ lines: { 'A1 S': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' })
    const placed = await shop.admin.post('/api/Shop/PostShopCart', order)
    expect(placed.status).toBe(200)
    for (const client of [shop.agent, shop.dealer]) {
      const answers = await Promise.all([
        client.get('/api/Shop/GetOrderById', { id: placed.body.orderId }),
        client.get('/api/Shop/GetShopHomeCart', { guidKey: order.guidKey }),
        client.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.03' }),
        client.get('/api/Shop/GetShopSalesPerson', { currAccCode: '120.03' }),
        client.get('/api/Shop/GetShopHome', { currAccCode: '120.03' }),
        client.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', currAccCode: '120.03' }),
        client.post('/api/Shop/GetProductsByIds', {
          ids: [shop.id('A1 S')],
          orderType: 'Rpt',
          currAccCode: '120.03',
        }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 404))
    }
  })

  test('answers contain no hashes or secrets', async () => {
    await signIn()
    const { id } = await shop.user('dealer')
    const [row] = await shop.query<Record<string, string>>(
      `select u.password_hash as one, encode(s.access_hash, 'hex') as two, encode(s.refresh_hash, 'hex') as three
       from users u join sessions s on s.tenant_id = $1 and s.user_id = u.id where u.tenant_id = $1 and u.id = $2 limit 1`,
      id,
    )
    const answers = await Promise.all([
      shop.admin.get('/api/Account/GetSystemUserById', { id }),
      shop.admin.post('/api/Account/GetSystemUsers', {}),
      shop.admin.post('/api/Account/GetChanges', {}),
      shop.dealer.get('/api/Account/GetProfile'),
      shop.dealer.get('/api/Account/GetSessions'),
    ])
    const content = JSON.stringify(answers.map(({ body }) => body))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (const secret of Object.values(row ?? {})) expect(content).not.toContain(secret)
    expect(content).not.toMatch(/argon2|"\w*(secret|hash)\w*"/i)
  })
})
