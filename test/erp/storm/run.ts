import { setTimeout as sleep } from 'node:timers/promises'
import { between, seededRandom } from '#demo/random.ts'
import { anySignal } from '#server/anySignal.ts'
import { careFor } from '#server/erp/care.ts'
import { secretKey, type TestApp } from '#test/app.ts'
import type { Trytond } from '#test/erp/trytond.ts'
import { currencies, openShop, type Shop } from './catalogue.ts'
import { faultsOf, readWays, type Way } from './check.ts'
import { mendTryton, pressRetry, pressTryNow, queueOf } from './office.ts'
import { type Counts, place, planOrders, type StormOrder } from './orders.ts'
import { openWeather, type Strokes } from './weather.ts'

export type StormOptions = {
  orders: number
  seed: string
  /** Milliseconds between two strokes, at least and at most. */
  every: [number, number]
  /** Milliseconds that Tryton is down at most. */
  away: number
  /** Milliseconds at most between two orders of one of the three who place them. */
  pace: number
  /** How often somebody in the office presses what sends at once, in milliseconds. */
  pressEvery: number
  /** Milliseconds after which no more strokes come, and after which it is over whatever has become of it. */
  calmAfter: number
  giveUpAfter: number
  say?: (line: string) => void
}

export type StormReport = {
  /** What is wrong; empty where every order is in Tryton once. */
  faults: string[]
  counts: Counts
  strokes: Strokes
  way: Way
  sales: number
  seconds: { placing: number; storm: number; all: number }
}

/** A process holds a queue this long, and every so long it looks for work: quicker than in a server. Milliseconds. */
export const pace = { holdMs: 2000, lookEveryMs: 200, timeoutMs: 20_000 }

/**
 * Places orders of three wholesalers while everything that carries them to a Tryton is killed again and again, then lets
 * the weather calm down, and compares both sides.
 */
export async function storm(app: TestApp, tryton: Trytond, options: StormOptions): Promise<StormReport> {
  const { say = () => {} } = options
  const random = seededRandom(options.seed)
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const shops = await Promise.all(currencies.map((currency) => openShop(app, tryton, currency)))
  const counts = noCounts()
  const orders: StormOrder[] = []
  const settings = { connections: app.connections, secretKey, ...pace }
  const weather = await openWeather(tryton, settings)
  const broken = new AbortController()
  const over = anySignal(AbortSignal.timeout(options.giveUpAfter), broken.signal)
  const calm = new AbortController()
  const storming = anySignal(calm.signal, AbortSignal.timeout(options.calmAfter), over)
  const seconds = { placing: 0, storm: 0, all: 0 }
  try {
    const raging = weather.rage(random, options.every, options.away, storming)
    const plan = planOrders(random, shops, options.orders)
    const placing = Promise.all(
      shops.map(async () => {
        for (let one = plan.shift(); one && !over.aborted; one = plan.shift()) {
          orders.push(await place(random, one, counts))
          await sleep(between(random, 0, options.pace))
        }
      }),
    ).then(() => void (seconds.placing = since()))
    const looking = lookAfter(shops, tryton, { ...options, say, placing, calm, storming, over })
    await together([placing, raging.then(() => void (seconds.storm = since())), looking], broken)
    const [faults, way] = await Promise.all([faultsOf(app, tryton, orders), readWays(app, shops)])
    faults.push(...(await compareBoth(app, shops)), ...weather.said())
    seconds.all = since()
    const [sales] = await tryton.query<{ count: number }>('select count(*)::int from sale_sale')
    return { faults, counts, strokes: weather.strokes, way, sales: sales?.count ?? 0, seconds }
  } finally {
    calm.abort()
    await weather.stop()
  }
}

/** Waits until all are over; where one fails the others are told to end, and then that one is thrown. */
async function together(all: Promise<unknown>[], broken: AbortController): Promise<void> {
  const failures: unknown[] = []
  const ends = all.map((one) =>
    one.catch((error: unknown) => {
      failures.push(error)
      broken.abort()
    }),
  )
  await Promise.all(ends)
  if (failures.length > 0) throw failures[0]
}

type Looking = StormOptions & {
  say: (line: string) => void
  placing: Promise<unknown>
  calm: AbortController
  /** Until it is calm, or time to be. */
  storming: AbortSignal
  over: AbortSignal
}

/** What the office does meanwhile: presses, mends what Tryton refuses once half is there, and waits until all is. */
async function lookAfter(shops: Shop[], tryton: Trytond, looking: Looking): Promise<void> {
  const { pressEvery, orders, say, placing, calm, storming, over } = looking
  let isPlaced = false
  let isMended = false
  placing.then(
    () => void (isPlaced = true),
    () => undefined,
  )
  while (!over.aborted) {
    await sleep(pressEvery)
    const { waiting, dead } = await queueOf(shops)
    say(`${waiting} wait, ${dead} were refused`)
    if (isPlaced && waiting <= orders / 5) {
      isMended ||= await mendTryton(tryton).then(
        () => true,
        () => false,
      )
      if (isMended && waiting + dead <= orders / 20) calm.abort()
    }
    if (isPlaced && isMended && waiting + dead === 0) return
    await pressTryNow(shops)
    if (isMended) await pressRetry(shops, storming.aborted)
  }
}

/** Has both sides compared as every night, and answers what the reports say. */
async function compareBoth(app: TestApp, shops: Shop[]): Promise<string[]> {
  const faults: string[] = []
  const tenants = await app.tenants.all()
  for (const shop of shops) {
    const tenant = tenants.find(({ id }) => id === shop.tenantId)
    await shop.admin.post('/api/Erp/StartReconciliation')
    if (tenant) {
      await careFor(app, tenant, { now: () => new Date(), say: (line) => void faults.push(line) })
    }
    const { body } = await shop.admin.get('/api/Erp/GetReconciliations')
    const [report] = body.data.runs
    if (!report?.endedAt || report.error || report.findings.length > 0 || report.checked === 0) {
      faults.push(`${shop.key}: both sides differ: ${JSON.stringify(report)}`)
    }
  }
  return faults
}

const noCounts = (): Counts => ({
  placed: 0,
  long: 0,
  mixed: 0,
  unknown: 0,
  homeless: 0,
  amended: 0,
  amendedTooLate: 0,
  cancelled: 0,
  cancelledTooLate: 0,
})
