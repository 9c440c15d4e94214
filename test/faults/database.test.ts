import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/tenant.ts'
import { noteStorageFault } from '#server/files/storageSpace.ts'
import { type Answer, refusal, type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { type DatabaseProxy, databaseProxy } from './proxy.ts'

const [callLimitMs, healthLimitMs] = [16_000, 2000]

describe('an unreachable database', { timeout: 60_000 }, () => {
  let proxy: DatabaseProxy
  let app: TestApp
  let shop: Wholesaler

  beforeAll(async () => {
    const direct = await testDatabase()
    const { host, port, database: name, user } = direct.connections.app
    proxy = await databaseProxy(join(String(host), `.s.PGSQL.${port}`))
    const connections = {
      ...direct.connections,
      app: { host: '127.0.0.1', port: proxy.port, database: name, user },
    }
    const database = await openDatabase(connections, { poolSize: 5 })
    app = await testApp({
      ...direct,
      database,
      drop: async () => {
        await database.close()
        await proxy.close()
        await direct.drop()
      },
    })
    shop = await wholesaler(app, 'faults')
  })
  afterAll(() => app?.close())

  async function timed(call: Promise<Answer>): Promise<{ answer: Answer; tookMs: number }> {
    const started = performance.now()
    return { answer: await call, tookMs: performance.now() - started }
  }
  const health = () => timed(shop.visitor.get('/health'))

  async function expectRecovery(order: ReturnType<typeof orderBody>): Promise<void> {
    const opened = performance.now()
    await proxy.set('open')
    await expect.poll(async () => (await health()).answer.status, { timeout: 5000, interval: 20 }).toBe(200)
    const { answer } = await timed(shop.dealer.post('/api/Shop/PostShopCart', order))
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ success: true })])
    expect(performance.now() - opened).toBeLessThan(1000)
  }

  test.each(['silent', 'refused'] as const)(
    '%s: calls and /health return 503, and work again within a second',
    async (state) => {
      const order = shop.orderBody()
      expect((await health()).answer).toMatchObject({ status: 200, body: { status: 'ok' } })
      await proxy.set(state)
      onTestFinished(() => proxy.set('open'))
      const calls = Promise.all([
        timed(shop.dealer.post('/api/Shop/PostShopCart', order)),
        timed(shop.dealer.post('/api/Shop/GetOrders', {})),
      ])
      const duringFault = await health()
      expect(duringFault.answer).toMatchObject({
        status: 503,
        body: { status: 'unavailable', reason: 'database' },
      })
      expect(duringFault.answer.headers['retry-after']).toBe('1')
      expect(duringFault.tookMs).toBeLessThan(healthLimitMs)
      for (const { answer, tookMs } of await calls) {
        expect(answer).toMatchObject(refusal(503, 'database.absent'))
        expect(answer.headers['retry-after']).toBe('1')
        expect(tookMs).toBeLessThan(callLimitMs)
      }
      await expectRecovery(order)
    },
  )

  test('after a failover, calls on dead connections do not block', async () => {
    const order = async () => shop.orderBody()
    const [first, second] = [await order(), await order()]
    // Opens all connections.
    await Promise.all(Array.from({ length: 20 }, () => shop.dealer.post('/api/Shop/GetOrders', {})))
    expect((await shop.dealer.post('/api/Shop/PostShopCart', await order())).status).toBe(200)
    await proxy.set('silent')
    onTestFinished(() => proxy.set('open'))
    // More calls than connections.
    const lists = Array.from({ length: 10 }, () => timed(shop.dealer.post('/api/Shop/GetOrders', {})))
    const orders = Array.from({ length: 3 }, () => timed(shop.dealer.post('/api/Shop/PostShopCart', first)))
    await sleep(3000)
    await proxy.set('replaced')
    const back = performance.now()
    const list = () => shop.dealer.post('/api/Shop/GetOrders', {})
    await expect.poll(async () => (await list()).status, { timeout: 5000, interval: 20 }).toBe(200)
    expect((await shop.dealer.post('/api/Shop/PostShopCart', second)).status).toBe(200)
    expect(performance.now() - back).toBeLessThan(5000)
    for (const { answer } of await Promise.all([...lists, ...orders]))
      if (answer.status !== 200) expect(answer).toMatchObject(refusal(503, 'database.absent'))
    expect((await shop.dealer.post('/api/Shop/PostShopCart', first)).status).toBe(200)
  })

  test('stopped for lack of space: calls and /health report full storage', async () => {
    const order = shop.orderBody()
    await proxy.set('refused')
    onTestFinished(() => proxy.set('open'))
    noteStorageFault(Object.assign(new Error('No space left on device'), { code: '53100' }))
    const { answer } = await timed(shop.dealer.post('/api/Shop/PostShopCart', order))
    expect(answer).toMatchObject(refusal(503, 'storage.full'))
    expect(answer.headers['retry-after']).toBe('30')
    expect((await health()).answer).toMatchObject({ status: 503, body: { reason: 'storage' } })
  })
})
