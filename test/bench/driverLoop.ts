import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import type { Connections } from '#server/db/connection.ts'
import { wait } from './load.ts'
import { type Measurement, summarize } from './measurement.ts'
import { batchesOf, type Transaction } from './record.ts'
import { type CpuMeter, machineCpu, ownCpu } from './usage.ts'

/** Replays transactions with the pg driver in pipeline mode, if there is no pgbench. */
export async function runDriver(
  transactions: Transaction[],
  options: {
    connections: Connections
    clients: number
    warmUpSeconds: number
    seconds: number
    databaseCpu: CpuMeter
  },
): Promise<Measurement> {
  const phase = { measuring: false, done: false }
  const milliseconds: number[] = []
  const texts = [...new Set(transactions.flatMap(({ sent }) => sent.map(({ text }) => text)))]
  const names = new Map(texts.map((text, index) => [text, `d${index}`]))
  const work = async () => {
    const client = new pg.Client({ ...options.connections.app, pipeline: true })
    await client.connect()
    while (!phase.done) {
      const transaction = transactions[Math.floor(Math.random() * transactions.length)]
      const started = performance.now()
      if (transaction) await perform(client, transaction, names)
      if (phase.measuring && !phase.done) milliseconds.push(performance.now() - started)
    }
    await client.end()
  }
  const working = Promise.all(Array.from({ length: options.clients }, work))
  await Promise.race([wait(options.warmUpSeconds), working])
  const before = {
    at: performance.now(),
    machine: machineCpu(),
    database: options.databaseCpu(),
    client: ownCpu(),
  }
  phase.measuring = true
  await Promise.race([wait(options.seconds), working])
  phase.done = true
  const after = {
    at: performance.now(),
    machine: machineCpu(),
    database: options.databaseCpu(),
    client: ownCpu(),
  }
  await working
  return summarize(milliseconds, (after.at - before.at) / 1000, {
    database: after.database - before.database,
    client: after.client - before.client,
    machine: after.machine - before.machine,
  })
}

async function perform(
  client: pg.Client,
  transaction: Transaction,
  names: Map<string, string>,
): Promise<void> {
  const { tenantId, mode, uniqueValues } = transaction
  const fresh = uniqueValues.map((value) => [value, randomUUIDv7()] as const)
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    if (typeof value !== 'string') return value
    return fresh.reduce((text, [before, after]) => text.replaceAll(before, after), value)
  }
  const opened = [
    client.query(mode === 'read' ? 'begin read only' : 'begin'),
    client.query(`set local app.tenant_id = '${tenantId}'`),
  ]
  for (const batch of batchesOf(transaction)) {
    const sent = batch.map(({ text, values }) =>
      client.query({
        name: names.get(text) ?? '',
        text,
        values: values.map(renewed),
      }),
    )
    const ended = batch.some(({ commits }) => commits) ? [client.query('commit')] : []
    await Promise.all([...opened.splice(0), ...sent, ...ended])
  }
  if (!transaction.sent.some(({ commits }) => commits)) await client.query('commit')
}
