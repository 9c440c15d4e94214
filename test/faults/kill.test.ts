import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { between, seededRandom } from '#demo/random.ts'
import {
  type Acknowledged,
  type Failures,
  listOrders,
  orderOf,
  placeOnce,
  placeWithRetries,
  planOrders,
  readOrder,
  signIn,
} from './dealer.ts'
import { databaseProcesses, killProcesses, servingProcesses } from './processes.ts'
import { killEverything, type ServerProcess, spawnServer, stopServer, whenReady } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { readStoredOrders, type StoredOrders } from './storedOrders.ts'

const inFlight = 8

/** FAULT_SEED repeats a run: the same orders, killed after the same counts of acknowledged orders. */
const seed = process.env.FAULT_SEED || randomBytes(4).toString('hex')

type KillTarget =
  | 'node'
  | 'process'
  | 'everything'
  | 'postmaster'
  | 'node and watchdog'
  | 'backend'
  | 'everything, twice'
const targetsOfOne: KillTarget[] = [
  'node',
  'everything',
  'postmaster',
  'node and watchdog',
  'backend',
  'everything, twice',
  'everything',
  'node',
  'postmaster',
]

/** `kills`: after as many orders each. */
type Run = { processes: number; orderCount: number; kills: KillTarget[]; timeoutMs: number }

const oneProcess: Run = { processes: 1, orderCount: 200, kills: targetsOfOne, timeoutMs: 120_000 }
/** Half of the kills end one of the processes, which the first one replaces. */
const manyProcesses = (processes: number, orderCount: number, killCount: number): Run => ({
  processes,
  orderCount,
  kills: Array.from({ length: killCount }, (_, index) =>
    index % 2 === 0 ? 'process' : (targetsOfOne[((index - 1) / 2) % targetsOfOne.length] ?? 'node'),
  ),
  timeoutMs: 600_000,
})
const long = process.env.TEST_ALL ? [manyProcesses(2, 2000, 60), manyProcesses(4, 600, 18)] : []
const runs = process.platform === 'linux' ? [oneProcess, ...long] : []

