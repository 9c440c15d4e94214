import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancers, missingFor, startBalancer } from '#test/balancers.ts'
import { orderBody } from '#test/factories.ts'
import { exchange } from '#test/http.ts'
import { asJson } from '#test/send.ts'
import { stopServer } from './server.ts'
import { startTwoServers, type TwoServers } from './twoServers.ts'

/** At once; each goes on as soon as its call is answered. */
const inFlight = 8
const answerTimeoutMs = 10_000

describe.each(balancers)('a rolling restart behind $name', (balancer) => {
  const missing = missingFor(balancer)
  if (missing) console.warn(`No rolling restart behind ${balancer.name}: ${missing} is missing.`)
  let both: TwoServers
  beforeAll(async () => {
    both = await startTwoServers()
  }, 120_000)
  afterAll(() => both[Symbol.asyncDispose]())

  test.skipIf(missing)('fails no call', { timeout: 180_000 }, async () => {
    const ports = [both.servers[0].port, both.servers[1].port] as [number, number]
    const { securePort, ca } = await startBalancer(balancer, ports)
    await sleep(1500)

    await both.shop.query('update variants set inventory = 1000000 where tenant_id = $1')
    const { token } = (await both.shop.signIn('dealer')).body as { token: string }
    const failures: string[] = []
    const numbers = new Map<string, string>()
    let reads = 0
    const over = new AbortController()
    const call = (path: string, body?: object) =>
      exchange({
        port: securePort,
        ca,
        path,
        method: body ? 'POST' : 'GET',
        headers: { ...asJson, host: 'one.localhost', authorization: `Bearer ${token}` },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
    const order = async () => {
      const body = orderBody({ lines: [[both.shop.id('A1 S'), 1, 100]] })
      const answer = await call('/api/Shop/PostShopCart', body)
      const placed = answer.body.toString()
      if (answer.status !== 200) failures.push(`order ${answer.status} ${placed}`)
      else numbers.set(body.guidKey, (JSON.parse(placed) as { orderNumber: string }).orderNumber)
    }
    const read = async () => {
      const { status } = await call('/api/Shop/GetShopHome')
      reads += 1
      if (status !== 200) failures.push(`read ${status}`)
    }
    const callOn = async (index: number) => {
      while (!over.signal.aborted)
        await (index % 2 ? read() : order()).catch((error: Error) =>
          failures.push(`${error.message} ${String(error.cause)}`),
        )
    }
    const calls = Promise.all(Array.from({ length: inFlight }, (_, index) => callOn(index)))
    await sleep(1000)
    for (const index of [0, 1, 0, 1] as const) {
      expect(await stopServer(both.servers[index], 'SIGTERM')).toBe(0)
      await both.restart(index)
      // Until the balancer trusts it again.
      await sleep(1500)
    }
    over.abort()
    await calls
    console.log(`4 restarts: ${numbers.size} orders, ${reads} reads, ${failures.length} failed`)
    expect(failures).toEqual([])
    expect(numbers.size).toBeGreaterThan(100)
    const stored = await both.shop.query<{ guidKey: string; number: string }>(
      'select guid_key as "guidKey", number::text from orders where tenant_id = $1',
    )
    expect(new Map(stored.map(({ guidKey, number }) => [guidKey, number]))).toEqual(numbers)
  })
})
