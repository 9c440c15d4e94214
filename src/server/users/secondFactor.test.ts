import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { type Client, refusal } from '#test/app.ts'
import { password } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const authenticate = '/api/Account/authenticate'
const app = useApp()
const shop = shopPerTest(app)

const signIn = (verificationCode?: string) => shop.signIn('dealer', { verificationCode })

describe('a code by mail', () => {
  async function withMail() {
    const address = `ayse.yilmaz@${shop.key}.example.com`
    await shop.update(`users set email_verification = true, email = $2 where username = 'dealer'`, address)
    const codeOf = async (since = 0) =>
      /\b\d{6}\b/.exec((await app.mailServer.next(address, since)).text)?.[0] ?? ''
    return { address, codeOf }
  }
  /** After the right password. */
  async function mailedCode() {
    const mail = await withMail()
    await signIn()
    return { ...mail, code: await mail.codeOf() }
  }

  test('is required after the right password; the address is masked, and it lasts 180 seconds', async () => {
    const { address, codeOf } = await withMail()
    const asked = await signIn()
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
    const done = await signIn(` ${code} `)
    expect(Object.keys(done.body).toSorted()).toEqual(['refreshToken', 'token'])
  })

  test('is sent in the page’s language', async () => {
    const { address } = await withMail()
    await shop.visitor.as({ langCode: 'ru' }).post(authenticate, { username: 'dealer', password })
    expect((await app.mailServer.next(address)).subject).toMatch(/ваш код \d{6}/)
  })

  test('is not sent for a wrong password', async () => {
    const { address } = await withMail()
    await shop.visitor.post(authenticate, { username: 'dealer', password: 'wrong' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(app.mailServer.received.filter(({ to }) => to === address)).toEqual([])
  })

  test('works once', async () => {
    const { code } = await mailedCode()
    expect((await signIn(code)).status).toBe(200)
    expect(await signIn(code)).toMatchObject(refusal(401, 'session.codeSpent'))
  })

  test('used twice concurrently, works once', async () => {
    const { code } = await mailedCode()
    const answers = await Promise.all([signIn(code), signIn(code), signIn(code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is invalid after five wrong tries', async () => {
    const { code } = await mailedCode()
    const other = code === '000000' ? '000001' : '000000'
    const codes: string[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      // Only the code is counted here.
      await shop.query('delete from sign_in_tries where tenant_id = $1')
      codes.push((await signIn(other)).body.code)
    }
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'session.badCode'), 'session.codeSpent'])
    await shop.query('delete from sign_in_tries where tenant_id = $1')
    expect((await signIn(code)).body.code).toBe('session.codeSpent')
  })

  test('expires after 180 seconds', async () => {
    const { code } = await mailedCode()
    await shop.update(`verification_codes set expires_at = expires_at - interval '180 seconds'`)
    expect((await signIn(code)).body.code).toBe('session.codeSpent')
  })

  test('requested again soon stays the same; later a new one replaces it', async () => {
    const { address, codeOf, code: first } = await mailedCode()
    const again = await signIn()
    expect(again.body.seconds).toBeLessThanOrEqual(180)
    expect(app.mailServer.received.filter(({ to }) => to === address)).toHaveLength(1)
    await shop.update(`verification_codes set sent_at = sent_at - interval '30 seconds'`)
    const sofar = app.mailServer.received.length
    await signIn()
    const second = await codeOf(sofar)
    if (second !== first) expect((await signIn(first)).status).toBe(401)
    expect((await signIn(second)).status).toBe(200)
  })

  test('is stored only as an HMAC', async () => {
    const { code } = await mailedCode()
    const rows = await shop.query(
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
    const started = await shop.dealer.post('/api/Account/StartTotp', { password })
    expect(started.body.data.address).toMatch(/^otpauth:\/\/totp\//)
    expect((await signIn()).body.token).toBeDefined()
    const wrong = await shop.dealer.post('/api/Account/ConfirmTotp', { code: '000000' })
    expect(wrong).toMatchObject(refusal(401, 'session.badCode'))
    const { secret } = started.body.data
    await shop.dealer.post('/api/Account/ConfirmTotp', { code: codeOfSecret(secret) })
    expect((await signIn()).body).toEqual({ totpRequired: true })
    const rows = await shop.query('select row_to_json(u)::text from users u where tenant_id = $1')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('requires the password to set up', async () => {
    const refused = await shop.dealer.post('/api/Account/StartTotp', { password: 'wrong' })
    expect(refused).toMatchObject(refusal(400, 'account.wrongPassword'))
  })

  test('accepts each code once', async () => {
    const { secret } = await enrol(shop.dealer)
    // The confirming code is used up.
    expect((await signIn(codeOfSecret(secret))).body.code).toBe('session.badCode')
    const next = codeOfSecret(secret, 1)
    const answers = await Promise.all([signIn(next), signIn(next)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1)
  })

  test('can be replaced once by a recovery code, however typed', async () => {
    const { recoveryCodes } = await enrol(shop.dealer)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(first)).status).toBe(401)
    const profile = await shop.dealer.get('/api/Account/GetProfile')
    expect(profile.body.data).toMatchObject({ hasTotp: true, recoveryCodesLeft: 9 })
    const renewed = await shop.dealer.post('/api/Account/NewRecoveryCodes', { password })
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect((await signIn(second)).status).toBe(401)
  })

  test('wrong codes count as tries, like wrong passwords', async () => {
    await enrol(shop.dealer)
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await signIn('000000')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('can be removed by its owner with the password, and by an admin', async () => {
    await enrol(shop.dealer)
    expect((await shop.dealer.post('/api/Account/EndTotp', { password: 'x' })).status).toBe(400)
    expect((await shop.dealer.post('/api/Account/EndTotp', { password })).status).toBe(200)
    expect((await signIn()).body.token).toBeDefined()
    await enrol(shop.dealer)
    const dealer = await shop.user('dealer')
    expect(dealer.hasTotp).toBe(true)
    expect((await shop.admin.post('/api/Account/ResetUserTotp', { id: dealer.id })).status).toBe(200)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect((await signIn()).body.token).toBeDefined()
  })

  test('if the tenant requires it for a role, nothing else works until it is set up', async () => {
    const { body } = await shop.admin.get('/api/Account/GetTenantSettings')
    const settings = { ...body.data, totpRoles: ['customer'] }
    expect((await shop.admin.post('/api/Account/UpdateTenantSettings', settings)).status).toBe(200)
    const info = await shop.dealer.get('/api/Account/GetUserInfo')
    expect(info.body.secondFactorRequired).toBe(true)
    const home = await shop.dealer.get('/api/Shop/GetShopHome')
    expect(home).toMatchObject(refusal(403, 'session.secondFactorRequired'))
    expect((await shop.agent.get('/api/Shop/GetShopHome')).status).toBe(200)
    await enrol(shop.dealer)
    expect((await shop.dealer.get('/api/Shop/GetShopHome')).status).toBe(200)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).body.secondFactorRequired).toBeUndefined()
    const off = await shop.dealer.post('/api/Account/EndTotp', { password })
    expect(off).toMatchObject(refusal(403, 'permission.denied'))
  })
})
