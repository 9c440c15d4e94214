import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect, readBooks } from './books.ts'
import { type Order, orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { type Cut, deafProxy } from './proxy.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, type ShopFolder, shopFolder } from './shop.ts'

/** Pieces of every article there are at first. */
const stock = 100

describe.runIf(process.platform === 'linux')(
  'an order whose answer does not arrive',
  { timeout: 60_000 },
  () => {
    let shop: ShopFolder
    let server: ServerProcess
    let token: string

    beforeAll(async () => {
      shop = await shopFolder(Array<number>(articleCount).fill(stock))
      server = await startServer(shop.dataDir)
      token = await signIn(server.port)
    })
    afterAll(async () => {
      if (server) killEverything(server, shop.cluster)
      await shop?.erase()
    })

    /** An order of one piece of the first article and two of the second. */
    const newOrder = () =>
      orderOf(shop.articles, [
        { article: 0, qty: 1 },
        { article: 1, qty: 2 },
      ])

    /** Sends an order through a proxy that lets no answer pass; resolves with the answer held back. */
    async function sendInVain(order: Order, cut: Cut, onCut: () => void = () => {}): Promise<string> {
      let heldBack = ''
      const proxy = await deafProxy(server.port, cut, (answer) => {
        onCut()
        heldBack = answer
      })
      onTestFinished(() => proxy.close())
      await expect(sendOrder(proxy.port, token, order)).rejects.toThrow()
      return heldBack
    }

    /** The order's number in the database, and what is left of the articles; null where there is no order. */
    async function kept(order: Order) {
      const books = await readBooks(shop)
      expect(books).toMatchObject({ lostKeys: [], wrongSums: [], keys: books.orders.length })
      const found = books.orders.filter(({ guidKey }) => guidKey === order.guidKey)
      expect(found.length).toBeLessThanOrEqual(1)
      return {
        number: found[0] ? String(found[0].number) : null,
        orders: books.orders.length,
        left: order.lines.map(({ productId }) => books.stock.get(productId) ?? Number.NaN),
      }
    }

    const taken = (left: number[]) => left.map((pieces, index) => pieces - index - 1)

    test('everything killed between commit and answer: sent again it is the same order', async () => {
      const order = newOrder()
      const before = await kept(order)
      const heldBack = await sendInVain(order, 'answer received', () => killEverything(server, shop.cluster))
      const number = /"orderNumber":"(\d+)"/.exec(heldBack)?.[1]
      expect(heldBack).toMatch(/^HTTP\/1\.1 200 /)

      server = await startServer(shop.dataDir)
      const after = await kept(order)
      expect(after).toEqual({ number, orders: before.orders + 1, left: taken(before.left) })
      expect(await placeOnce(server.port, token, order)).toMatchObject({ orderNumber: number })
      expect(await kept(order)).toEqual(after)
    })

    test('everything killed before the commit: nothing of it is left, and sent again it is placed', async () => {
      const order = newOrder()
      const before = await kept(order)
      const { answer } = await sendAndHoldBeforeCommit(order)
      killEverything(server, shop.cluster)
      await expect(answer).rejects.toThrow()

      server = await startServer(shop.dataDir)
      expect(await kept(order)).toEqual(before)
      const { orderNumber } = await placeOnce(server.port, token, order)
      expect(await kept(order)).toEqual({
        number: orderNumber,
        orders: before.orders + 1,
        left: taken(before.left),
      })
    })

    test('told to stop before the commit: the server ends all the same, with the order whole or not at all', async () => {
      await stopServer(server)
      server = await startServer(shop.dataDir, { STOP_TIMEOUT_S: '0.1' })
      const order = newOrder()
      const before = await kept(order)
      const { answer } = await sendAndHoldBeforeCommit(order)
      const outcome = answer.then(
        ({ status }) => status,
        () => 'no answer',
      )
      expect(await stopServer(server)).toBe(0)

      server = await startServer(shop.dataDir)
      const after = await kept(order)
      // The database ends its connections in no order: the one that held the order up may go first and let it through.
      const isThere = after.number !== null
      expect(after).toEqual(
        isThere ? { ...after, orders: before.orders + 1, left: taken(before.left) } : before,
      )
      if ((await outcome) === 200) expect(isThere).toBe(true)
      await placeOnce(server.port, token, order)
      expect((await kept(order)).left).toEqual(taken(before.left))
    })

    test('cut off when it had been sent, and sent again at once, it is one order', async () => {
      for (let round = 0; round < 10; round += 1) {
        const order = newOrder()
        const before = await kept(order)
        await sendInVain(order, 'request sent')
        const send = () => placeOnce(server.port, token, order)
        const [placed, ...others] = await Promise.all([send(), send(), send()])
        expect(others).toEqual([placed, placed])
        expect(await kept(order)).toEqual({
          number: placed.orderNumber,
          orders: before.orders + 1,
          left: taken(before.left),
        })
      }
    })

    /**
     * Sends an order and holds it up at its last step: it has taken its stock and waits for its number. The lock
     * that it waits for ends with the database.
     */
    async function sendAndHoldBeforeCommit(order: Order): Promise<{ answer: Promise<Response> }> {
      const client = await connect(shop)
      onTestFinished(() => client.end().catch(() => undefined))
      await client.query('begin')
      await client.query('select from tenant_counters for update')
      const answer = sendOrder(server.port, token, order)
      answer.catch(() => undefined)
      const waiting = "select from pg_stat_activity where usename = 'toptan_app' and wait_event_type = 'Lock'"
      const areWaiting = async () => {
        // Within a transaction it would go on listing the connections of its first look.
        await client.query('select pg_stat_clear_snapshot()')
        return (await client.query(waiting)).rowCount
      }
      await expect.poll(areWaiting, { timeout: 10_000 }).toBe(1)
      return { answer }
    }
  },
)
