import { describe, expect, test } from 'vitest'
import type { Answer } from '#test/app.ts'
import { password } from '#test/factories.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const authenticate = '/api/Account/authenticate'
const app = useApp()
const shop = shopPerTest(app)

const wrong = (username = 'dealer', cookie?: string) =>
  shop.visitor.as(cookie ? { cookie } : {}).post(authenticate, { username, password: 'wrong' })
const right = (username = 'dealer', cookie?: string, of = shop) =>
  of.visitor.as(cookie ? { cookie } : {}).post(authenticate, { username, password })
const deviceCookie = ({ headers }: Answer) => /device=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

const passTime = (seconds: number) =>
  shop.update(
    'sign_in_tries set blocked_until = blocked_until - make_interval(secs => $2), window_ends_at = window_ends_at - make_interval(secs => $2)',
    seconds,
  )

async function statuses(work: () => Promise<{ status: number }>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let done = 0; done < times; done += 1) all.push((await work()).status)
  return all
}

describe('guessing a password', () => {
  test('is allowed five times, then blocked; each further try doubles the wait', async () => {
    expect(await statuses(() => wrong(), 6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await wrong()
    expect(refused.body).toMatchObject({ code: 'session.tooManyTries', seconds: 30 })
    expect(refused.body.Message).toContain('30')
    expect(refused.headers['retry-after']).toBe('30')
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      await passTime(901)
      expect((await wrong()).status).toBe(401)
      expect((await wrong()).body.seconds).toBe(wait)
    }
  })

  test('also delays the right password; after it nobody waits', async () => {
    await statuses(() => wrong(), 5)
    expect((await right()).status).toBe(429)
    await passTime(31)
    expect((await right()).status).toBe(200)
    expect(await statuses(() => wrong(), 5)).toEqual([401, 401, 401, 401, 401])
  })

  test('gains nothing from concurrent tries', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => wrong()))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    // The queue of password checks is bounded too.
    const refused = answers.filter(({ body: { code } }) =>
      ['session.tooManyTries', 'server.busy'].includes(code),
    )
    expect(refused).toHaveLength(35)
  })

  test('counts for unknown names as for known ones', async () => {
    expect(await statuses(() => wrong('nobody'), 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('for one name does not block others at the address', async () => {
    await statuses(() => wrong(), 7)
    expect((await right('admin')).status).toBe(200)
  })

  test('for many names is blocked by address', async () => {
    expect((await wrong('name1')).status).toBe(401)
    // As after 59 tries.
    await shop.update(`sign_in_tries set tries = tries + 58 where kind = 'address'`)
    const names = ['name60', 'name61', 'name62', 'name63']
    const answers: number[] = []
    for (const name of names) answers.push((await wrong(name)).status)
    expect(answers).toEqual([401, 429, 429, 429])
  })

  test('does not delay the user on a known device', async () => {
    const cookie = deviceCookie(await right())
    await statuses(() => wrong(), 8)
    expect((await right()).status).toBe(429)
    expect((await right('dealer', cookie)).status).toBe(200)
    // Trusted for this name only, with a limit.
    expect((await right('DEALER', cookie)).status).toBe(200)
    expect(await statuses(() => wrong('agent', cookie), 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await statuses(() => wrong('dealer', cookie), 11)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
    ])
  })

  test('is not helped by a forged device cookie or one of another tenant', async () => {
    const foreign = deviceCookie(await right('dealer', undefined, await newShop(app)))
    await statuses(() => wrong(), 5)
    for (const cookie of [foreign, 'device=abc.def', 'device=', `device=${'x'.repeat(3000)}`]) {
      expect((await right('dealer', cookie)).status).toBe(429)
    }
  })

  test('stores no readable name or address', async () => {
    await wrong('Özel Müşteri')
    const rows = await shop.query<{ row: string }>(
      'select row_to_json(t)::text as row from sign_in_tries t where tenant_id = $1',
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/zel|127\.0\.0\.1/)
  })
})
