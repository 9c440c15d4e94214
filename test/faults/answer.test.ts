import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Order, orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { type CutMoment, proxyWithoutAnswers } from './proxy.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { connect, readStoredOrders } from './storedOrders.ts'

const initialStock = 100

describe.runIf(process.platform === 'linux')('an order without an answer', { timeout: 60_000 }, () => {
  let shop: ShopFolder
  let server: ServerProcess
  let token: string

  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(initialStock))
    server = await startServer(shop.dataDir)
    token = await signIn(server.port)
  })
  afterAll(async () => {
    if (server) killEverything(server, shop.cluster)
    await shop?.erase()
  })

  /** One of the first article and two of the second. */
  const newOrder = () =>
    orderOf(shop.articles, [
      { article: 0, qty: 1 },
      { article: 1, qty: 2 },
    ])

  /** Sends an order through a proxy that drops the answer. Returns the dropped answer. */
  async function sendWithoutAnswer(
    order: Order,
    cut: CutMoment,
    onCut: () => void = () => {},
  ): Promise<string> {
    let droppedAnswer = ''
    const proxy = await proxyWithoutAnswers(server.port, cut, (answer) => {
      onCut()
      droppedAnswer = answer
    })
    onTestFinished(() => proxy.close())
    await expect(sendOrder(proxy.port, token, order)).rejects.toThrow()
    return droppedAnswer
  }

  /** The order's number, null if it is not stored, the count of orders and the articles' stock. */
  async function storedOrder(order: Order) {
    const books = await readStoredOrders(shop)
    expect(books).toMatchObject({ lostKeys: [], wrongSums: [], keys: books.orders.length })
    const found = books.orders.filter(({ guidKey }) => guidKey === order.guidKey)
    expect(found.length).toBeLessThanOrEqual(1)
    return {
      number: found[0] ? String(found[0].number) : null,
      orders: books.orders.length,
      left: order.lines.map(({ productId }) => books.stock.get(productId) ?? Number.NaN),
    }
  }

  const stockAfterOrder = (left: number[]) => left.map((pieces, index) => pieces - index - 1)

  test('server and database killed between commit and answer: resending returns the same order', async () => {
    const order = newOrder()
    const before = await storedOrder(order)
    const droppedAnswer = await sendWithoutAnswer(order, 'answer received', () =>
      killEverything(server, shop.cluster),
    )
    const number = /"orderNumber":"(\d+)"/.exec(droppedAnswer)?.[1]
    expect(droppedAnswer).toMatch(/^HTTP\/1\.1 200 /)

    server = await startServer(shop.dataDir)
    const after = await storedOrder(order)
    expect(after).toEqual({ number, orders: before.orders + 1, left: stockAfterOrder(before.left) })
    expect(await placeOnce(server.port, token, order)).toMatchObject({ orderNumber: number })
    expect(await storedOrder(order)).toEqual(after)
  })

  test('server and database killed before the commit: nothing is stored, and resending places the order', async () => {
    const order = newOrder()
    const before = await storedOrder(order)
    const { answer } = await sendAndBlockBeforeCommit(order)
    killEverything(server, shop.cluster)
    await expect(answer).rejects.toThrow()

    server = await startServer(shop.dataDir)
    expect(await storedOrder(order)).toEqual(before)
    const { orderNumber } = await placeOnce(server.port, token, order)
    expect(await storedOrder(order)).toEqual({
      number: orderNumber,
      orders: before.orders + 1,
      left: stockAfterOrder(before.left),
    })
  })

  test('stopped before the commit: the server ends, and the order is stored completely or not at all', async () => {
    await stopServer(server)
    server = await startServer(shop.dataDir, { STOP_TIMEOUT_S: '0.1' })
    const order = newOrder()
    const before = await storedOrder(order)
    const { answer } = await sendAndBlockBeforeCommit(order)
    const outcome = answer.then(
      ({ status }) => status,
      () => 'no answer',
    )
    expect(await stopServer(server)).toBe(0)

    server = await startServer(shop.dataDir)
    const after = await storedOrder(order)
    // The database ends connections in any order. If the locking one ends first, the order goes through.
    const isStored = after.number !== null
    expect(after).toEqual(
      isStored ? { ...after, orders: before.orders + 1, left: stockAfterOrder(before.left) } : before,
    )
    if ((await outcome) === 200) expect(isStored).toBe(true)
    await placeOnce(server.port, token, order)
    expect((await storedOrder(order)).left).toEqual(stockAfterOrder(before.left))
  })

  test('connections cut after sending, then resent at once: one order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = newOrder()
      const before = await storedOrder(order)
      await sendWithoutAnswer(order, 'request sent')
      const send = () => placeOnce(server.port, token, order)
      const [placed, ...others] = await Promise.all([send(), send(), send()])
      expect(others).toEqual([placed, placed])
      expect(await storedOrder(order)).toEqual({
        number: placed.orderNumber,
        orders: before.orders + 1,
        left: stockAfterOrder(before.left),
      })
    }
  })

  /** Sends an order that stops at its last step, where it waits for its number behind our lock. */
  async function sendAndBlockBeforeCommit(order: Order): Promise<{ answer: Promise<Response> }> {
    const client = await connect(shop)
    onTestFinished(() => client.end().catch(() => undefined))
    await client.query('begin')
    await client.query('select from tenant_counters for update')
    const answer = sendOrder(server.port, token, order)
    answer.catch(() => undefined)
    const waiting = "select from pg_stat_activity where usename = 'toptan_app' and wait_event_type = 'Lock'"
    const areWaiting = async () => {
      // Within a transaction the first snapshot of pg_stat_activity stays.
      await client.query('select pg_stat_clear_snapshot()')
      return (await client.query(waiting)).rowCount
    }
    await expect.poll(areWaiting, { timeout: 10_000 }).toBe(1)
    return { answer }
  }
})
