/*
 * npm run bench: compares the server with its database and runtime alone. BENCH_SECONDS: time per measurement.
 * BENCH_ONLY: a part of the titles to measure. BENCH_PROFILE: folder for CPU profiles, each of a run of its own. Fails on wrong answers or order counts, never on times.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { measureColdStarts } from './coldStart.ts'
import { compare } from './compare.ts'
import { conditions } from './conditions.ts'
import { findPgbench } from './pgbench.ts'
import { productCount, type Shop, seedShop, sizes } from './seed.ts'
import { aligned, comparison } from './table.ts'
import { postgresCpu } from './usage.ts'
import { workloads } from './workloads.ts'

const connectionCount = 16
const warmUpSeconds = 1.5
const seconds = Number(process.env.BENCH_SECONDS || 4)

const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)

const loadAtStart = os.loadavg()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-bench-'))
// As root, PostgreSQL runs as another user.
await chmod(folder, 0o755)
try {
  const problems = await bench()
  for (const problem of problems) console.error(`Inconsistent: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.off('disconnect', exitNow)
process.disconnect?.()

async function bench(): Promise<string[]> {
  const dataDirectory = join(folder, 'postgres')
  const cluster = await startEmbedded({ dataDirectory })
  try {
    await prepareEmbedded(cluster.socketDirectory, cluster.port)
    const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
    await migrate(connections)
    const shop = await seed(connections)
    const owner = new pg.Client(connections.owner)
    await owner.connect()
    try {
      return await report(connections, shop, owner)
    } finally {
      await owner.end()
    }
  } finally {
    await cluster.stop()
    await eraseEmbedded(dataDirectory)
  }
}

/** The second shop must not appear in answers. */
async function seed(connections: Connections): Promise<Shop> {
  const started = performance.now()
  const database = await openDatabase(connections)
  const shop = await seedShop(connections, database, 'bench')
  await seedShop(connections, database, 'other')
  await database.close()
  const client = new pg.Client(connections.owner)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  const took = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Seeded two shops of ${productCount} product-colours and ${productCount * sizes.length} variants in ${took} s.`,
  )
  return shop
}

function chosen<Titled extends { title: string }>(all: Titled[]): Titled[] {
  return all.filter(({ title }) => title.includes(process.env.BENCH_ONLY ?? ''))
}

async function report(connections: Connections, shop: Shop, owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const program = findPgbench()
  const { compared, problems } = await compare(chosen(workloads(shop)), {
    connections,
    shop,
    folder,
    program,
    connectionCount,
    warmUpSeconds,
    seconds,
    databaseCpu: postgresCpu(rows[0]?.pid ?? 0),
  })
  const about = await conditions(owner, shop.tenantId)
  const starts = await measureColdStarts(join(folder, 'cold'), Number(process.env.BENCH_STARTS || 5))
  const inSeconds = (value: number) => `${value.toFixed(2)} s`
  const lines = [
    ...comparison(compared, program ? 'same SQL, pgbench' : 'same SQL, pg driver'),
    '',
    ...aligned([
      ['Start on an existing data folder, median of 5', inSeconds(starts.medianSeconds)],
      ['  each', starts.laterSeconds.map(inSeconds).join(', ')],
      ['First start, with database, demo data and pictures made', inSeconds(starts.firstSeconds)],
    ]),
    '',
    ...about,
    `Connections ${connectionCount}, ${seconds} s each after ${warmUpSeconds} s of warm-up; load average at start ${loadAtStart.map((value) => value.toFixed(2)).join(' ')}.`,
    'CPU is per request. Client, server and database share the cores; the SQL alone has no HTTP client beside it.',
    'Others: cores that the rest of the machine took meanwhile; where it is more than a little, only CPU compares.',
    program
      ? `SQL alone: ${program}, prepared statements, pipelined as the server does, plus a look-up of each call's values.`
      : 'SQL alone: no pgbench found, so the pg driver in pipeline mode, in the process of the bench.',
  ]
  console.log(['', ...lines, ''].join('\n'))
  return problems
}