describe.each(runs)('SIGKILL during $orderCount orders of $processes processes', (run) => {
  const { processes, orderCount, kills, timeoutMs } = run
  const start = () => spawnServer(shop.dataDir, undefined, { PROCESSES: String(processes) })
  const random = seededRandom(seed)
  const plan = planOrders(random, orderCount, articleCount)
  const failures: Failures = { lost: 0, failed: 0, late: 0 }
  const acknowledged: Acknowledged[] = []
  const restarts: number[] = []
  let shop: ShopFolder
  let server: ServerProcess
  let token: string
  let books: StoredOrders

  beforeAll(async () => {
    // So scarce that taking stock twice leaves too little for another order.
    shop = await createShopFolder(plan.needed.map((needed) => needed + between(random, 0, 2)))
    server = await whenReady(start())
    token = await signIn(server.port)
  })
  afterAll(async () => {
    if (server) killEverything(server, shop.cluster)
    await shop?.erase()
  })

  test('every order is acknowledged in the end', { timeout: timeoutMs + 20_000 }, async () => {
    onTestFailed(() => console.error(`FAULT_SEED=${seed}\n${server.stderr.slice(-2000)}`))
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
    const queue = plan.orders.map((lines) => orderOf(shop.articles, lines))
    const place = async () => {
      for (let order = queue.shift(); order; order = queue.shift())
        acknowledged.push(
          await placeWithRetries(() => server.port, token, order, { random, failures, signal }),
        )
    }
    await Promise.all([...Array.from({ length: inFlight }, place), killAtRandom(signal)]).finally(() =>
      stop.abort(),
    )
    expect(acknowledged).toHaveLength(orderCount)
    expect(restarts.length).toBeGreaterThanOrEqual(
      kills.filter((target) => !['process', 'backend'].includes(target)).length - 2,
    )
  })

  /** Kills a random target after each share of the orders, and restarts. */
  async function killAtRandom(signal: AbortSignal): Promise<void> {
    const ordersPerKill = Math.floor(orderCount / (kills.length + 1))
    for (const [index, target] of shuffled(kills).entries()) {
      const killAfter = ordersPerKill * index + between(random, 1, ordersPerKill)
      while (acknowledged.length < killAfter && !signal.aborted) await sleep(1)
      if (signal.aborted) return
      await sleep(random() * 15)
      await kill(target)
    }
  }

  async function kill(target: KillTarget): Promise<void> {
    const { postmaster, children, watchdogs } = databaseProcesses(shop.cluster)
    expect(postmaster, 'the database is there to be killed').toHaveLength(1)
    expect(watchdogs, 'it has a watchdog').toHaveLength(1)
    if (target === 'backend') {
      // PostgreSQL drops all connections and recovers.
      expect(killProcesses(children.slice(between(random, 0, children.length - 1)).slice(0, 1))).toBe(1)
      return
    }
    if (target === 'process') {
      const serving = servingProcesses(server.pid)
      expect(killProcesses(serving.slice(between(random, 0, serving.length - 1)).slice(0, 1))).toBe(1)
      return
    }
    if (target === 'node and watchdog') killProcesses(watchdogs)
    if (target === 'postmaster') {
      killProcesses(postmaster)
      await sleep(random() * 300)
    }
    if (target.startsWith('everything')) killEverything(server, shop.cluster)
    server.child.kill('SIGKILL')
    if (target === 'everything, twice') {
      const firstServer = start()
      await sleep(between(random, 100, 900))
      killEverything(firstServer, shop.cluster)
    }
    server = start()
    await whenReady(server)
    restarts.push(Math.round(server.readyAfterMs))
  }

  function shuffled(list: KillTarget[]): KillTarget[] {
    const left = [...list]
    return list.flatMap(() => left.splice(between(random, 0, left.length - 1), 1))
  }

  describe('afterwards', () => {
    beforeEach(({ skip }) => skip(acknowledged.length < orderCount, 'orders are missing'))

    test('every acknowledged order is stored once', async () => {
      books = await readStoredOrders(shop)
      const byGuidKey = new Map(books.orders.map((order) => [order.guidKey, order]))
      for (const { order, placed } of acknowledged) {
        const kept = byGuidKey.get(order.guidKey)
        expect({ id: kept?.id, number: String(kept?.number) }).toEqual({
          id: placed.orderId,
          number: placed.orderNumber,
        })
        expect(placed.guidKey).toBe(order.guidKey)
      }
      expect(books.orders).toHaveLength(orderCount)
      // The counter is part of the transaction, so kills leave no gaps.
      expect(books.orders.map(({ number }) => number)).toEqual(
        Array.from({ length: orderCount }, (_, index) => 1001 + index),
      )
      expect(books).toMatchObject({ keys: orderCount, lostKeys: [], lastNumber: 1000 + orderCount })
      const early = acknowledged.filter(
        ({ order, attempts, sentLastAt }) =>
          attempts > 1 && (byGuidKey.get(order.guidKey)?.placedAt.getTime() ?? 0) < sentLastAt,
      )
      const again = acknowledged.filter(({ attempts }) => attempts > 1)
      console.log(
        `${kills.length} kills (seed ${seed}), starts in ${restarts.join(', ')} ms; sent again: ${again.length} orders; ` +
          `connections lost: ${failures.lost}, answers 5xx: ${failures.failed}, none in time: ${failures.late}; ` +
          `committed though the answer was lost: ${early.length}`,
      )
    })

    test('lines, totals and stock match', () => {
      const sent = acknowledged.flatMap(({ order }) =>
        order.lines.map(({ productId, qty, unitPrice }) =>
          [order.guidKey, productId, qty, unitPrice * 100].join(),
        ),
      )
      const kept = books.lines.map(({ guidKey, variantId, qty, unitPriceMinor }) =>
        [guidKey, variantId, qty, unitPriceMinor].join(),
      )
      expect(kept.toSorted()).toEqual(sent.toSorted())
      expect(books.wrongSums).toEqual([])
      for (const [index, { variantId, stock }] of shop.articles.entries())
        expect(books.stock.get(variantId)).toBe(stock - (plan.needed[index] ?? 0))
    })

    test('the shop shows them', { timeout: 60_000 }, async () => {
      const list = await listOrders(server.port, token)
      expect(list.total).toBe(orderCount)
      // By the time they were received, which is not always the order of their numbers.
      const newest = books.orders
        .toSorted(
          (one, other) => other.placedAt.getTime() - one.placedAt.getTime() || other.number - one.number,
        )
        .slice(0, 200)
      expect(new Map(list.items.map((item) => [item.guidKey, item.orderNumber]))).toEqual(
        new Map(newest.map(({ guidKey, number }) => [guidKey, String(number)])),
      )
      const byGuidKey = new Map<string, Acknowledged>(acknowledged.map((one) => [one.order.guidKey, one]))
      for (const { guidKey } of newest) {
        const { order, placed } = byGuidKey.get(guidKey) ?? assert.fail(`${guidKey} was not acknowledged`)
        const shown = await readOrder(server.port, token, order.guidKey)
        expect(shown).toMatchObject({ orderId: placed.orderId, orderNumber: placed.orderNumber })
        expect(shown.totals).toEqual([{ currency: 'TRY', amount: totalOf(order.lines) }])
        // Amending could reuse the order's own units.
        for (const line of shown.lines)
          expect(line.inventory).toBe((books.stock.get(line.productId) ?? 0) + line.qty)
      }
    })

    test('resending every order returns the same answers and changes nothing', {
      timeout: timeoutMs,
    }, async () => {
      const queue = [...acknowledged]
      const replay = async () => {
        for (let next = queue.shift(); next; next = queue.shift())
          expect(await placeOnce(server.port, token, next.order)).toEqual(next.placed)
      }
      await Promise.all(Array.from({ length: inFlight }, replay))
      expect(await readStoredOrders(shop)).toEqual(books)
      expect(await stopServer(server)).toBe(0)
    })
  })
})

function totalOf(lines: { qty: number; unitPrice: number }[]): number {
  return lines.reduce((sum, { qty, unitPrice }) => sum + qty * unitPrice, 0)
}
