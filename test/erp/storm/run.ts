import { setTimeout as sleep } from 'node:timers/promises'
import { between, seededRandom } from '#demo/random.ts'
import { anySignal } from '#server/anySignal.ts'
import { careFor } from '#server/erp/care.ts'
import { readTenant } from '#server/tenancy/tenants.ts'
import { secretKey, type TestApp } from '#test/app.ts'
import type { Trytond } from '#test/erp/trytond.ts'
import { currencies, openShop, type Shop } from './catalogue.ts'
import { findProblems, readTransferStats, type TransferStats } from './check.ts'
import { type FaultCounts, startFaultInjector } from './faultInjector.ts'
import { addMissingRecords, countQueue, retryTransfers, tryNow } from './office.ts'
import { type Counts, place, planOrders, type StormOrder } from './orders.ts'

export type StormOptions = {
  orders: number
  seed: string
  faultIntervalMs: [number, number]
  maxDownMs: number
  /** Maximum, per wholesaler. */
  maxOrderIntervalMs: number
  retryIntervalMs: number
  stopFaultsAfterMs: number
  abortAfterMs: number
  say?: (line: string) => void
}

export type StormReport = {
  problems: string[]
  counts: Counts
  faultCounts: FaultCounts
  stats: TransferStats
  sales: number
  seconds: { placing: number; storm: number; all: number }
}

/** Shorter than in a server. */
export const dispatcherTiming = { holdMs: 2000, lookEveryMs: 200, timeoutMs: 20_000 }

/** Lets all orders arrive after the last fault, then compares both sides. */
export async function storm(app: TestApp, tryton: Trytond, options: StormOptions): Promise<StormReport> {
  const { say = () => {} } = options
  const random = seededRandom(options.seed)
  const startedAt = performance.now()
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000
  const shops = await Promise.all(currencies.map((currency) => openShop(app, tryton, currency)))
  const counts = noCounts()
  const orders: StormOrder[] = []
  const settings = { connections: app.connections, secretKey, ...dispatcherTiming }
  const injector = await startFaultInjector(tryton, settings)
  const failed = new AbortController()
  const ended = anySignal(AbortSignal.timeout(options.abortAfterMs), failed.signal)
  const stopFaults = new AbortController()
  const faultsActive = anySignal(stopFaults.signal, AbortSignal.timeout(options.stopFaultsAfterMs), ended)
  const seconds = { placing: 0, storm: 0, all: 0 }
  try {
    const injecting = injector.injectFaults(random, options.faultIntervalMs, options.maxDownMs, faultsActive)
    const plan = planOrders(random, shops, options.orders)
    const placing = Promise.all(
      shops.map(async () => {
        for (let one = plan.shift(); one && !ended.aborted; one = plan.shift()) {
          orders.push(await place(random, one, counts))
          await sleep(between(random, 0, options.maxOrderIntervalMs))
        }
      }),
    ).then(() => void (seconds.placing = elapsedSeconds()))
    const office = runOffice(shops, tryton, { ...options, say, placing, stopFaults, faultsActive, ended })
    await allOrAbort([placing, injecting.then(() => void (seconds.storm = elapsedSeconds())), office], failed)
    const [problems, stats] = await Promise.all([
      findProblems(app, tryton, orders),
      readTransferStats(app, shops),
    ])
    problems.push(...(await reconcileAll(app, shops)), ...injector.errorOutput())
    seconds.all = elapsedSeconds()
    const [sales] = await tryton.query<{ count: number }>('select count(*)::int from sale_sale')
    return { problems, counts, faultCounts: injector.faultCounts, stats, sales: sales?.count ?? 0, seconds }
  } finally {
    stopFaults.abort()
    await injector.stop()
  }
}

/** Aborts all if one fails, and throws its error. */
async function allOrAbort(promises: Promise<unknown>[], failed: AbortController): Promise<void> {
  const failures: unknown[] = []
  const ends = promises.map((one) =>
    one.catch((error: unknown) => {
      failures.push(error)
      failed.abort()
    }),
  )
  await Promise.all(ends)
  if (failures.length > 0) throw failures[0]
}

type OfficeOptions = StormOptions & {
  say: (line: string) => void
  placing: Promise<unknown>
  stopFaults: AbortController
  faultsActive: AbortSignal
  ended: AbortSignal
}

/** Retries, and adds missing records once most orders arrived. */
async function runOffice(shops: Shop[], tryton: Trytond, office: OfficeOptions): Promise<void> {
  const { retryIntervalMs, orders, say, placing, stopFaults, faultsActive, ended } = office
  let isPlaced = false
  let hasAddedRecords = false
  placing.then(
    () => void (isPlaced = true),
    () => undefined,
  )
  while (!ended.aborted) {
    await sleep(retryIntervalMs)
    const { waiting, dead } = await countQueue(shops)
    say(`${waiting} wait, ${dead} were refused`)
    if (isPlaced && waiting <= orders / 5) {
      hasAddedRecords ||= await addMissingRecords(tryton).then(
        () => true,
        () => false,
      )
      if (hasAddedRecords && waiting + dead <= orders / 20) stopFaults.abort()
    }
    if (isPlaced && hasAddedRecords && waiting + dead === 0) return
    await tryNow(shops)
    if (hasAddedRecords) await retryTransfers(shops, faultsActive.aborted)
  }
}

async function reconcileAll(app: TestApp, shops: Shop[]): Promise<string[]> {
  const problems: string[] = []
  for (const shop of shops) {
    const tenant = await readTenant(app.database, shop.tenantId)
    await shop.admin.post('/api/Erp/StartReconciliation')
    await careFor(app, tenant, { now: () => new Date(), say: (line) => void problems.push(line) })
    const { body } = await shop.admin.get('/api/Erp/GetReconciliations')
    const [report] = body.data.runs
    // The shops share one Tryton: each finds the others' orders there, which it does not know.
    const findings = report?.findings.filter(({ what }: { what: string }) => what !== 'unknown')
    if (!report?.endedAt || report.error || findings.length > 0 || report.checked === 0) {
      problems.push(`${shop.key}: both sides differ: ${JSON.stringify(report)}`)
    }
  }
  return problems
}

const noCounts = (): Counts => ({
  placed: 0,
  long: 0,
  mixed: 0,
  unknown: 0,
  noAddress: 0,
  amended: 0,
  amendedTooLate: 0,
  cancelled: 0,
  cancelledTooLate: 0,
})
