import pg from 'pg'
import type { Connections } from '#server/db/connection.ts'
import type { Transaction } from './record.ts'

/** Of a call, on average: statements, and pages of the database that they read. */
export type Cost = { statements: number; buffers: number }

const explainedCalls = 20

/** `buffers` is NaN for calls that write. */
export async function costOf(connections: Connections, transactions: Transaction[]): Promise<Cost> {
  const statements = sum(transactions.map(({ sent }) => sent.length)) / transactions.length
  const reads = transactions.filter(({ mode }) => mode === 'read').slice(0, explainedCalls)
  if (reads.length === 0) return { statements, buffers: Number.NaN }
  const client = new pg.Client(connections.app)
  await client.connect()
  try {
    let buffers = 0
    for (const { tenantId, sent } of reads) {
      await client.query('begin read only')
      await client.query(`set local app.tenant_id = '${tenantId}'`)
      for (const { text, values } of sent) {
        const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
        const [{ Plan: plan }] = rows[0]['QUERY PLAN']
        buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      }
      await client.query('rollback')
    }
    return { statements, buffers: buffers / reads.length }
  } finally {
    await client.end()
  }
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
