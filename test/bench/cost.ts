import pg from 'pg'
import type { Connections } from '#server/db/connection.ts'
import { sum } from './measurement.ts'
import { renewedValues, type Transaction } from './recording.ts'

/** What a call costs the database: pages read, on average, and the indexes and whole tables they are read from. */
export type Cost = { buffers: number; paths: string[] }

const maxExplainedCalls = 12

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** Executes the recorded statements again under EXPLAIN and rolls them back. `calls`: the transactions of each call. */
export async function costOf(connections: Connections, calls: Transaction[][]): Promise<Cost> {
  const explained = calls.slice(0, maxExplainedCalls)
  const client = new pg.Client(connections.app)
  await client.connect()
  try {
    const plans: Node[] = []
    for (const transaction of explained.flat()) plans.push(...(await plansOf(client, transaction)))
    const buffers = sum(plans.map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']))
    return { buffers: buffers / explained.length, paths: [...new Set(plans.flatMap(pathsOf))] }
  } finally {
    await client.end()
  }
}

async function plansOf(client: pg.Client, transaction: Transaction): Promise<Node[]> {
  const { mode, tenantId, sent } = transaction
  const values = renewedValues(transaction)
  const plans: Node[] = []
  await client.query(mode === 'read' ? 'begin read only' : 'begin')
  await client.query(`set local app.tenant_id = '${tenantId}'`)
  for (const [index, { text }] of sent.entries()) {
    const explain = `explain (analyze, buffers, timing off, format json) ${text}`
    const { rows } = await client.query(explain, values[index])
    plans.push(rows[0]['QUERY PLAN'][0].Plan)
  }
  await client.query('rollback')
  return plans
}

/** Index names, and tables with a full scan. */
function pathsOf(node: Node): string[] {
  const { 'Index Name': index, 'Relation Name': table, 'Node Type': type, Plans = [] } = node
  const own = index ? [index] : type === 'Seq Scan' && table ? [`all of ${table}`] : []
  return [...own, ...Plans.flatMap(pathsOf)]
}
