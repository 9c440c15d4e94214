import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { getErpSyncs, type SyncRunShown, startErpSync, syncCustomersWithErp } from '#shared/erp.ts'
import { Refusal } from '#shared/errors.ts'
import { readLink } from '../link.ts'
import { openConnector } from '../openConnector.ts'
import { runSync, type SyncKind } from './runSync.ts'

const nextAt = isoTime("nullif(greatest(next_at, $2::timestamptz), 'infinity')")
const readSyncs = prepared(`
  select json_strip_nulls(json_build_object('what', what,
    'isRunning', exists (
      select from jobs j join erp_sync_runs r on r.tenant_id = $1 and r.what = erp_syncs.what
        and r.ended_at is null and r.started_at >= j.started_at
      where j.tenant_id = $1 and j.kind = 'erpFetch' and j.held_until > now()),
    'fullAt', ${isoTime('full_at')}, 'nextAt', ${nextAt})) as item
  from erp_syncs where tenant_id = $1
  order by array_position(array['customers', 'products', 'prices', 'stock'], what)`)
const readRuns = prepared(`
  select json_strip_nulls(json_build_object('id', id, 'what', what, 'isFull', is_full, 'startedAt', ${isoTime('started_at')},
    'endedAt', ${isoTime('ended_at')}, 'added', added, 'updated', updated, 'unchanged', unchanged, 'refused', refused,
    'problems', problems, 'errorClass', error_class, 'error', error)) as item
  from erp_sync_runs where tenant_id = $1 order by started_at desc limit 50`)

type SyncShown = { what: SyncKind; isRunning: boolean; fullAt?: string; nextAt?: string }

export const readErpSyncs = verb(getErpSyncs, async ({ tx, now }) => {
  const [syncs, runs] = await Promise.all([
    tx.query<{ item: SyncShown }>(readSyncs, now),
    tx.query<{ item: SyncRunShown }>(readRuns),
  ])
  const items = <Item>(rows: { item: Item }[]) => rows.map(({ item }) => item)
  return { syncs: items(syncs), runs: items(runs) }
})

const dueNow = prepared(`
  update erp_syncs set next_at = '-infinity', cursor = case when $3::boolean then '' else cursor end,
    full_at = case when $3::boolean then null else full_at end
  where tenant_id = $1 and what = $2 returning what`)

/**
 * Makes one kind due now.
 * @throws Refusal `notFound` without a link.
 */
export const startSync = verb(startErpSync, async ({ tx, now, services }, { what, isFull }) => {
  const due = await tx.query(dueNow, what, isFull)
  if (due.length === 0) throw new Refusal('notFound')
  await requestJobs(tx, services.jobs, ['erpFetch'], now)
})

/**
 * Fetches customers while the caller waits.
 * @throws Refusal `erp.notLinked`, or `erp.failed` with the ERP's message.
 */
export const fetchCustomers = verb(syncCustomersWithErp, async (call) => {
  const { tenant, inTenant, services } = call
  const link = await inTenant('read', (tx) => readLink(tx, services.secrets))
  if (!link) throw new Refusal('erp.notLinked')
  await using connector = openConnector(link, services)
  const context = { database: services.database, tenantId: tenant.id, link, connector }
  const signal = AbortSignal.timeout(100_000)
  const run = await runSync(context, 'customers', { isFull: false, now: () => new Date(), signal })
  if (run.error) throw new Refusal('erp.failed', { values: { reason: run.error.message } })
  const { added, updated, unchanged } = run
  return { added, updated, unchanged }
})
