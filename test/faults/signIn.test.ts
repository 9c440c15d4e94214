import { expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { client } from '#test/app.ts'
import { password } from '#test/factories.ts'
import { secondServer, shopPerTest, useApp } from '#test/useShop.ts'

const authenticate = '/api/Account/authenticate'
const app = useApp()
const shop = shopPerTest(app)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const countNameTries = prepared(
  `select coalesce(sum(tries), 0)::int as tries from sign_in_tries where tenant_id = $1 and kind = 'name'`,
)

/** Each from an address of its own, as in a storm over the internet. */
async function openDoor() {
  const { port } = await secondServer(app, { trustProxy: '127.0.0.1' })
  let addresses = 0
  return async (username: string, given: string) => {
    addresses += 1
    const address = `10.0.${addresses >> 8}.${addresses & 255}`
    const visitor = client(port, { host: `${shop.key}.localhost`, 'x-forwarded-for': address })
    const startedAt = performance.now()
    const { status, body, headers } = await visitor.post(authenticate, { username, password: given })
    return { status, code: body.code, headers, tookMs: performance.now() - startedAt }
  }
}

test('in a storm of sign-ins those who would wait too long are refused at once, and not counted', async () => {
  const signIn = await openDoor()
  const quiet: Awaited<ReturnType<typeof signIn>>[] = []
  for (let index = 0; index < 5; index += 1) quiet.push(await signIn(`quiet ${index}`, 'wrong'))
  expect(quiet.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  const eachMs = median(quiet.map(({ tookMs }) => tookMs))
  // More than any machine can hash in time, three at once.
  const stormCount = Math.max(400, Math.ceil(30_000 / eachMs))

  const storm = Array.from({ length: stormCount }, (_, index) => signIn(`stranger ${index}`, 'wrong'))
  // Known names are refused like others.
  const known = Promise.all([signIn('dealer', password), signIn('admin', 'wrong')])
  const answers = await Promise.all(storm)
  const refused = answers.filter(({ status }) => status === 503)
  const judged = answers.filter(({ status }) => status !== 503)
  console.log(
    `one took ${Math.round(eachMs)} ms; of ${stormCount} sign-ins ${judged.length} were answered after ` +
      `${Math.round(median(judged.map(({ tookMs }) => tookMs)))} ms, ${refused.length} refused after ` +
      `${Math.round(median(refused.map(({ tookMs }) => tookMs)))} ms`,
  )
  expect(new Set(judged.map(({ status }) => status))).toEqual(new Set([401]))
  expect(judged.length).toBeGreaterThan(1)
  expect(refused.length).toBeGreaterThan(judged.length)
  for (const { code, headers } of refused) {
    expect(code).toBe('server.busy')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const slowest = (some: { tookMs: number }[]) => Math.max(...some.map(({ tookMs }) => tookMs))
  // All of them would take twice as long.
  expect(slowest(judged)).toBeLessThan((stormCount * eachMs) / 3 / 2)
  expect(median(refused.map(({ tookMs }) => tookMs))).toBeLessThan(median(judged.map(({ tookMs }) => tookMs)))

  const counted = await shop.query<{ tries: number }>(countNameTries)
  expect(counted).toEqual([{ tries: quiet.length + judged.length }])
  expect((await known).map(({ code }) => code)).toEqual(['server.busy', 'server.busy'])
  expect((await signIn('dealer', password)).status).toBe(200)
})
