import type { Bench } from './bench.ts'
import { costOf } from './cost.ts'
import { idealOrderLeg } from './idealOrder.ts'
import { interleave, type Leg, type LegResult, type Window } from './interleave.ts'
import { requestOf } from './load.ts'
import { loadServer } from './loadServer.ts'
import { sum } from './measurement.ts'
import { countedOrders } from './orderCounts.ts'
import { commitLeg, replayLeg } from './pgbench.ts'
import { type RecordedCalls, recordCalls } from './recordCalls.ts'
import type { Row } from './results.ts'
import type { Shop } from './seed.ts'
import { type ServerChild, startServer } from './serverChild.ts'
import type { Workload } from './workloads.ts'

const noPgbench = 'pgbench not found'
const maxWindowSeconds = 10

type Limit = { name: string; leg: Leg; stop?: () => Promise<void> } | { missing: string }

/** Measures a kind of calls beside its limit: its SQL alone or, if it sends none, node:http with the same bytes. */
export async function measureRow(
  bench: Bench,
  shop: Shop,
  child: ServerChild,
  workload: Workload,
): Promise<{ rows: Row[]; problems: string[] }> {
  const { plan, databaseCpu } = bench
  const { title, orderLines, inMainLanguage } = workload
  console.log(`Measuring: ${title}`)
  const sender = { host: shop.host, token: workload.isOffice ? shop.officeToken : shop.token }
  const requestsOf = (call: Workload['call']) => () => requestOf(sender, call(), workload.acceptEncoding)
  const next = requestsOf(workload.call)
  const recorded = await recordCalls(child, next, orderLines !== undefined)
  const sendsSql = recorded.calls.every((transactions) => transactions.length > 0)
  const connections = workload.connections ?? (sendsSql ? plan.connections : plan.memoryConnections)
  const loadBy = (requests: () => Buffer) => (window: Window) =>
    loadServer(child, requests, { ...window, connections, databaseCpu })
  const load = loadBy(next)
  const ours = orderLines ? countedOrders(bench.client, shop.tenantId, orderLines, load) : load
  const cost = await costOf(bench.connections, recorded.calls)
  const limit = inMainLanguage
    ? await mainLanguageLimit(child, recorded, requestsOf(inMainLanguage), loadBy)
    : sendsSql
      ? await sqlLimit(bench, recorded, connections)
      : await bareLimit(recorded, next, connections)
  const commits = workload.isBesideCommits ? await commitLimit(bench) : undefined
  const ideal = orderLines ? await idealLimit(bench, shop, orderLines, connections) : undefined
  try {
    const limits = [limit, commits, ideal].filter((one) => one !== undefined).filter((one) => 'leg' in one)
    const legs = [ours, ...limits.map(({ leg }) => leg)]
    // Otherwise the first window measures how both servers are compiled.
    if (!sendsSql) for (const leg of legs) await leg({ warmUpSeconds: 0, seconds: 0.5 })
    // Long enough for a few calls of each connection.
    const neededSeconds = Math.min(maxWindowSeconds, (Math.max(5, 2 * connections) * recorded.meanMs) / 1000)
    const seconds = Math.max(plan.window.seconds, neededSeconds)
    const [own, ...others] = await interleave(legs, plan.rounds, { ...plan.window, seconds })
    const resultOf = (one: Limit) => others[limits.findIndex((measured) => measured === one)]
    const row: Row = {
      title,
      connections,
      ...(own ? { ours: own.measurement } : {}),
      ...cost,
      ...limited(limit, resultOf(limit)),
    }
    const rows: Row[] = [row]
    if (ideal) rows.push(idealRow(title, connections, ideal, resultOf(ideal)))
    if (commits) rows.push(commitRow(commits, resultOf(commits)))
    return { rows, problems: (own?.problems ?? []).map((problem) => `${title}: ${problem}`) }
  } finally {
    if ('stop' in limit) await limit.stop?.()
  }
}

function limited(limit: Limit, result: LegResult | undefined): Partial<Row> {
  if ('missing' in limit || !result) return { noLimit: 'missing' in limit ? limit.missing : 'not measured' }
  return { limit: result.measurement, limitName: limit.name, ratio: result.ratio }
}

async function sqlLimit(
  { program, ...bench }: Bench,
  { calls }: RecordedCalls,
  clients: number,
): Promise<Limit> {
  if (calls.some((transactions) => transactions.length > 1)) return { missing: 'several transactions a call' }
  if (!program) return { missing: noPgbench }
  return { name: 'same SQL, pgbench', leg: await replayLeg(calls.flat(), { ...bench, program, clients }) }
}

async function bareLimit(
  { answers }: RecordedCalls,
  next: () => Buffer,
  connections: number,
): Promise<Limit> {
  const child = await startServer('./bareServer.ts', answers)
  const leg: Leg = (window) => loadServer(child, next, { ...window, connections })
  return { name: 'same bytes, node:http', leg, stop: child.stop }
}

/** Its name also says how large the answers are. */
async function mainLanguageLimit(
  child: ServerChild,
  { answers }: RecordedCalls,
  next: () => Buffer,
  loadBy: (requests: () => Buffer) => Leg,
): Promise<Limit> {
  const main = await recordCalls(child, next, false)
  const bytes = (of: RecordedCalls['answers']) =>
    Math.round(sum(of.map(({ body }) => body.length)) / of.length).toLocaleString('en')
  return { name: `main language; ${bytes(answers)} bytes beside ${bytes(main.answers)}`, leg: loadBy(next) }
}

async function commitLimit({ program, ...bench }: Bench): Promise<Limit> {
  if (!program) return { missing: noPgbench }
  return { name: 'pgbench', leg: await commitLeg({ ...bench, program, clients: 1 }) }
}

async function idealLimit(
  { program, ...bench }: Bench,
  shop: Shop,
  lines: number,
  clients: number,
): Promise<Limit> {
  if (!program) return { missing: noPgbench }
  return {
    name: 'ideal order, pgbench',
    leg: await idealOrderLeg(shop, lines, { ...bench, program, clients }),
  }
}

/** The same number of orders as in the row above, with nothing that the product adds. */
const idealRow = (title: string, connections: number, limit: Limit, result: LegResult | undefined): Row => ({
  title: `${title}: the row above by the ideal`,
  connections,
  ...limited(limit, result),
})

/** Commits of the database alone. */
const commitRow = (limit: Limit, result: LegResult | undefined): Row => ({
  title: 'Commit of an empty transaction (pg_current_xact_id)',
  connections: 1,
  ...limited(limit, result),
})
