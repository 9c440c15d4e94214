/*
 * npm run storm:erp [-- --orders 40] [-- --seed abc]: orders of three wholesalers go to a real Tryton while the
 * processes that send them, and Tryton itself, are killed again and again. Fails where an order is not there exactly
 * once, or other than it was ordered. 500 orders unless told; the seed repeats orders and strokes, not their moments.
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
import { pace, type StormReport, storm } from './storm/run.ts'
import { hasTryton, startTrytond } from './trytond.ts'

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '500' }, seed: { type: 'string' } },
})
const orders = Number(values.orders)
const seed = values.seed ?? randomBytes(4).toString('hex')
/** Milliseconds for each order, on a machine that has other things to do. */
const mostForEach = 6000
const giveUpAfter = 120_000 + orders * mostForEach

// Whoever started us is gone: so is the reason to go on.
const giveUp = () => process.exit(1)
process.once('disconnect', giveUp)
if (!hasTryton) process.exit(1)

const loadAtStart = os.loadavg()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-storm-'))
// As root, the database runs as another user, who must pass through.
await chmod(folder, 0o755)
const dataDirectory = join(folder, 'postgres')
const cluster = await startEmbedded({ dataDirectory })
try {
  const report = await run(cluster)
  print(report)
  process.exitCode = report.faults.length > 0 ? 1 : 0
} finally {
  await cluster.stop()
  await eraseEmbedded(dataDirectory)
  await rm(folder, { recursive: true, force: true })
}
// Breaking the channel ourselves is no reason to give up.
process.off('disconnect', giveUp)
process.disconnect?.()

async function run({ socketDirectory, port }: Cluster): Promise<StormReport> {
  await prepareEmbedded(socketDirectory, port)
  const connections = embeddedConnections(socketDirectory, port)
  await migrate(connections)
  const database = await openDatabase(connections)
  const app = await testApp({ database, connections, name: 'toptan', drop: () => database.close() })
  try {
    const tryton = await startTrytond({ records: stormRecords, processes: false })
    console.log(`${orders} orders, seed ${seed}`)
    try {
      let said = ''
      return await storm(app, tryton, {
        orders,
        seed,
        every: [1500, 6000],
        away: 12_000,
        pace: 1000,
        pressEvery: 3000,
        calmAfter: (giveUpAfter * 2) / 3,
        giveUpAfter,
        say: (line) => {
          if (line !== said) console.log(`  ${Math.round(performance.now() / 1000)} s: ${line}`)
          said = line
        },
      })
    } finally {
      await tryton.stop()
    }
  } finally {
    await app.close()
  }
}

function print({ faults, counts, strokes, way, sales, seconds }: StormReport): void {
  const s = (value: number) => `${value.toFixed(1)} s`
  const load = (averages: number[]) => averages.map((one) => one.toFixed(1)).join(' ')
  console.log(
    [
      '',
      ...machine(),
      `Load ${load(loadAtStart)} at the beginning, ${load(os.loadavg())} at the end. Two dispatchers in processes of their own,`,
      `hold ${pace.holdMs} ms, look every ${pace.lookEveryMs} ms, timeout ${pace.timeoutMs} ms; one trytond, which leaves confirmed sales as they are.`,
      `Seed ${seed}.`,
      '',
      `Orders placed over HTTP: ${counts.placed}, ${counts.long} of them of 200 lines, ${counts.mixed} of two currencies,`,
      `  ${counts.unknown} with products that Tryton did not know, ${counts.homeless} of a customer without an address.`,
      `Amended: ${counts.amended} (too late: ${counts.amendedTooLate}). Cancelled: ${counts.cancelled} (too late: ${counts.cancelledTooLate}).`,
      `Killed: ${strokes.dispatcherKilled} dispatchers, ${strokes.trytonKilled} times trytond (away for ${s(strokes.trytonAway / 1000)} in all);`,
      `  ${strokes.dispatcherStunned} times a dispatcher stood still for longer than its hold.`,
      `Attempts: ${Object.entries(way.outcomes)
        .map(([outcome, count]) => `${outcome} ${count}`)
        .join(', ')}.`,
      `Refused: ${way.refusals.join(' | ')}`,
      `In the way: ${Object.entries(way.troubles)
        .map(([trouble, count]) => `${count} × ${trouble}`)
        .join(' | ')}`,
      `Sales in Tryton at the end: ${sales}. Longest wait of an order: ${s(way.longestWait)}.`,
      `Placed within ${s(seconds.placing)}, struck for ${s(seconds.storm)}, all over after ${s(seconds.all)}.`,
      '',
      faults.length === 0 ? 'Every order is in Tryton once, to the cent.' : `FAULTS: ${faults.length}`,
      ...faults.slice(0, 50).map((fault) => `  ${fault}`),
    ].join('\n'),
  )
}
