import { undoWindowDays } from '#server/catalogue/import/runs/run.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'

/** In days: the change log; and imports, syncs, comparisons, attempts of transfers and mails. */
export type Retention = { logDays: number; runDays: number }

const dayMs = 24 * 60 * 60_000
/** So that no other writer waits. */
const batchSize = 2000
/** Also if nothing is that old: the settings may have changed. */
const lookAgainDays = 30
/** Rows that had to stay when they got old are looked at for so long; some never go. */
const passedOverDays = 90
const sliceDays = 7

type OldRows = {
  /** $2: older ones are removed; $3, if used: newer ones. Answers a row for each. */
  remove: Statement
  daysOf: (retention: Retention) => number
  /** Many old rows stay, so each is looked at for {@link passedOverDays} only. Answers when the first `began`. */
  first?: Statement
}

const firstAttempt = prepared('select min(started_at) as began from transfer_attempts where tenant_id = $1')
const byRuns = ({ runDays }: Retention) => runDays

const oldRows: OldRows[] = [
  {
    // An order's page shows its history.
    remove: prepared(`
      delete from changes where tenant_id = $1 and id in (
        select id from changes where tenant_id = $1 and subject <> 'order' and at < $2
        order by at limit ${batchSize}) returning id`),
    daysOf: ({ logDays }) => logDays,
  },
  {
    // The last mail to each recipient says what they know of the order.
    remove: prepared(`
      delete from order_mails where tenant_id = $1 and id in (
        select m.id from order_mails m
        where m.tenant_id = $1 and m.created_at < $2 and m.created_at >= $3 and m.state in ('sent', 'dropped')
          and exists (select from order_mails n where n.tenant_id = $1 and n.order_id = m.order_id
                      and n.recipient = m.recipient and n.created_at > m.created_at and n.state in ('sent', 'dropped'))
        limit ${batchSize}) returning id`),
    daysOf: byRuns,
    first: prepared('select min(created_at) as began from order_mails where tenant_id = $1'),
  },
  {
    remove: prepared(`
      delete from news where tenant_id = $1 and (user_id, subject_id) in (
        select user_id, subject_id from news where tenant_id = $1 and noted_at < $2
        order by noted_at limit ${batchSize}) returning subject_id`),
    daysOf: byRuns,
  },
  {
    // The last attempt says what the ERP made of the order.
    remove: prepared(`
      delete from transfer_attempts where tenant_id = $1 and (order_id, attempt) in (
        select a.order_id, a.attempt from transfer_attempts a
        join order_transfers t on t.tenant_id = $1 and t.order_id = a.order_id
        where a.tenant_id = $1 and a.started_at < $2 and a.started_at >= $3 and t.state = 'sent' and a.attempt < t.attempts
        limit ${batchSize}) returning attempt`),
    daysOf: byRuns,
    first: firstAttempt,
  },
  {
    // Without the ERP's full answer, which is the most of it.
    remove: prepared(`
      update transfer_attempts set raw = '' where tenant_id = $1 and (order_id, attempt) in (
        select a.order_id, a.attempt from transfer_attempts a
        join order_transfers t on t.tenant_id = $1 and t.order_id = a.order_id
        where a.tenant_id = $1 and a.started_at < $2 and a.started_at >= $3 and t.state = 'sent' and a.raw <> ''
        limit ${batchSize}) returning attempt`),
    daysOf: byRuns,
    first: firstAttempt,
  },
  ...['erp_sync_runs', 'erp_reconciliations'].map((table) => ({
    remove: prepared(`
      delete from ${table} where tenant_id = $1 and id in (
        select id from ${table} where tenant_id = $1 and started_at < $2
        order by started_at limit ${batchSize}) returning id`),
    daysOf: byRuns,
  })),
  {
    // First the rows, so that none is left without its import. Undone imports and discarded files need none.
    remove: prepared(`
      delete from catalogue_changes where tenant_id = $1 and (set_id, entity, id) in (
        select c.set_id, c.entity, c.id from change_sets s
        join catalogue_changes c on c.tenant_id = $1 and c.set_id = s.id
        where s.tenant_id = $1 and ${isOldImport()}
        limit ${batchSize}) returning set_id`),
    daysOf: importDays,
  },
  {
    remove: prepared(`
      delete from change_sets s where s.tenant_id = $1 and s.created_at < $2 and ${isOldImport()}
       
        and not exists (select from catalogue_changes c where c.tenant_id = $1 and c.set_id = s.id)
      returning id`),
    daysOf: importDays,
  },
  {
    remove: prepared(`
      delete from file_import_changes where tenant_id = $1 and (import_id, record_id) in (
        select c.import_id, c.record_id from file_imports i
        join file_import_changes c on c.tenant_id = $1 and c.import_id = i.id
        where i.tenant_id = $1 and i.created_at < $2 limit ${batchSize}) returning import_id`),
    daysOf: importDays,
  },
  {
    remove: prepared(`
      delete from file_imports i where i.tenant_id = $1 and i.created_at < $2
        and not exists (select from file_import_changes c where c.tenant_id = $1 and c.import_id = i.id)
      returning id`),
    daysOf: importDays,
  },
]

