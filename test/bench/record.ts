import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '#server/app.ts'
import type { Connections } from '#server/db/connection.ts'
import { type Database, openDatabase, type Tx } from '#server/db/tenant.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { quietServices } from '#test/services.ts'
import type { Shop } from './seed.ts'
import type { Workload } from './workloads.ts'

/** Statements of a batch were sent without waiting. `commits`: sent with the commit. */
export type SentStatement = { text: string; values: unknown[]; batch: number; commits: boolean }

/** `uniqueValues` must differ in each call. */
export type Transaction = {
  tenantId: string
  mode: 'read' | 'write'
  sent: SentStatement[]
  uniqueValues: string[]
}

/** No catalogue fits, so all is read from SQL; users are kept. */
export const usersOnlyMb = 0.001

/** Records what the server sends to the database in `count` calls. */
export async function recordTransactions(
  connections: Connections,
  shop: Shop,
  workload: Workload,
  { count, folder }: { count: number; folder: string },
): Promise<Transaction[]> {
  const database = await openDatabase(connections, { poolSize: 1 })
  const transactions: Transaction[] = []
  const app = await createApp({
    database: recording(database, transactions),
    tenants: openTenants(database),
    photos: openPhotoStore({ folder }),
    ...quietServices(folder),
    checkReplies: true,
    catalogueMemory: { maxMb: usersOnlyMb },
  })
  const call = async () => {
    const { method, url, payload } = workload.call()
    const headers = { host: shop.host, authorization: `Bearer ${shop.token}` }
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    if (statusCode !== 200) throw new Error(`${workload.title}: HTTP ${statusCode} ${body}`)
    return body
  }
  try {
    // Then the user is known.
    await call()
    await sleep(500)
    transactions.length = 0
    for (let number = 0; number < count; number += 1) {
      const body = await call()
      const { guidKey, orderId } = JSON.parse(body) as { guidKey?: string; orderId?: string }
      transactions.at(-1)?.uniqueValues.push(...[guidKey, orderId].filter((value) => value !== undefined))
    }
    return transactions
  } finally {
    await app.close()
    await database.close()
  }
}

function recording(database: Database, transactions: Transaction[]): Database {
  return {
    ...database,
    inTenant: (tenantId, mode, work) => {
      const transaction: Transaction = { tenantId, mode, sent: [], uniqueValues: [] }
      transactions.push(transaction)
      return database.inTenant(tenantId, mode, (tx) => work(recordingTx(tx, transaction.sent)))
    },
  }
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
