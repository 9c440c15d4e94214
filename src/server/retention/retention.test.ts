import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/newId.ts'
import { runSql } from '#test/database.ts'
import type { Wholesaler } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { removeOldRows, retentionJob } from './retention.ts'

const app = useApp()
const shop: Wholesaler = shopPerTest(app)
const now = new Date('2026-06-01T12:00:00Z')
const retention = { logDays: 400, runDays: 60 }
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
const run = (more: Partial<typeof retention> = {}, at = now) =>
  removeOldRows(app.connections, shop.tenantId, { retention: { ...retention, ...more }, now: at })

beforeEach(async () => {
  const superuser = { ...app.connections.owner, user: 'postgres' }
  for (const table of ['changes', 'order_mails', 'catalogue_changes', 'change_sets'])
    await runSql(superuser, `delete from ${table} where tenant_id = $1`, [shop.tenantId])
})

const ids = async (table: string, order: string, column = 'id') =>
  (
    await shop.query<{ value: string }>(
      `select ${column}::text as value from ${table} where tenant_id = $1 order by ${order}`,
    )
  ).map(({ value }) => value)

async function addChange(days: number, subject: 'order' | 'product'): Promise<string> {
  const id = newId()
  await shop.query(
    `insert into changes (tenant_id, id, at, user_name, subject, subject_name, action)
     values ($1, $2, $3, 'x', $4, 'x', 'changed')`,
    id,
    daysAgo(days),
    subject,
  )
  return id
}

async function addMail(orderId: string, days: number, recipient: string, state = 'sent'): Promise<string> {
  const id = newId()
  await shop.query(
    `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, state,
       next_attempt_at, created_at)
     values ($1, $2, $3, 1, 'placed', $4, 'tr', $5, $6, $6)`,
    id,
    orderId,
    recipient,
    state,
    daysAgo(days),
  )
  return id
}

async function addTransfer(state: 'sent' | 'dead', attempts: number, days: number): Promise<string> {
  const { id } = await shop.place()
  await shop.query(
    `insert into order_transfers (tenant_id, order_id, state, requested_at, attempts) values ($1, $2, $3, now(), $4)`,
    id,
    state,
    attempts,
  )
  for (let attempt = 1; attempt <= attempts; attempt += 1)
    await shop.query(
      `insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at, raw)
       values ($1, $2, $3, 1, $4, 'answer')`,
      id,
      attempt,
      daysAgo(days),
    )
  return id
}

async function addImport(state: string, days: number, rows: number): Promise<string> {
  const id = newId()
  const isApplied = state === 'applied'
  await shop.query(
    `insert into change_sets (tenant_id, id, source, file_name, state, created_by_name, created_at, applied_at)
     values ($1, $2, 'panel', 'x', $3, 'x', $4, $5)`,
    id,
    state,
    daysAgo(days),
    isApplied ? daysAgo(days) : null,
  )
  await shop.query(
    `insert into catalogue_changes (tenant_id, set_id, entity, id, state)
     select $1, $2, 'row', gen_random_uuid(), 'new' from generate_series(1, $3::int)`,
    id,
    rows,
  )
  return id
}

test('the change log goes by age, but an order keeps its history', async () => {
  const [, recent, ofOrder] = [
    await addChange(401, 'product'),
    await addChange(399, 'product'),
    await addChange(2000, 'order'),
  ]
  expect(await run()).toBe(1)
  expect(await ids('changes', 'at')).toEqual([ofOrder, recent])
  expect(await run()).toBe(0)
})

test('more rows than a batch go', async () => {
  await shop.query(
    `insert into changes (tenant_id, id, at, user_name, subject, subject_name, action)
     select $1, gen_random_uuid(), $2, 'x', 'product', 'x', 'changed' from generate_series(1, 4500)`,
    daysAgo(500),
  )
  expect(await run()).toBe(4500)
})

test('the last mail of an order to each recipient stays, and each that was not delivered', async () => {
  const { id } = await shop.place()
  await addMail(id, 300, 'a@example.com')
  const kept = [
    await addMail(id, 290, 'a@example.com'),
    await addMail(id, 280, 'b@example.com', 'dead'),
    await addMail(id, 270, 'b@example.com'),
    await addMail(id, 59, 'a@example.com', 'pending'),
  ]
  expect(await run()).toBe(1)
  expect(await ids('order_mails', 'created_at')).toEqual(kept)
})

test('of a transfer that was sent the last attempt stays, without the full answer; of another all', async () => {
  const [sent, dead, recent] = [
    await addTransfer('sent', 3, 200),
    await addTransfer('dead', 2, 100),
    await addTransfer('sent', 2, 10),
  ]
  await run()
  const found = await shop.query<{ found: string }>(
    `select order_id || ' ' || attempt || ' ' || raw as found from transfer_attempts where tenant_id = $1`,
  )
  expect(found.map((row) => row.found).toSorted()).toEqual(
    [
      `${sent} 3 `,
      `${dead} 1 answer`,
      `${dead} 2 answer`,
      `${recent} 1 answer`,
      `${recent} 2 answer`,
    ].toSorted(),
  )
  // It was delivered after all, when it was old already.
  await shop.update(`order_transfers set state = 'sent' where order_id = $2`, dead)
  await run()
  expect(await ids('transfer_attempts', 'order_id, attempt', 'attempt')).toHaveLength(4)
})

test('imports go with their rows when nothing can be undone any more; discarded ones lose their rows', async () => {
  await addImport('applied', 366, 2500)
  const undoable = await addImport('applied', 364, 3)
  const discarded = await addImport('discarded', 5, 3)
  const working = await addImport('applying', 400, 3)
  await run()
  expect(await ids('change_sets', 'created_at')).toEqual([working, undoable, discarded])
  expect(new Set(await ids('catalogue_changes', 'set_id', 'set_id'))).toEqual(new Set([working, undoable]))
})

test('applied files go with their rows when they can no longer be undone', async () => {
  const add = async (days: number, records: number) => {
    const id = newId()
    await shop.query(
      `insert into file_imports (tenant_id, id, kind, file_name, created_at, created_by, created_by_name, counts)
       values ($1, $2, 'priceRules', 'x', $3, gen_random_uuid(), 'x', '{}')`,
      id,
      daysAgo(days),
    )
    await shop.query(
      `insert into file_import_changes (tenant_id, import_id, record_id)
       select $1, $2, gen_random_uuid() from generate_series(1, $3::int)`,
      id,
      records,
    )
    return id
  }
  await add(366, 2500)
  const undoable = await add(364, 2)
  await run()
  expect(await ids('file_imports', 'created_at')).toEqual([undoable])
  expect(new Set(await ids('file_import_changes', 'import_id', 'import_id'))).toEqual(new Set([undoable]))
})

describe('the job', () => {
  const job = (settings = retention) =>
    retentionJob(
      { database: app.database, owner: app.connections.owner, retention: settings },
      { now: () => now },
    )({
      tenantId: shop.tenantId,
      signal: new AbortController().signal,
      attempt: 1,
      hold: async () => {},
    })

  test('comes again when something gets old, at the latest in 30 days, at the earliest in one', async () => {
    expect(await job()).toEqual(daysAgo(-30))
    await addChange(390, 'product')
    expect(await job()).toEqual(daysAgo(-10))
    await addChange(399.9, 'product')
    expect(await job()).toEqual(daysAgo(-1))
  })

  test('is there for every wholesaler', async () => {
    const jobs = await shop.query<object>(
      `select due_at > now() as "isLater" from jobs where tenant_id = $1 and kind = 'retention'`,
    )
    expect(jobs).toEqual([{ isLater: true }])
  })
})
