import { describe, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const authenticate = '/api/Account/authenticate'
const refresh = '/api/Account/CreateTokenByRefreshToken'
const app = useApp()
const shop = shopPerTest(app)

describe('signing in', () => {
  test('trims the name, ignores case by Turkish rules, and sets the refresh cookie', async () => {
    const answer = await shop.signIn('  DEALER ')
    expect(answer.status).toBe(200)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toContain(`urt=${answer.body.refreshToken}`)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/api\/Account/)
    const info = await shop.visitor.as({ token: answer.body.token }).get('/api/Account/GetUserInfo')
    expect(info.body).toMatchObject({ roles: ['customer'], currAccCode: '120.01', auths: [], pageAuths: [] })
    expect((await shop.signIn('ADMİN')).status).toBe(200)
  })

  test('answers the same for a wrong password and an unknown name, in the requested language', async () => {
    const inRussian = shop.visitor.as({ langCode: 'ru' })
    const wrong = await inRussian.post(authenticate, { username: 'dealer', password: 'wrong' })
    const unknown = await inRussian.post(authenticate, { username: 'nobody', password: 'wrong' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body.Message).toBe(unknown.body.Message)
    expect(wrong.body.Message).toMatch(/[а-я]/)
  })

  test('stores no token, only hashes', async () => {
    const { body } = await shop.signIn()
    const rows = await shop.query('select row_to_json(s)::text as row from sessions s where tenant_id = $1')
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(body.token)
    expect(stored).not.toContain(body.refreshToken.split('.')[1])
  })
})

describe('a refresh token', () => {
  test('returns new tokens and revokes the old access token', async () => {
    const first = (await shop.signIn()).body
    const second = await shop.visitor.get(refresh, { refreshToken: first.refreshToken })
    expect(second.status).toBe(200)
    const info = (token: string) => shop.visitor.as({ token }).get('/api/Account/GetUserInfo')
    expect((await info(second.body.token)).status).toBe(200)
    expect((await info(first.token)).status).toBe(401)
  })

  test('is also read from the cookie', async () => {
    const { body } = await shop.signIn()
    expect((await shop.visitor.as({ cookie: `urt=${body.refreshToken}` }).get(refresh)).status).toBe(200)
    expect((await shop.visitor.get(refresh)).status).toBe(401)
  })

  test('used twice concurrently returns the same successors', async () => {
    const { body } = await shop.signIn()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.visitor.get(refresh, { refreshToken: body.refreshToken })),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1)
  })

  test('used again after the grace period ends the session', async () => {
    const first = (await shop.signIn()).body
    const second = (await shop.visitor.get(refresh, { refreshToken: first.refreshToken })).body
    await shop.update(`sessions set rotated_at = rotated_at - interval '11 seconds'`)
    expect((await shop.visitor.get(refresh, { refreshToken: first.refreshToken })).status).toBe(401)
    expect((await shop.visitor.get(refresh, { refreshToken: second.refreshToken })).status).toBe(401)
    expect((await shop.visitor.as({ token: second.token }).get('/api/Account/GetUserInfo')).status).toBe(401)
  })

  test('renews a session for at most ninety days after the sign-in', async () => {
    const first = (await shop.signIn()).body
    const age = (days: number) =>
      shop.update('sessions set created_at = created_at - make_interval(days => $2)', days)
    await age(75)
    const second = await shop.visitor.get(refresh, { refreshToken: first.refreshToken })
    expect(second.status).toBe(200)
    const [left] = await shop.query<{
      days: number
    }>(`select round(extract(epoch from min(refresh_expires_at) - now()) / 86400)::int as days
                  from sessions where tenant_id = $1 and user_id = (select user_id from sessions where tenant_id = $1 and rotated_at is not null)`)
    expect(left?.days).toBeLessThanOrEqual(15)
  })

  test('is invalid after sign-out', async () => {
    const { body } = await shop.signIn()
    const out = await shop.visitor.post('/api/Account/Logout', { refreshToken: body.refreshToken })
    expect(out.body).toEqual({ success: true })
    expect((await shop.visitor.get(refresh, { refreshToken: body.refreshToken })).status).toBe(401)
    expect((await shop.visitor.as({ token: body.token }).get('/api/Account/GetUserInfo')).status).toBe(401)
  })
})

test('an expired access token is refused at the next call', async () => {
  const { body } = await shop.signIn()
  const info = () => shop.visitor.as({ token: body.token }).get('/api/Account/GetUserInfo')
  expect((await info()).status).toBe(200)
  await shop.update(`sessions set access_expires_at = access_expires_at - interval '31 minutes'`)
  expect((await info()).status).toBe(401)
})

test('an invalid token gets a 401, whatever its format', async () => {
  for (const token of ['admin-token', 'x', 'a'.repeat(5000)]) {
    const answer = await shop.visitor.as({ token }).get('/api/Account/GetUserInfo')
    expect(answer).toMatchObject(refusal(401, 'session.required'))
  }
})
