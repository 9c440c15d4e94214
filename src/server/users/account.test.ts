import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { password, type Wholesaler, wholesaler } from '#test/factories.ts'

const authenticate = '/api/Account/authenticate'
const refresh = '/api/Account/CreateTokenByRefreshToken'
let app: TestApp
let count = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Sign-in tries are counted per tenant. */
async function freshShop(): Promise<Wholesaler> {
  count += 1
  return wholesaler(app, `users-${count}`)
}

async function signIn(shop: Wholesaler, username = 'dealer') {
  return shop.visitor.post(authenticate, { username, password })
}

describe('signing in', () => {
  test('trims the name, ignores case by Turkish rules, and sets the refresh cookie', async () => {
    const shop = await freshShop()
    const answer = await signIn(shop, '  DEALER ')
    expect(answer.status).toBe(200)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toContain(`urt=${answer.body.refreshToken}`)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/api\/Account/)
    const info = await shop.visitor.as({ token: answer.body.token }).get('/api/Account/GetUserInfo')
    expect(info.body).toMatchObject({ roles: ['customer'], currAccCode: '120.01', auths: [], pageAuths: [] })
    expect((await signIn(shop, 'ADMİN')).status).toBe(200)
  })

  test('answers the same for a wrong password and an unknown name, in the requested language', async () => {
    const shop = await freshShop()
    const inRussian = shop.visitor.as({ langCode: 'ru' })
    const wrong = await inRussian.post(authenticate, { username: 'dealer', password: 'wrong' })
    const unknown = await inRussian.post(authenticate, { username: 'nobody', password: 'wrong' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body.Message).toBe(unknown.body.Message)
    expect(wrong.body.Message).toMatch(/[а-я]/)
  })

  test('stores no token, only hashes', async () => {
    const shop = await freshShop()
    const { body } = await signIn(shop)
    const rows = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query(prepared('select row_to_json(s)::text as row from sessions s where tenant_id = $1')),
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(body.token)
    expect(stored).not.toContain(body.refreshToken.split('.')[1])
  })
})

describe('a refresh token', () => {
  test('returns new tokens and revokes the old access token', async () => {
    const shop = await freshShop()
    const first = (await signIn(shop)).body
    const second = await shop.visitor.get(refresh, { refreshToken: first.refreshToken })
    expect(second.status).toBe(200)
    const info = (token: string) => shop.visitor.as({ token }).get('/api/Account/GetUserInfo')
    expect((await info(second.body.token)).status).toBe(200)
    expect((await info(first.token)).status).toBe(401)
  })

  test('is also read from the cookie', async () => {
    const shop = await freshShop()
    const { body } = await signIn(shop)
    expect((await shop.visitor.as({ cookie: `urt=${body.refreshToken}` }).get(refresh)).status).toBe(200)
    expect((await shop.visitor.get(refresh)).status).toBe(401)
  })

  test('used twice concurrently returns the same successors', async () => {
    const shop = await freshShop()
    const { body } = await signIn(shop)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.visitor.get(refresh, { refreshToken: body.refreshToken })),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1)
  })

  test('used again after the grace period ends the session', async () => {
    const shop = await freshShop()
    const first = (await signIn(shop)).body
    const second = (await shop.visitor.get(refresh, { refreshToken: first.refreshToken })).body
    await app.database.inTenant(shop.tenantId, 'write', (tx) =>
      tx.query(
        prepared(`update sessions set rotated_at = rotated_at - interval '11 seconds' where tenant_id = $1`),
      ),
    )
    expect((await shop.visitor.get(refresh, { refreshToken: first.refreshToken })).status).toBe(401)
    expect((await shop.visitor.get(refresh, { refreshToken: second.refreshToken })).status).toBe(401)
    expect((await shop.visitor.as({ token: second.token }).get('/api/Account/GetUserInfo')).status).toBe(401)
  })

  test('renews a session for at most ninety days after the sign-in', async () => {
    const shop = await freshShop()
    const first = (await signIn(shop)).body
    const age = (days: number) =>
      app.database.inTenant(shop.tenantId, 'write', (tx) =>
        tx.query(
          prepared(
            `update sessions set created_at = created_at - make_interval(days => $2) where tenant_id = $1`,
          ),
          days,
        ),
      )
    await age(75)
    const second = await shop.visitor.get(refresh, { refreshToken: first.refreshToken })
    expect(second.status).toBe(200)
    const [left] = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query<{ days: number }>(
        prepared(`select round(extract(epoch from min(refresh_expires_at) - now()) / 86400)::int as days
                  from sessions where tenant_id = $1 and user_id = (select user_id from sessions where tenant_id = $1 and rotated_at is not null)`),
      ),
    )
    expect(left?.days).toBeLessThanOrEqual(15)
  })

  test('is invalid after sign-out', async () => {
    const shop = await freshShop()
    const { body } = await signIn(shop)
    const out = await shop.visitor.post('/api/Account/Logout', { refreshToken: body.refreshToken })
    expect(out.body).toEqual({ success: true })
    expect((await shop.visitor.get(refresh, { refreshToken: body.refreshToken })).status).toBe(401)
    expect((await shop.visitor.as({ token: body.token }).get('/api/Account/GetUserInfo')).status).toBe(401)
  })
})

test('a disabled user or an expired access token is refused at the next call', async () => {
  const shop = await freshShop()
  const { body } = await signIn(shop)
  const info = () => shop.visitor.as({ token: body.token }).get('/api/Account/GetUserInfo')
  const change = (text: string) =>
    app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query(prepared(text)))
  await change(`update users set is_active = false where tenant_id = $1`)
  expect((await info()).status).toBe(401)
  await change(`update users set is_active = true where tenant_id = $1`)
  expect((await info()).status).toBe(200)
  await change(
    `update sessions set access_expires_at = access_expires_at - interval '31 minutes' where tenant_id = $1`,
  )
  expect((await info()).status).toBe(401)
})

test('an invalid token gets a 401, whatever its format', async () => {
  const shop = await freshShop()
  for (const token of ['admin-token', 'x', 'a'.repeat(5000)]) {
    const answer = await shop.visitor.as({ token }).get('/api/Account/GetUserInfo')
    expect(answer).toMatchObject({ status: 401, body: { code: 'session.required' } })
  }
})
