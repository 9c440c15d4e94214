import { beforeEach, describe, expect, test } from 'vitest'
import { client, refusal } from '#test/app.ts'
import { password } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const fresh = 'Kuzey yıldızı 47 gemi'
const app = useApp()
const shop = shopPerTest(app)
let address: string
beforeEach(async () => {
  address = `dealer@${shop.key}.example.com`
  await shop.update(`users set email = $2 where username = 'dealer'`, address)
})

const signIn = (secret = password) => shop.signIn('dealer', { password: secret })
const twice = (newPassword: string, newPasswordConfirm = newPassword) => ({ newPassword, newPasswordConfirm })

describe('changing one’s own password', () => {
  const passwordChange = '/api/Account/PasswordChange'

  test('ends every other session and keeps this one', async () => {
    const other = (await signIn()).body
    const changed = await shop.dealer.post(passwordChange, { oldPassword: password, ...twice(fresh) })
    expect(changed.body).toEqual({ success: true })
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(200)
    expect((await shop.visitor.as({ token: other.token }).get('/api/Account/GetUserInfo')).status).toBe(401)
    const renewed = await shop.visitor.get('/api/Account/CreateTokenByRefreshToken', {
      refreshToken: other.refreshToken,
    })
    expect(renewed.status).toBe(401)
    expect((await signIn()).status).toBe(401)
    expect((await signIn(fresh)).status).toBe(200)
    expect((await app.mailServer.next(address)).subject).toContain('Wholesaler')
  })

  test('requires the old one, and counts wrong ones', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const answer = await shop.dealer.post(passwordChange, { oldPassword: 'wrong', ...twice(fresh) })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })

  test.each([
    ['too short', 'kısa 1!', password],
    ['among the first that are tried', 'password123', password],
    ['made of the user’s name', 'dealer2026', password],
    ['made of the company’s name', 'Wholesaler-99', password],
  ])('refuses one that is %s, beside its field', async (_, newPassword, oldPassword) => {
    const refused = await shop.dealer.post(passwordChange, { oldPassword, ...twice(newPassword) })
    expect(refused).toMatchObject(refusal(400, 'request.invalid'))
    expect(Object.keys(refused.body.fields)).toEqual(['newPassword'])
  })

  test('refuses a confirmation that differs', async () => {
    const refused = await shop.dealer.post(passwordChange, {
      oldPassword: password,
      ...twice(fresh, `${fresh} `),
    })
    expect(Object.keys(refused.body.fields)).toEqual(['newPasswordConfirm'])
  })

  test('accepts any characters, in any Unicode normalization', async () => {
    const composed = 'çok güzel bir şifre é'.normalize('NFC')
    await shop.dealer.post(passwordChange, { oldPassword: password, ...twice(composed) })
    expect((await signIn(composed.normalize('NFD'))).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  const request = '/api/Account/RequestPasswordReset'
  const reset = '/api/Account/ResetPassword'
  const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const tokenIn = (text: string) => linkIn(text).split('#')[1] ?? ''

  test('can be replaced once with a mailed link; every session ends', async () => {
    expect((await shop.visitor.post(request, { username: ' DEALER ' })).body).toEqual({ success: true })
    const { text } = await app.mailServer.next(address)
    expect(linkIn(text)).toMatch(new RegExp(`^http://${shop.key}\\.localhost(:\\d+)?/reset#[\\w-]{43}$`))
    const token = tokenIn(text)
    const weak = await shop.visitor.post(reset, { token, ...twice('password123') })
    expect(weak.body.fields).toHaveProperty('newPassword')
    expect((await shop.visitor.post(reset, { token, ...twice(fresh) })).status).toBe(200)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect((await signIn(fresh)).status).toBe(200)
    const again = await shop.visitor.post(reset, { token, ...twice(`${fresh} 2`) })
    expect(again).toMatchObject(refusal(400, 'account.resetLinkSpent'))
  })

  test('is also found by e-mail, and each link replaces the previous one', async () => {
    await shop.visitor.post(request, { username: address.toUpperCase() })
    const first = tokenIn((await app.mailServer.next(address)).text)
    const sofar = app.mailServer.received.length
    await shop.visitor.post(request, { username: 'dealer' })
    const second = tokenIn((await app.mailServer.next(address, sofar)).text)
    expect((await shop.visitor.post(reset, { token: first, ...twice(fresh) })).status).toBe(400)
    expect((await shop.visitor.post(reset, { token: second, ...twice(fresh) })).status).toBe(200)
  })

  test('answers the same for an unknown name, and sends nothing', async () => {
    const sofar = app.mailServer.received.length
    expect((await shop.visitor.post(request, { username: 'nobody' })).body).toEqual({ success: true })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(app.mailServer.received.length).toBe(sofar)
  })

  test('has a link that expires, also when the password changes', async () => {
    await shop.visitor.post(request, { username: 'dealer' })
    const token = tokenIn((await app.mailServer.next(address)).text)
    await shop.update(`password_resets set expires_at = expires_at - interval '31 minutes'`)
    expect((await shop.visitor.post(reset, { token, ...twice(fresh) })).status).toBe(400)
    const sofar = app.mailServer.received.length
    await shop.visitor.post(request, { username: 'dealer' })
    const next = tokenIn((await app.mailServer.next(address, sofar)).text)
    await shop.dealer.post('/api/Account/PasswordChange', { oldPassword: password, ...twice(fresh) })
    expect((await shop.visitor.post(reset, { token: next, ...twice(`${fresh} 2`) })).status).toBe(400)
  })

  test('has a link to the tenant’s own host, whatever the Host header', async () => {
    const own = `${shop.key}.localhost`
    // A foreign host, and the own one with another port.
    const statusAt = async (host: string) =>
      (await client(app.port, { host }).post(request, { username: 'dealer' })).status
    expect(await statusAt('evil.example')).toBe(404)
    expect(await statusAt(`${own}:4711`)).toBe(200)
    const { text } = await app.mailServer.next(address)
    expect(linkIn(text)).toMatch(new RegExp(`^http://${own}:${app.port}/reset#`))
  })

  test('is rate-limited', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      statuses.push((await shop.visitor.post(request, { username: 'dealer' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
