import { inspect } from 'node:util'
import sharp from 'sharp'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { AppOptions } from '#server/app.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { replacePassword } from '#server/users/ownPassword.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { type Client, refusal } from './app.ts'
import { password } from './factories.ts'
import { asJson, form, multipart, part, send } from './send.ts'
import { plainPicture } from './upload.ts'
import { secondServer, shopPerTest, useApp } from './useShop.ts'

/* Former vulnerabilities, numbered as in docs/security.md. */

const [authenticate, refresh, logout, changeRole, info, requestReset, addUser, updateUser, postAvatar] = [
  '/api/Account/authenticate',
  '/api/Account/CreateTokenByRefreshToken',
  '/api/Account/Logout',
  '/api/Account/ChangeRole',
  '/api/Account/GetUserInfo',
  '/api/Account/RequestPasswordReset',
  '/api/Account/AddUser',
  '/api/Account/UpdateUser',
  '/api/Account/PostAvatar',
] as const
const otherPassword = 'Kuzey yıldızı 47 gemi'
const app = useApp()
const shop = shopPerTest(app)

const signIn = (client: Client = shop.visitor) => client.post(authenticate, { username: 'dealer', password })
const isSessionValid = async (token: string) => (await shop.visitor.as({ token }).get(info)).status === 200

async function setEmail(username: string, emailVerification = false): Promise<string> {
  const address = `${username}@${shop.key}.example.com`
  await shop.update(
    'users set email = $3, email_verification = $4 where username = $2',
    username,
    address,
    emailVerification,
  )
  return address
}

async function startServer(options: Partial<AppOptions>) {
  const logged: unknown[][] = []
  const { port } = await secondServer(app, options, (server) => {
    server.addHook('onRequest', (request, _reply, next) => {
      for (const level of ['warn', 'error'] as const) {
        request.log[level] = (...args: unknown[]) => void logged.push([level, ...args])
      }
      next()
    })
  })
  return { port, logged }
}

const mailerTo = (smtpUrl: string, timeout = 10_000) => {
  const settings = { smtpUrl, mailFrom: 'shop@example.com', dataDir: app.folder, timeout }
  const mailer = openMailer(settings, () => {})
  onTestFinished(() => mailer.close())
  return mailer
}

describe('a password reset link', () => {
  // W1
  test.each<[string, Record<string, string>]>([
    ['Host', { host: 'localhost:x@evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'HOST:x@evil.example' }],
    ['X-Forwarded-Host with a path', { 'x-forwarded-host': 'HOST:80/@evil.example' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'javascript' }],
  ])('leads to the tenant despite a forged %s', async (_, headers) => {
    const address = await setEmail('dealer')
    const crafted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('HOST', `${shop.key}.localhost`)]),
    )
    const behind = await startServer({
      mailer: mailerTo(app.mailServer.url),
      tenants: openTenants(app.database, { customerKey: shop.key, isKept: false }),
      trustProxy: '127.0.0.1',
    })
    const body = JSON.stringify({ username: 'dealer' })
    await send(behind, shop, requestReset, { headers: { ...asJson, ...crafted }, body })
    const { text } = await app.mailServer.next(address)
    const own = new RegExp(`^http://(localhost|${shop.key}\\.localhost)(:\\d+)?/reset#[\\w-]{43}$`, 'm')
    expect(text).toMatch(own)
    expect(text).not.toContain('evil')
  })

  test('is not sent under a host name of the caller’s making, which is no error', async () => {
    const address = await setEmail('dealer')
    const { port, logged } = await startServer({
      tenants: openTenants(app.database, { customerKey: shop.key, isKept: false }),
    })
    for (const username of ['nobody', 'dealer']) {
      const body = JSON.stringify({ username })
      const headers = { ...asJson, host: 'made-up.example' }
      expect((await send({ port }, shop, requestReset, { headers, body })).status).toBe(200)
    }
    await expect.poll(() => logged).toEqual([['warn', expect.stringContaining('PUBLIC_URL is not set')]])
    expect(app.mailServer.received.filter(({ to }) => to === address)).toEqual([])
  })

  // W18
  test('is sent to a mailbox at most five times, also for several users', async () => {
    const shared = `office@${shop.key}.example.com`
    await shop.update(`users set email = $2 where username <> 'dealer'`, shared)
    const own = await setEmail('dealer')
    const arrived = () => app.mailServer.received.filter(({ to }) => to === shared).length
    for (const username of [shared, 'agent', 'admin', shared, 'agent', 'admin']) {
      expect((await shop.visitor.post(requestReset, { username })).status).toBe(200)
    }
    await shop.visitor.post(requestReset, { username: 'dealer' })
    await app.mailServer.next(own)
    await expect.poll(arrived).toBe(5)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(arrived()).toBe(5)
  })
})

