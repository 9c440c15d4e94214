import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/tenant.ts'
import { noteStorageFault } from '#server/storageSpace.ts'
import { type Answer, type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { type DatabaseLine, databaseLine } from './proxy.ts'

/** By when a call must have been answered while the database says nothing, and `/health`; in milliseconds. */
const [callLimitMs, healthLimitMs] = [16_000, 2000]

describe('a database that is not there', { timeout: 60_000 }, () => {
  let line: DatabaseLine
  let app: TestApp
  let shop: Wholesaler

  beforeAll(async () => {
    const direct = await testDatabase()
    const { host, port, database: name, user } = direct.connections.app
    line = await databaseLine(join(String(host), `.s.PGSQL.${port}`))
    const connections = {
      ...direct.connections,
      app: { host: '127.0.0.1', port: line.port, database: name, user },
    }
    const database = await openDatabase(connections, { poolSize: 5 })
    app = await testApp({
      ...direct,
      database,
      drop: async () => {
        await database.close()
        await line.close()
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

  async function expectBack(order: ReturnType<typeof orderBody>): Promise<void> {
    const opened = performance.now()
    await line.set('open')
    await expect.poll(async () => (await health()).answer.status, { timeout: 5000, interval: 20 }).toBe(200)
    const { answer } = await timed(shop.dealer.post('/api/Shop/PostShopCart', order))
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ success: true })])
    expect(performance.now() - opened).toBeLessThan(1000)
  }

  test.each(['silent', 'refused'] as const)(
    '%s: calls and /health are answered with 503, and served again within a second',
    async (state) => {
      const order = orderBody({ lines: [[(await shop.variant('A1', 'S')).id, 1, 100]] })
      expect((await health()).answer).toMatchObject({ status: 200, body: { status: 'ok' } })
      await line.set(state)
      onTestFinished(() => line.set('open'))
      const calls = Promise.all([
        timed(shop.dealer.post('/api/Shop/PostShopCart', order)),
        timed(shop.dealer.post('/api/Shop/GetOrders', {})),
      ])
      const asked = await health()
      expect(asked.answer).toMatchObject({ status: 503, body: { status: 'unavailable', reason: 'database' } })
      expect(asked.answer.headers['retry-after']).toBe('1')
      expect(asked.tookMs).toBeLessThan(healthLimitMs)
      for (const { answer, tookMs } of await calls) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'database.absent' } })
        expect(answer.headers['retry-after']).toBe('1')
        expect(tookMs).toBeLessThan(callLimitMs)
      }
      await expectBack(order)
    },
  )

  test('replaced by another: what it does not know any more keeps nobody waiting', async () => {
    const order = async () => orderBody({ lines: [[(await shop.variant('A1', 'S')).id, 1, 100]] })
    const [first, second] = [await order(), await order()]
    // All connections are there, and idle.
    await Promise.all(Array.from({ length: 20 }, () => shop.dealer.post('/api/Shop/GetOrders', {})))
    expect((await shop.dealer.post('/api/Shop/PostShopCart', await order())).status).toBe(200)
    await line.set('silent')
    onTestFinished(() => line.set('open'))
    // More of them than there are connections.
    const lists = Array.from({ length: 10 }, () => timed(shop.dealer.post('/api/Shop/GetOrders', {})))
    const orders = Array.from({ length: 3 }, () => timed(shop.dealer.post('/api/Shop/PostShopCart', first)))
    await sleep(3000)
    await line.set('replaced')
    const back = performance.now()
    const list = () => shop.dealer.post('/api/Shop/GetOrders', {})
    await expect.poll(async () => (await list()).status, { timeout: 5000, interval: 20 }).toBe(200)
    expect((await shop.dealer.post('/api/Shop/PostShopCart', second)).status).toBe(200)
    expect(performance.now() - back).toBeLessThan(5000)
    for (const { answer } of await Promise.all([...lists, ...orders]))
      if (answer.status !== 200)
        expect(answer).toMatchObject({ status: 503, body: { code: 'database.absent' } })
    expect((await shop.dealer.post('/api/Shop/PostShopCart', first)).status).toBe(200)
  })

  test('gone for want of space: calls and /health say so', async () => {
    const order = orderBody({ lines: [[(await shop.variant('A1', 'S')).id, 1, 100]] })
    await line.set('refused')
    onTestFinished(() => line.set('open'))
    // What it said last.
    noteStorageFault(Object.assign(new Error('No space left on device'), { code: '53100' }))
    const { answer } = await timed(shop.dealer.post('/api/Shop/PostShopCart', order))
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage.full' } })
    expect(answer.headers['retry-after']).toBe('30')
    expect((await health()).answer).toMatchObject({ status: 503, body: { reason: 'storage' } })
  })
})
