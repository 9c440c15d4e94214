import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/tenant.ts'
import { type Answer, refusal, type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { type Wholesaler, wholesaler } from '#test/factories.ts'

const [listCallCount, orderCallCount] = [150, 50]

let app: TestApp
let shop: Wholesaler
/** Overrides the expected wait for a connection. */
let fakeWaitMs: number | undefined

beforeAll(async () => {
  const direct = await testDatabase()
  const database = await openDatabase(direct.connections, { poolSize: 5 })
  app = await testApp({
    ...direct,
    database: {
      ...database,
      expectedWaitMs: (mode) => fakeWaitMs ?? database.expectedWaitMs(mode),
    },
    drop: async () => {
      await database.close()
      await direct.drop()
    },
  })
  shop = await wholesaler(app, 'busy')
})
afterAll(() => app?.close())

/** Blocks statements on orders until `release`. */
async function lockOrders() {
  const client = new pg.Client(app.connections.owner)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table orders in access exclusive mode')
  return { release: () => client.query('commit') }
}

async function timed(call: Promise<Answer>) {
  const startedAt = performance.now()
  const { status, headers, body } = await call
  return { status, headers, body, tookMs: performance.now() - startedAt }
}

test('calls that would wait too long are refused at once; every order is placed once', async () => {
  const orders = Array.from({ length: orderCallCount }, () =>
    shop.orderBody({ orderType: 'Season', lines: { 'A1 S': 1 } }),
  )
  const place = (order: (typeof orders)[number]) => timed(shop.dealer.post('/api/Shop/PostShopCart', order))
  const list = () => timed(shop.dealer.post('/api/Shop/GetOrders', {}))

  const held = await lockOrders()
  const lists = Array.from({ length: listCallCount }, list)
  const placed = orders.map(place)
  const refused: Awaited<ReturnType<typeof list>>[] = []
  await expect
    .poll(
      async () => {
        const answer = await Promise.race([
          list(),
          new Promise<undefined>((resolve) => setTimeout(resolve, 50)),
        ])
        if (answer) refused.push(answer)
        return refused.length
      },
      { interval: 1 },
    )
    .toBeGreaterThanOrEqual(3)
  expect((await timed(shop.visitor.get('/health'))).status).toBe(200)
  // Accepted, although lists are refused at the same time.
  const late = shop.orderBody({ orderType: 'Season', lines: { 'A1 S': 1 } })
  const latePlaced = place(late)
  refused.push(await list())
  await held.release()

  const waited = (await Promise.all(lists)).filter(({ status }) => status === 200)
  const answers = await Promise.all([...placed, latePlaced])
  expect(answers.map(({ status }) => status)).toEqual(Array(orderCallCount + 1).fill(200))
  expect(waited.length).toBeGreaterThan(0)
  const shortestWaitMs = Math.min(...waited.map(({ tookMs }) => tookMs))
  for (const { status, headers, body, tookMs } of refused) {
    expect({ status, body }).toMatchObject(refusal(503, 'server.busy'))
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(tookMs).toBeLessThan(shortestWaitMs)
  }

  const again = await Promise.all([...orders, late].map(place))
  expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body))
  const { body } = await shop.dealer.post('/api/Shop/GetOrders', { limit: 200 })
  expect(body.data.total).toBe(orderCallCount + 1)
  expect((await list()).status).toBe(200)
})

test('calls that would wait over two seconds are refused, except orders', async () => {
  onTestFinished(() => {
    fakeWaitMs = undefined
  })
  const order = shop.orderBody({ orderType: 'Season', lines: { 'A1 M': 1 } })
  const { guidKey: _guidKey, ...cart } = order
  const draft = { ...cart, id: crypto.randomUUID(), name: 'Busy', isShared: false }
  const statuses = async () => {
    const answers = [
      await shop.dealer.post('/api/Shop/GetOrders', {}),
      await shop.dealer.post('/api/Shop/SaveDraft', draft),
      await shop.dealer.post('/api/Shop/PostShopCart', order),
    ]
    return answers.map(({ status }) => status)
  }
  fakeWaitMs = 2000
  expect(await statuses()).toEqual([200, 200, 200])
  fakeWaitMs = 2001
  expect(await statuses()).toEqual([503, 503, 200])
  fakeWaitMs = 1_000_000
  expect(await statuses()).toEqual([503, 503, 200])
})