/** As long as they can be undone. */
function importDays({ runDays }: Retention): number {
  return Math.max(runDays, undoWindowDays)
}

/** SQL: an import of which nothing can be undone, applied or looked at. */
function isOldImport(): string {
  return `s.source in ('panel', 'command') and s.state not in ('checking', 'applying', 'undoing')
    and (coalesce(s.applied_at, s.created_at) < $2 or s.state = 'discarded'
      or (s.applied_at is null and s.created_at < now() - interval '30 days'))`
}

type Run = { retention: Retention; now: Date; signal?: AbortSignal }

/**
 * Removes a tenant's old rows, a batch at a time. Returns how many. As the owner: the application may add to the change
 * log and never take from it.
 */
export async function removeOldRows(
  connections: Pick<Connections, 'owner'>,
  tenantId: string,
  { retention, now, signal }: Run,
): Promise<number> {
  await using client = await connected(connections.owner)
  const write = async <Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]> => {
    signal?.throwIfAborted()
    await client.query('begin')
    try {
      await client.query(`set local app.tenant_id = '${tenantId}'; set local lock_timeout = ${lockTimeoutMs}`)
      const { rows } = await client.query<Row>(statement.text, [tenantId, ...values])
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  const removeAll = async (remove: Statement, ...bounds: Date[]) => {
    for (let removed = 0; ; ) {
      const { length } = await write(remove, ...bounds)
      removed += length
      if (length < batchSize) return removed
    }
  }
  const [looked] = await write<{ until: Date }>(lookedUntil)
  let removed = 0
  for (const { remove, daysOf, first } of oldRows) {
    const before = now.getTime() - daysOf(retention) * dayMs
    if (!first) {
      removed += await removeAll(remove, new Date(before))
      continue
    }
    const [found] = await write<{ began: Date | null }>(first)
    const again = (looked?.until.getTime() ?? 0) - passedOverDays * dayMs
    const start = Math.max(found?.began?.getTime() ?? before, again)
    for (let from = start; from < before; from += sliceDays * dayMs) {
      const to = Math.min(from + sliceDays * dayMs, before)
      removed += await removeAll(remove, new Date(to), new Date(from))
    }
  }
  await write(noteLooked, new Date(now.getTime() - retention.runDays * dayMs))
  return removed
}

const lockTimeoutMs = 2000

const lookedUntil = prepared('select looked_until as until from retention_states where tenant_id = $1')
const noteLooked = prepared(`
  insert into retention_states (tenant_id, looked_until) values ($1, $2)
  on conflict (tenant_id) do update set looked_until = greatest(retention_states.looked_until, excluded.looked_until)`)

const oldest = prepared(`
  select least(
    (select min(at) from changes where tenant_id = $1 and subject <> 'order') + $2::int * interval '1 day',
    (select min(started_at) from erp_sync_runs where tenant_id = $1) + $3::int * interval '1 day',
    (select min(started_at) from erp_reconciliations where tenant_id = $1) + $3::int * interval '1 day') as due`)

/** Once a day where there is something old; else when there may be. */
export function retentionJob(
  { database, owner, retention }: { database: Database; owner: Connections['owner']; retention: Retention },
  { now = () => new Date() }: { now?: () => Date } = {},
): JobHandler {
  return async ({ tenantId, signal }) => {
    const today = now()
    await removeOldRows({ owner }, tenantId, { retention, now: today, signal })
    const [next] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{ due: Date | null }>(oldest, retention.logDays, retention.runDays),
    )
    const latest = today.getTime() + lookAgainDays * dayMs
    const due = Math.min(next?.due?.getTime() ?? latest, latest)
    return new Date(Math.max(due, today.getTime() + dayMs))
  }
}
