/*
 * npm run storm:erp [-- --orders 500] [-- --seed abc]: sends orders to a real Tryton while it and the senders are
 * killed. Fails unless each arrives once, unchanged. The seed does not repeat timing.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { type Cluster, eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { testApp } from '#test/app.ts'
import { machine } from '#test/bench/conditions.ts'
import { stormRecords } from './storm/catalogue.ts'
import { dispatcherTiming, type StormReport, storm } from './storm/run.ts'
import { hasTryton, startTrytond } from './trytond.ts'

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '500' }, seed: { type: 'string' } },
})
const orderCount = Number(values.orders)
const seed = values.seed ?? randomBytes(4).toString('hex')
const maxMsPerOrder = 6000
const abortAfterMs = 120_000 + orderCount * maxMsPerOrder

const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)
if (!hasTryton) process.exit(1)

const loadAtStart = os.loadavg()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-storm-'))
// As root, PostgreSQL runs as another user.
await chmod(folder, 0o755)
const dataDirectory = join(folder, 'postgres')
const cluster = await startEmbedded({ dataDirectory })
try {
  const report = await run(cluster)
  print(report)
  process.exitCode = report.problems.length > 0 ? 1 : 0
} finally {
  await cluster.stop()
  await eraseEmbedded(dataDirectory)
  await rm(folder, { recursive: true, force: true })
}
process.off('disconnect', exitNow)
process.disconnect?.()

async function run({ socketDirectory, port }: Cluster): Promise<StormReport> {
  await prepareEmbedded(socketDirectory, port)
  const connections = embeddedConnections(socketDirectory, port)
  await migrate(connections)
  const database = await openDatabase(connections)
  const app = await testApp({ database, connections, name: 'toptan', drop: () => database.close() })
  try {
    const tryton = await startTrytond({ records: stormRecords, processes: false })
    console.log(`${orderCount} orders, seed ${seed}`)
    try {
      let lastLine = ''
      return await storm(app, tryton, {
        orders: orderCount,
        seed,
        faultIntervalMs: [1500, 6000],
        maxDownMs: 12_000,
        maxOrderIntervalMs: 1000,
        retryIntervalMs: 3000,
        stopFaultsAfterMs: (abortAfterMs * 2) / 3,
        abortAfterMs: abortAfterMs,
        say: (line) => {
          if (line !== lastLine) console.log(`  ${Math.round(performance.now() / 1000)} s: ${line}`)
          lastLine = line
        },
      })
    } finally {
      await tryton.stop()
    }
  } finally {
    await app.close()
  }
}

function print({ problems, counts, faultCounts, stats, sales, seconds }: StormReport): void {
  const s = (value: number) => `${value.toFixed(1)} s`
  const load = (averages: number[]) => averages.map((one) => one.toFixed(1)).join(' ')
  console.log(
    [
      '',
      ...machine(),
      `Load ${load(loadAtStart)} at the beginning, ${load(os.loadavg())} at the end. Two dispatchers in processes of their own,`,
      `hold ${dispatcherTiming.holdMs} ms, look every ${dispatcherTiming.lookEveryMs} ms, timeout ${dispatcherTiming.timeoutMs} ms; one trytond, which leaves confirmed sales as they are.`,
      `Seed ${seed}.`,
      '',
      `Orders placed over HTTP: ${counts.placed}, ${counts.long} of them of 200 lines, ${counts.mixed} of two currencies,`,
      `  ${counts.unknown} with products that Tryton did not know, ${counts.noAddress} of a customer without an address.`,
      `Amended: ${counts.amended} (too late: ${counts.amendedTooLate}). Cancelled: ${counts.cancelled} (too late: ${counts.cancelledTooLate}).`,
      `Killed: ${faultCounts.dispatcherKilled} dispatchers, ${faultCounts.trytonKilled} times trytond (away for ${s(faultCounts.trytonDownMs / 1000)} in all);`,
      `  ${faultCounts.dispatcherPaused} times a dispatcher stood still for longer than its hold.`,
      `Attempts: ${Object.entries(stats.outcomes)
        .map(([outcome, count]) => `${outcome} ${count}`)
        .join(', ')}.`,
      `Refused: ${stats.refusals.join(' | ')}`,
      `In the way: ${Object.entries(stats.troubles)
        .map(([trouble, count]) => `${count} × ${trouble}`)
        .join(' | ')}`,
      `Sales in Tryton at the end: ${sales}. Longest wait of an order: ${s(stats.longestWaitSeconds)}.`,
      `Placed within ${s(seconds.placing)}, struck for ${s(seconds.storm)}, all over after ${s(seconds.all)}.`,
      '',
      problems.length === 0 ? 'Every order is in Tryton once, to the cent.' : `FAULTS: ${problems.length}`,
      ...problems.slice(0, 50).map((problem) => `  ${problem}`),
    ].join('\n'),
  )
}
