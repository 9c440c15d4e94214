import { randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '#server/db/tenant.ts'

/** Statements of a batch were sent without waiting. `commits`: sent with the commit. */
export type SentStatement = { text: string; values: unknown[]; batch: number; commits: boolean }

/** `uniqueValues` must differ in each call. */
export type Transaction = {
  tenantId: string
  mode: 'read' | 'write'
  sent: SentStatement[]
  uniqueValues: string[]
}

/** Records transactions once `take` was called; each `take` returns those since the last one. */
export function recording(database: Database): { database: Database; take: () => Transaction[] } {
  let taken: Transaction[] | undefined
  const take = () => {
    const transactions = taken ?? []
    taken = []
    return transactions
  }
  const inTenant: Database['inTenant'] = (tenantId, mode, work, isUrgent) => {
    if (!taken) return database.inTenant(tenantId, mode, work, isUrgent)
    const own = mode === 'write' ? 'write' : 'read'
    const transaction: Transaction = { tenantId, mode: own, sent: [], uniqueValues: [] }
    taken.push(transaction)
    return database.inTenant(tenantId, mode, (tx) => work(recordingTx(tx, transaction.sent)), isUrgent)
  }
  return { database: { ...database, inTenant }, take }
}

function recordingTx(tx: Tx, sent: SentStatement[]): Tx {
  let batch = 0
  const recorded =
    (send: Tx['query'], commits: boolean): Tx['query'] =>
    async (statement, ...values) => {
      const ownBatch = batch
      sent.push({ text: statement.text, values: [tx.tenantId, ...values], batch, commits })
      try {
        return await send(statement, ...values)
      } finally {
        batch = ownBatch + 1
      }
    }
  return {
    tenantId: tx.tenantId,
    query: recorded((...asked) => tx.query(...asked), false),
    last: recorded((...asked) => tx.last(...asked), true),
    afterCommit: (work) => tx.afterCommit(work),
  }
}

export function batchesOf({ sent }: Transaction): SentStatement[][] {
  return [...new Set(sent.map(({ batch }) => batch))].map((batch) =>
    sent.filter((statement) => statement.batch === batch),
  )
}

/** The values of each statement, with new ones for those that must differ. */
export function renewedValues({ sent, uniqueValues }: Transaction): unknown[][] {
  const fresh = uniqueValues.map((value) => [value, randomUUIDv7()] as const)
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    if (typeof value !== 'string') return value
    return fresh.reduce((text, [before, after]) => text.replaceAll(before, after), value)
  }
  return sent.map(({ values }) => values.map(renewed))
}
