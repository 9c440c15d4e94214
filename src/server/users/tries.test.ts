import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { type TestApp, testApp } from '#test/app.ts'
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
  return wholesaler(app, `tries-${count}`)
}

const wrong = (shop: Wholesaler, username = 'dealer', cookie?: string) =>
  shop.visitor.as(cookie ? { cookie } : {}).post(authenticate, { username, password: 'wrong' })
const right = (shop: Wholesaler, username = 'dealer', cookie?: string) =>
  shop.visitor.as(cookie ? { cookie } : {}).post(authenticate, { username, password })

const passTime = (shop: Wholesaler, seconds: number) =>
  app.database.inTenant(shop.tenantId, 'write', (tx) =>
    tx.query(
      prepared(`update sign_in_tries set blocked_until = blocked_until - make_interval(secs => $2),
                                         window_ends_at = window_ends_at - make_interval(secs => $2) where tenant_id = $1`),
      seconds,
    ),
  )

async function statuses(work: () => Promise<{ status: number }>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let done = 0; done < times; done += 1) all.push((await work()).status)
  return all
}

describe('guessing a password', () => {
  test('is allowed five times, then blocked; each further try doubles the wait', async () => {
    const shop = await freshShop()
    expect(await statuses(() => wrong(shop), 6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await wrong(shop)
    expect(refused.body).toMatchObject({ code: 'session.tooManyTries', seconds: 30 })
    expect(refused.body.Message).toContain('30')
    expect(refused.headers['retry-after']).toBe('30')
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      await passTime(shop, 901)
      expect((await wrong(shop)).status).toBe(401)
      expect((await wrong(shop)).body.seconds).toBe(wait)
    }
  })

  test('also delays the right password; after it nobody waits', async () => {
    const shop = await freshShop()
    await statuses(() => wrong(shop), 5)
    expect((await right(shop)).status).toBe(429)
    await passTime(shop, 31)
    expect((await right(shop)).status).toBe(200)
    expect(await statuses(() => wrong(shop), 5)).toEqual([401, 401, 401, 401, 401])
  })

  test('gains nothing from concurrent tries', async () => {
    const shop = await freshShop()
    const answers = await Promise.all(Array.from({ length: 40 }, () => wrong(shop)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })

  test('counts for unknown names as for known ones', async () => {
    const shop = await freshShop()
    expect(await statuses(() => wrong(shop, 'nobody'), 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('for one name does not block others at the address', async () => {
    const shop = await freshShop()
    await statuses(() => wrong(shop), 7)
    expect((await right(shop, 'admin')).status).toBe(200)
  })

  test('for many names is blocked by address', async () => {
    const shop = await freshShop()
    const names = Array.from({ length: 70 }, (_, index) => `name${index}`)
    const answers: number[] = []
    for (const name of names) answers.push((await wrong(shop, name)).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(60)
    expect(answers.slice(60)).toEqual(Array.from({ length: 10 }, () => 429))
  })

  test('does not delay the user on a known device', async () => {
    const shop = await freshShop()
    const signedIn = await right(shop)
    const cookie = String(signedIn.headers['set-cookie']).match(/device=[^;]+/)?.[0] ?? ''
    await statuses(() => wrong(shop), 8)
    expect((await right(shop)).status).toBe(429)
    expect((await right(shop, 'dealer', cookie)).status).toBe(200)
    // Trusted for this name only, with a limit.
    expect((await right(shop, 'DEALER', cookie)).status).toBe(200)
    expect(await statuses(() => wrong(shop, 'agent', cookie), 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await statuses(() => wrong(shop, 'dealer', cookie), 11)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
    ])
  })

  test('is not helped by a forged device cookie or one of another tenant', async () => {
    const [shop, other] = [await freshShop(), await freshShop()]
    const foreign = String((await right(other)).headers['set-cookie']).match(/device=[^;]+/)?.[0] ?? ''
    await statuses(() => wrong(shop), 5)
    for (const cookie of [foreign, 'device=abc.def', 'device=', `device=${'x'.repeat(3000)}`]) {
      expect((await right(shop, 'dealer', cookie)).status).toBe(429)
    }
  })

  test('stores no readable name or address', async () => {
    const shop = await freshShop()
    await wrong(shop, 'Özel Müşteri')
    const rows = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query<{ row: string }>(
        prepared('select row_to_json(t)::text as row from sign_in_tries t where tenant_id = $1'),
      ),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/zel|127\.0\.0\.1/)
  })
})
