import { join } from 'node:path'
import type { Connections } from '#server/db/connection.ts'
import { prepared } from '#server/db/statement.ts'
import { openDatabase } from '#server/db/tenant.ts'
import type { BareAnswer } from './bareServer.ts'
import { costOf } from './cost.ts'
import { runDriver } from './driverLoop.ts'
import { callOnce, type LoadResult, load, requestOf, wait } from './load.ts'
import { type Measurement, summarize } from './measurement.ts'
import { runPgbench } from './pgbench.ts'
import { recordTransactions, usersOnlyMb } from './record.ts'
import { productCount, type Shop } from './seed.ts'
import { type ServerChild, startServer } from './serverChild.ts'
import type { Compared } from './table.ts'
import { type CpuMeter, machineCpu, ownCpu } from './usage.ts'
import type { Workload } from './workloads.ts'

type Setting = {
  connections: Connections
  shop: Shop
  folder: string
  program: string | undefined
  connectionCount: number
  warmUpSeconds: number
  seconds: number
  databaseCpu: CpuMeter
}
type Result = { summary: Measurement; loadResult: LoadResult }

const callsPerWorkload = 60
/** Enough for the largest catalogue measured. */
const memoryMb = 4000

/** Measures every workload and its baselines. `problems`: failed calls and wrong counts. */
export async function compare(
  workloads: Workload[],
  setting: Setting,
): Promise<{ compared: Compared[]; problems: string[] }> {
  const compared: Compared[] = []
  const problems: string[] = []
  for (const workload of workloads) {
    const { title } = workload
    const connectionCount = workload.connections ?? setting.connectionCount
    const own = { ...setting, connectionCount }
    console.log(`Measuring: ${title}`)
    const before = await countOrders(own)
    const server = await measureServer(workload, own)
    const after = await countOrders(own)
    problems.push(
      ...failures(title, server.result.loadResult),
      ...wrongCounts(title, workload, server.sent, before, after),
    )
    const isFromDatabase = workload.isFromSql ?? workload.orderLines !== undefined
    const sql = isFromDatabase ? await measureSql(workload, own) : undefined
    const bare = await measureBare(workload, server.answers, own)
    problems.push(...failures(`${title}, bare`, bare.loadResult))
    compared.push({ title, server: server.result.summary, bare: bare.summary, ...sql })
  }
  return { compared, problems }
}

/** A new process per workload, since memory accumulates. */
async function measureServer(workload: Workload, setting: Setting) {
  const { shop, connections, folder } = setting
  const maxMb = workload.isFromSql ? usersOnlyMb : memoryMb
  const child = await startServer('./serverProcess.ts', { connections, folder, maxMb })
  try {
    const next = requestOf(shop, workload)
    const answers: BareAnswer[] = []
    for (let number = 0; number < callsPerWorkload; number += 1) {
      const { status, wire } = await callOnce(child.port, next())
      if (status !== 200) throw new Error(`${workload.title}: ${wire.toString()}`)
      answers.push(answerOf(wire))
    }
    // Until the catalogue is in memory.
    await wait(productCount / 2500)
    const result = await measureLoad(child, next, setting, setting.databaseCpu)
    const profiles = process.env.BENCH_PROFILE
    if (profiles) {
      const save = await child.profile()
      await measureLoad(child, next, setting)
      await save(join(profiles, `${workload.title.replaceAll(/\W+/g, '-')}.cpuprofile`))
    }
    return { result, answers, sent: result.loadResult.answered + callsPerWorkload }
  } finally {
    await child.stop()
  }
}

async function measureBare(workload: Workload, answers: BareAnswer[], setting: Setting): Promise<Result> {
  const child = await startServer('./bareServer.ts', answers)
  try {
    return await measureLoad(child, requestOf(setting.shop, workload), setting)
  } finally {
    await child.stop()
  }
}

async function measureLoad(
  child: ServerChild,
  next: () => Buffer,
  setting: Setting,
  databaseCpu?: CpuMeter,
): Promise<Result> {
  const readCounters = async () => ({
    ...(await child.usage()),
    ...(databaseCpu ? { database: databaseCpu() } : {}),
    client: ownCpu(),
    machine: machineCpu(),
  })
  let before = await readCounters()
  let after = before
  const loadResult = await load(child.port, next, {
    connections: setting.connectionCount,
    warmUpSeconds: setting.warmUpSeconds,
    seconds: setting.seconds,
    begin: async () => {
      before = await readCounters()
    },
    end: async () => {
      after = await readCounters()
    },
  })
  const cpu = {
    server: after.cpuMs - before.cpuMs,
    ...(databaseCpu ? { database: (after.database ?? 0) - (before.database ?? 0) } : {}),
    client: after.client - before.client,
    machine: after.machine - before.machine,
  }
  return {
    loadResult,
    summary: summarize(loadResult.milliseconds, loadResult.seconds, cpu, after.memoryBytes),
  }
}

async function measureSql(workload: Workload, setting: Setting): Promise<Pick<Compared, 'sql' | 'cost'>> {
  const { connections, shop, folder, program, connectionCount: clients, ...times } = setting
  const transactions = await recordTransactions(connections, shop, workload, {
    count: callsPerWorkload,
    folder,
  })
  const options = { connections, clients, ...times }
  const sql = program
    ? await runPgbench(transactions, { ...options, program, folder })
    : await runDriver(transactions, options)
  return { sql, cost: await costOf(connections, transactions) }
}

/** node:http adds these itself. */
const automaticHeaders = new Set(['date', 'connection', 'keep-alive'])

function answerOf(wire: Buffer): BareAnswer {
  const end = wire.indexOf('\r\n\r\n')
  const headers = wire
    .toString('latin1', 0, end)
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    .filter(([name]) => !automaticHeaders.has(name.toLowerCase()))
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  const body = wire.subarray(end + 4)
  return { headers, body: isChunked ? unchunked(body) : body }
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf('\r\n', at) + 2
    const length = Number.parseInt(body.toString('latin1', at, start), 16)
    parts.push(body.subarray(start, start + length))
    at = start + length + 2
  }
  return Buffer.concat(parts)
}

type Counts = { orders: number; lines: number; inventory: number }
const counts = prepared(`
  select (select count(*) from orders where tenant_id = $1)::float8 as orders,
         (select count(*) from order_lines where tenant_id = $1)::float8 as lines,
         (select sum(inventory) from variants where tenant_id = $1)::float8 as inventory`)

async function countOrders({ connections, shop }: Setting): Promise<Counts> {
  const database = await openDatabase(connections, { poolSize: 1 })
  try {
    const [row] = await database.inTenant(shop.tenantId, 'read', (tx) => tx.query<Counts>(counts))
    if (!row) throw new Error('The orders cannot be counted')
    return row
  } finally {
    await database.close()
  }
}

function failures(title: string, { failures: found }: LoadResult): string[] {
  return [...found].map(([what, times]) => `${title}: ${what} ${times} times`)
}

/** Compares stored orders, lines and stock with the acknowledged orders. */
function wrongCounts(
  title: string,
  workload: Workload,
  sent: number,
  before: Counts,
  after: Counts,
): string[] {
  const expected = workload.orderLines ? sent : 0
  const found = {
    orders: after.orders - before.orders,
    lines: (after.lines - before.lines) / (workload.orderLines ?? 1),
    stock: (before.inventory - after.inventory) / (workload.orderLines ?? 1),
  }
  return Object.entries(found)
    .filter(([, number]) => number !== expected)
    .map(
      ([what, number]) => `${title}: ${expected} orders acknowledged, ${what} of ${number} in the database`,
    )
}