describe('a user manager', () => {
  const users = [21, 22, 23].map((pageId) => ({ pageId, isAllow: true }))

  // W2
  test('cannot change their own address or disable their own mail codes', async () => {
    const address = await setEmail('admin', true)
    const self = await shop.user('admin')
    for (const own of [{ email: 'thief@example.com' }, { emailVerification: false }]) {
      expect((await shop.admin.post(updateUser, { ...self, ...own })).body.code).toBe('user.oneself')
    }
    expect(await shop.user('admin')).toMatchObject({ email: address, emailVerification: true })
    expect((await shop.admin.post(updateUser, { ...self, phone: '555' })).status).toBe(200)
  })

  // W3
  test('cannot become another agent or a customer', async () => {
    await shop.admin.post(updateUser, { ...(await shop.user('agent')), pageAuths: users })
    const self = await shop.user('agent')
    for (const own of [{ salesPersonCode: 'P2' }, { currAccCode: '120.03' }]) {
      expect((await shop.agent.post(updateUser, { ...self, ...own })).body.code).toBe('user.oneself')
    }
    expect((await shop.agent.post(updateUser, { ...self, phone: '555' })).status).toBe(200)
    const { data } = (await shop.agent.get('/api/Shop/GetCustomers')).body
    expect(data.map((customer: { currAccCode: string }) => customer.currAccCode)).toEqual([
      '120.01',
      '120.02',
    ])
  })

  test('is reported to the user whose address or password they change', async () => {
    const address = await setEmail('dealer')
    const mailCount = app.mailServer.received.length
    await shop.admin.post(updateUser, { ...(await shop.user('dealer')), password: otherPassword })
    expect((await app.mailServer.next(address, mailCount)).text).not.toContain(otherPassword)
    const laterCount = app.mailServer.received.length
    await shop.admin.post(updateUser, { ...(await shop.user('dealer')), email: 'new@example.com' })
    expect((await app.mailServer.next(address, laterCount)).text).not.toContain('new@example.com')
  })
})

