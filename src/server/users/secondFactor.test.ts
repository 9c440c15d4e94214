import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { password, type Wholesaler, wholesaler } from '#test/factories.ts'

const authenticate = '/api/Account/authenticate'
let app: TestApp
let count = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function freshShop(): Promise<Wholesaler> {
  count += 1
  return wholesaler(app, `factor-${count}`)
}

const change = (shop: Wholesaler, text: string, ...values: unknown[]) =>
  app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query(prepared(text), ...values))

const signIn = (shop: Wholesaler, verificationCode?: string, username = 'dealer') =>
  shop.visitor.post(authenticate, { username, password, verificationCode })

describe('a code by mail', () => {
  async function withMail() {
    const shop = await freshShop()
    const address = `ayse.yilmaz@${shop.key}.example.com`
    await change(
      shop,
      `update users set email_verification = true, email = $2 where tenant_id = $1 and username = 'dealer'`,
      address,
    )
    const codeOf = async (since = 0) =>
      /\b\d{6}\b/.exec((await app.mailServer.next(address, since)).text)?.[0] ?? ''
    return { shop, address, codeOf }
  }

  test('is required after the right password; the address is masked, and it lasts 180 seconds', async () => {
    const { shop, address, codeOf } = await withMail()
    const asked = await signIn(shop)
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual({
      verificationRequired: true,
      email: `a•••z@${shop.key}.example.com`,
      seconds: 180,
    })
    expect(asked.headers['set-cookie']).toBeUndefined()
    const { subject, text } = await app.mailServer.next(address)
    const code = await codeOf()
    expect(subject).toContain(code)
    expect(text).toContain('180')
    const done = await signIn(shop, ` ${code} `)
    expect(Object.keys(done.body).toSorted()).toEqual(['refreshToken', 'token'])
  })

  test('is sent in the page’s language', async () => {
    const { shop, address } = await withMail()
    await shop.visitor.as({ langCode: 'ru' }).post(authenticate, { username: 'dealer', password })
    expect((await app.mailServer.next(address)).subject).toMatch(/ваш код \d{6}/)
  })

  test('is not sent for a wrong password', async () => {
    const { shop, address } = await withMail()
    await shop.visitor.post(authenticate, { username: 'dealer', password: 'wrong' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(app.mailServer.received.filter(({ to }) => to === address)).toEqual([])
  })

  test('works once', async () => {
    const { shop, codeOf } = await withMail()
    await signIn(shop)
    const code = await codeOf()
    expect((await signIn(shop, code)).status).toBe(200)
    expect(await signIn(shop, code)).toMatchObject({ status: 401, body: { code: 'session.codeSpent' } })
  })

  test('used twice concurrently, works once', async () => {
    const { shop, codeOf } = await withMail()
    await signIn(shop)
    const code = await codeOf()
    const answers = await Promise.all([signIn(shop, code), signIn(shop, code), signIn(shop, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is invalid after five wrong tries', async () => {
    const { shop, codeOf } = await withMail()
    await signIn(shop)
    const code = await codeOf()
    const other = code === '000000' ? '000001' : '000000'
    const codes: string[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      // Only the code is counted here.
      await change(shop, 'delete from sign_in_tries where tenant_id = $1')
      codes.push((await signIn(shop, other)).body.code)
    }
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'session.badCode'), 'session.codeSpent'])
    await change(shop, 'delete from sign_in_tries where tenant_id = $1')
    expect((await signIn(shop, code)).body.code).toBe('session.codeSpent')
  })

  test('expires after 180 seconds', async () => {
    const { shop, codeOf } = await withMail()
    await signIn(shop)
    const code = await codeOf()
    await change(
      shop,
      `update verification_codes set expires_at = expires_at - interval '180 seconds' where tenant_id = $1`,
    )
    expect((await signIn(shop, code)).body.code).toBe('session.codeSpent')
  })

  test('requested again soon stays the same; later a new one replaces it', async () => {
    const { shop, address, codeOf } = await withMail()
    await signIn(shop)
    const first = await codeOf()
    const again = await signIn(shop)
    expect(again.body.seconds).toBeLessThanOrEqual(180)
    expect(app.mailServer.received.filter(({ to }) => to === address)).toHaveLength(1)
    await change(
      shop,
      `update verification_codes set sent_at = sent_at - interval '30 seconds' where tenant_id = $1`,
    )
    const sofar = app.mailServer.received.length
    await signIn(shop)
    const second = await codeOf(sofar)
    if (second !== first) expect((await signIn(shop, first)).status).toBe(401)
    expect((await signIn(shop, second)).status).toBe(200)
  })

  test('is stored only as an HMAC', async () => {
    const { shop, codeOf } = await withMail()
    await signIn(shop)
    const code = await codeOf()
    const rows = await change(
      shop,
      'select row_to_json(c)::text from verification_codes c where tenant_id = $1',
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

const codeOfSecret = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function enrol(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await client.post('/api/Account/StartTotp', { password })
  const { secret } = started.body.data
  const confirmed = await client.post('/api/Account/ConfirmTotp', { code: codeOfSecret(secret) })
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes }
}

describe('an authenticator', () => {
  test('is active after its first code; its secret is encrypted in the database', async () => {
    const shop = await freshShop()
    const started = await shop.dealer.post('/api/Account/StartTotp', { password })
    expect(started.body.data.address).toMatch(/^otpauth:\/\/totp\//)
    expect((await signIn(shop)).body.token).toBeDefined()
    const wrong = await shop.dealer.post('/api/Account/ConfirmTotp', { code: '000000' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'session.badCode' } })
    const { secret } = started.body.data
    await shop.dealer.post('/api/Account/ConfirmTotp', { code: codeOfSecret(secret) })
    expect((await signIn(shop)).body).toEqual({ totpRequired: true })
    const rows = await change(shop, 'select row_to_json(u)::text from users u where tenant_id = $1')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('requires the password to set up', async () => {
    const shop = await freshShop()
    const refused = await shop.dealer.post('/api/Account/StartTotp', { password: 'wrong' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'account.wrongPassword' } })
  })

  test('accepts each code once', async () => {
    const shop = await freshShop()
    const { secret } = await enrol(shop.dealer)
    // The confirming code is used up.
    expect((await signIn(shop, codeOfSecret(secret))).body.code).toBe('session.badCode')
    const next = codeOfSecret(secret, 1)
    const answers = await Promise.all([signIn(shop, next), signIn(shop, next)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1)
  })

  test('can be replaced once by a recovery code, however typed', async () => {
    const shop = await freshShop()
    const { recoveryCodes } = await enrol(shop.dealer)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(shop, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(shop, first)).status).toBe(401)
    const profile = await shop.dealer.get('/api/Account/GetProfile')
    expect(profile.body.data).toMatchObject({ hasTotp: true, recoveryCodesLeft: 9 })
    const renewed = await shop.dealer.post('/api/Account/NewRecoveryCodes', { password })
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect((await signIn(shop, second)).status).toBe(401)
  })

  test('wrong codes count as tries, like wrong passwords', async () => {
    const shop = await freshShop()
    await enrol(shop.dealer)
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await signIn(shop, '000000')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('can be removed by its owner with the password, and by an admin', async () => {
    const shop = await freshShop()
    await enrol(shop.dealer)
    expect((await shop.dealer.post('/api/Account/EndTotp', { password: 'x' })).status).toBe(400)
    expect((await shop.dealer.post('/api/Account/EndTotp', { password })).status).toBe(200)
    expect((await signIn(shop)).body.token).toBeDefined()
    await enrol(shop.dealer)
    const users = await shop.admin.post('/api/Account/GetSystemUsers', { search: 'dealer' })
    const [dealer] = users.body.data.items
    expect(dealer.hasTotp).toBe(true)
    expect((await shop.admin.post('/api/Account/ResetUserTotp', { id: dealer.id })).status).toBe(200)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect((await signIn(shop)).body.token).toBeDefined()
  })

  test('if the tenant requires it for a role, nothing else works until it is set up', async () => {
    const shop = await freshShop()
    await requireTotpFor(shop, ['customer'])
    const info = await shop.dealer.get('/api/Account/GetUserInfo')
    expect(info.body.secondFactorRequired).toBe(true)
    const home = await shop.dealer.get('/api/Shop/GetShopHome')
    expect(home).toMatchObject({ status: 403, body: { code: 'session.secondFactorRequired' } })
    expect((await shop.agent.get('/api/Shop/GetShopHome')).status).toBe(200)
    await enrol(shop.dealer)
    expect((await shop.dealer.get('/api/Shop/GetShopHome')).status).toBe(200)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).body.secondFactorRequired).toBeUndefined()
    const off = await shop.dealer.post('/api/Account/EndTotp', { password })
    expect(off).toMatchObject({ status: 403, body: { code: 'permission.denied' } })
  })
})

async function requireTotpFor(shop: Wholesaler, roles: string[]): Promise<void> {
  const { body } = await shop.admin.get('/api/Account/GetTenantSettings')
  const { customerKey: _key, hosts: _hosts, logo: _logo, version: _version, ...settings } = body.data
  const answer = await shop.admin.post('/api/Account/UpdateTenantSettings', { ...settings, totpRoles: roles })
  expect(answer.status).toBe(200)
}