describe('a picture', () => {
  const headers = async () => ({
    ...multipart,
    authorization: `Bearer ${(await signIn()).body.token}`,
  })

  // W4
  test('is decoded one at a time, since passwords need threads too', async () => {
    const body = form(part('file', await plainPicture(2000, 2000).png().toBuffer(), 'a.png'))
    const sent = { headers: await headers(), body }
    const open: number[] = []
    const underWay = () => {
      const { queue, process } = sharp.counters()
      return queue + process
    }
    // A picture moving between the two counts twice, so read again.
    const note = () => {
      open.push(Math.min(underWay(), underWay()))
    }
    sharp.queue.on('change', note)
    onTestFinished(() => void sharp.queue.off('change', note))
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(app, shop, postAvatar, sent)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(Math.max(...open)).toBe(1)
  })

  test('is accepted twenty times a minute', async () => {
    const sent = { headers: await headers(), body: form(part('file', 'no picture', 'a.png')) }
    const statuses: number[] = []
    for (let times = 0; times < 21; times += 1) {
      statuses.push((await send(app, shop, postAvatar, sent)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  })

  // W20
  test.each([
    ['is no form', 'multipart/form-data', 'x'],
    [
      'breaks off',
      multipart['content-type'],
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"',
    ],
    [
      'breaks off in the file',
      multipart['content-type'],
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
  ])('in a form that %s is invalid, not a server error', async (_, type, body) => {
    const { port, logged } = await startServer({})
    const sent = { headers: { ...(await headers()), 'content-type': type }, body }
    const answer = await send({ port }, shop, postAvatar, sent)
    expect(answer).toMatchObject(refusal(400, 'request.invalid'))
    expect(logged).toEqual([])
  })
})

describe('a sign-in', () => {
  /** Waits until another transaction waits for `tx`. */
  async function untilBlocking(tx: Tx): Promise<void> {
    const find = prepared(`
      select pid from pg_locks
      where $1::uuid is not null and not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`)
    for (let waited = 0; waited < 5000; waited += 20) {
      if ((await tx.query(find)).length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('Nobody waits')
  }

  // W5
  // Looks for who waits on the coordinator, where nobody does.
  test.skipIf(inject('isDistributed'))(
    'with the old password fails if the password changes meanwhile',
    async () => {
      const { id } = (await shop.dealer.get(info)).body
      const changed = await hashPassword(otherPassword)
      let underWay: ReturnType<typeof signIn> | undefined
      await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
        await replacePassword(tx, id, changed, new Date(), null)
        underWay = signIn()
        await untilBlocking(tx)
      })
      expect((await underWay)?.body.code).toBe('session.badCredentials')
    },
  )

  // W8
  test('is counted by IPv6 network', async () => {
    const behind = await startServer({ trustProxy: '127.0.0.1' })
    let names = 0
    const wrongFrom = async (address: string) => {
      names += 1
      const body = JSON.stringify({ username: `name${names}`, password: 'wrong' })
      const headers = { ...asJson, 'x-forwarded-for': address }
      return (await send(behind, shop, authenticate, { headers, body })).status
    }
    await wrongFrom('2001:db8::1')
    await shop.update(`sign_in_tries set tries = 58 where kind = 'address'`)
    expect(await wrongFrom('2001:0DB8:0:0:ffff::2')).toBe(401)
    expect(await wrongFrom('2001:db8::3')).toBe(401)
    expect(await wrongFrom('2001:db8:0:0:4:5:6:7')).toBe(429)
    expect(await wrongFrom('2001:db8:0:1::1')).toBe(401)
  })

  // W10
  test('is throttled on a device known only for a similar name', async () => {
    const longer = { username: 'dealer x', password: otherPassword }
    await shop.admin.post(addUser, { ...longer, roles: ['customer'], currAccCode: '120.02' })
    const answer = await shop.visitor.post(authenticate, longer)
    const [, nonce, signature] = /device=([^.]+)\.([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? []
    const wrong = (client: Client) => client.post(authenticate, { username: 'dealer', password: 'wrong' })
    for (let tries = 0; tries < 5; tries += 1) expect((await wrong(shop.visitor)).status).toBe(401)
    for (const space of ['%20', ' ', '+']) {
      const borrowed = shop.visitor.as({ cookie: `device=x${space}${nonce}.${signature}` })
      expect((await wrong(borrowed)).status).toBe(429)
    }
  })

  // W11
  test('ends the browser’s previous session', async () => {
    const former = (await signIn()).body
    const browser = shop.visitor.as({ cookie: `urt=${former.refreshToken}` })
    const { token } = (await signIn(browser)).body
    expect(await isSessionValid(former.token)).toBe(false)
    expect(await isSessionValid(token)).toBe(true)
  })

  // W12
  test('whose code cannot be mailed does not count as failed', async () => {
    await setEmail('dealer', true)
    const body = JSON.stringify({ username: 'dealer', password })
    const behind = await startServer({ mailer: mailerTo('smtp://127.0.0.1:1', 500) })
    const codes: string[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await send(behind, shop, authenticate, { headers: asJson, body })
      codes.push(String(answer.body.code))
    }
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'mail.failed'))
    expect((await signIn()).body.verificationRequired).toBe(true)
  })

  // W21
  test('that fails is logged with tenant and address, without the name', async () => {
    const { port, logged } = await startServer({})
    const call = (given: object) =>
      send({ port }, shop, authenticate, { headers: asJson, body: JSON.stringify(given) })
    await call({ username: 'Nobody Here', password: 'hidden' })
    await setEmail('dealer', true)
    await call({ username: 'dealer', password, verificationCode: '000000' })
    for (let tries = 0; tries < 5; tries += 1) await call({ username: 'dealer', password: 'hidden' })
    const refused = (code: string) => [
      'warn',
      { address: '127.0.0.1', refusal: code },
      'a sign-in was refused',
    ]
    expect(logged).toEqual([
      refused('session.badCredentials'),
      refused('session.codeSpent'),
      ...Array.from({ length: 4 }, () => refused('session.badCredentials')),
      ['warn', { address: '127.0.0.1', refusal: 'session.tooManyTries' }, 'a call was refused'],
    ])
  })
})

// W19
test('a refused mail leaves no address in the log', async () => {
  const address = await setEmail('dealer', true)
  const mailer = {
    keepsMails: false,
    host: 'mail.example.com',
    // Like nodemailer.
    send: () =>
      Promise.reject(
        Object.assign(new Error(`Can't send mail: 550 <${address}> is unknown`), {
          code: 'EENVELOPE',
          command: 'RCPT TO',
          responseCode: 550,
          response: `550 <${address}> is unknown`,
          rejected: [address],
        }),
      ),
    close: () => {},
  }
  const { port, logged } = await startServer({ mailer })
  const body = JSON.stringify({ username: 'dealer', password })
  expect((await send({ port }, shop, authenticate, { headers: asJson, body })).status).toBe(503)
  const reason = 'The recipient was refused: 550'
  expect(logged).toEqual([['error', { reason }, 'a verification code was not sent']])
  expect(inspect(logged)).not.toContain(shop.key)
})

describe('a session', () => {
  // W7
  test('ends ninety days after sign-in, also if its role changes', async () => {
    const age = (hours: number) =>
      shop.update(
        'sessions set created_at = created_at - make_interval(hours => $2), refresh_expires_at = refresh_expires_at - make_interval(hours => $2)',
        hours,
      )
    const first = (await signIn()).body
    await shop.update(`sessions set created_at = created_at - interval '75 days'`)
    const { token } = (await shop.visitor.get(refresh, { refreshToken: first.refreshToken })).body
    await age(15 * 24 - 1)
    const second = (await shop.visitor.as({ token }).post(changeRole, { role: null })).body
    await age(1)
    const third = (await shop.visitor.as({ token: second.token }).post(changeRole, { role: null })).body
    expect(third.token === undefined || !(await isSessionValid(third.token))).toBe(true)
    expect((await shop.visitor.get(refresh, { refreshToken: second.refreshToken })).status).toBe(401)
  })

  // W13
  test('cannot be ended by a form', async () => {
    const { token, refreshToken } = (await signIn()).body
    const headers = { ...multipart, cookie: `urt=${refreshToken}` }
    for (const body of [form(), form(part('file', 'x', 'a')), form(part('refreshToken', refreshToken))]) {
      expect((await send(app, shop, logout, { headers, body })).status).toBe(400)
    }
    expect(await isSessionValid(token)).toBe(true)
  })

  test.each(['same-site', 'cross-site'])('is neither ended nor renewed by a %s call', async (site) => {
    const { token, refreshToken } = (await signIn()).body
    const headers = { cookie: `urt=${refreshToken}`, 'sec-fetch-site': site }
    const signedOut = await send(app, shop, logout, { headers })
    expect(signedOut.headers['set-cookie']).toBeUndefined()
    const renewed = await send(app, shop, refresh, { method: 'GET', headers })
    expect(renewed).toMatchObject(refusal(401, 'session.ended'))
    expect(renewed.headers['set-cookie']).toBeUndefined()
    expect(await isSessionValid(token)).toBe(true)
    const own = { ...headers, 'sec-fetch-site': 'same-origin' }
    expect((await send(app, shop, refresh, { method: 'GET', headers: own })).status).toBe(200)
  })

  // W14
  test('survives a refresh that overlaps a role change', async () => {
    const { token, refreshToken } = (await signIn()).body
    const changed = (await shop.visitor.as({ token }).post(changeRole, { role: null })).body
    const crossing = await shop.visitor.as({ cookie: `urt=${refreshToken}` }).get(refresh)
    expect(crossing.status).toBe(401)
    expect(crossing.headers['set-cookie']).toBeUndefined()
    expect(await isSessionValid(changed.token)).toBe(true)
    const next = await shop.visitor.get(refresh, { refreshToken: changed.refreshToken })
    expect(next.status).toBe(200)
  })

  // W15
  test('is not ended by its id with a wrong secret', async () => {
    const { token, refreshToken } = (await signIn()).body
    const forged = `${refreshToken.split('.')[0]}.${'x'.repeat(43)}`
    expect((await shop.visitor.post(logout, { refreshToken: forged })).body).toEqual({ success: true })
    await shop.visitor.as({ cookie: `urt=${forged}` }).post(logout)
    expect(await isSessionValid(token)).toBe(true)
  })
})

describe('a password', () => {
  // W16
  test('must not be a trade word with a few characters added', async () => {
    const user = { username: 'somebody', roles: ['customer'], currAccCode: '120.01' }
    for (const weak of [
      'toptan2026',
      'Toptan!2026',
      'admin2026!',
      'bayi2026',
      'müşteri123',
      'Siparis_2026',
    ]) {
      const { status, body } = await shop.admin.post(addUser, { ...user, password: weak })
      expect([weak, status, Object.keys(body.fields ?? {})]).toEqual([weak, 400, ['password']])
    }
  })

  // W17
  test('must not contain unpaired surrogates', async () => {
    const halves = '\ud800\ud801\ud802 kuzey 47'
    const user = { username: 'somebody', roles: ['customer'], currAccCode: '120.01' }
    const answers = [
      await shop.admin.post(addUser, { ...user, password: halves }),
      await shop.dealer.post('/api/Account/PasswordChange', {
        oldPassword: password,
        newPassword: halves,
        newPasswordConfirm: halves,
      }),
      await shop.visitor.post(authenticate, { username: 'dealer', password: halves }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  })
})
