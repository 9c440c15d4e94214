import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import {
  type ErpKind,
  getErpSyncs,
  type SyncKind,
  type SyncRunShown,
  startErpSync,
  syncCustomersWithErp,
} from '#shared/erp/erp.ts'
import { erpDescriptions } from '#shared/erp/settings.ts'
import { Refusal } from '#shared/errors.ts'
import { readLink } from '../link.ts'
import { openConnector } from '../openConnector.ts'
import { runSync } from './runSync.ts'

const nextAt = isoTime("nullif(greatest(next_at, $2::timestamptz), 'infinity')")
// A link that is older than a kind has no row of it.
const readSyncs = prepared(`
  select json_strip_nulls(json_build_object('what', k.what,
    'isRunning', exists (
      select from jobs j join erp_sync_runs r on r.tenant_id = $1 and r.what = k.what
        and r.ended_at is null and r.started_at >= j.started_at
      where j.tenant_id = $1 and j.kind = 'erpFetch' and j.held_until > now()),
    'fullAt', ${isoTime('full_at')}, 'nextAt', ${nextAt})) as item
  from unnest($3::text[]) with ordinality k (what, place)
  left join erp_syncs s on s.tenant_id = $1 and s.what = k.what
  order by k.place`)
const readRuns = prepared(`
  select json_strip_nulls(json_build_object('id', id, 'what', what, 'isFull', is_full, 'startedAt', ${isoTime('started_at')},
    'endedAt', ${isoTime('ended_at')}, 'added', added, 'updated', updated, 'unchanged', unchanged, 'refused', refused,
    'problems', problems, 'errorClass', error_class, 'error', error)) as item
  from erp_sync_runs where tenant_id = $1 order by started_at desc limit 50`)

const readKind = prepared('select kind from erp_links where tenant_id = $1')

type SyncShown = { what: SyncKind; isRunning: boolean; fullAt?: string; nextAt?: string }

export const readErpSyncs = verb(getErpSyncs, async ({ tx, now }) => {
  const [[link], runs] = await Promise.all([
    tx.query<{ kind: ErpKind }>(readKind),
    tx.query<{ item: SyncRunShown }>(readRuns),
  ])
  const kinds = link ? erpDescriptions[link.kind].fetches : []
  const syncs = await tx.query<{ item: SyncShown }>(readSyncs, now, kinds)
  const items = <Item>(rows: { item: Item }[]) => rows.map(({ item }) => item)
  return { syncs: items(syncs), runs: items(runs) }
})

const dueNow = prepared(`
  insert into erp_syncs (tenant_id, what, next_at) select tenant_id, $2, '-infinity' from erp_links where tenant_id = $1
  on conflict (tenant_id, what) do update
    set next_at = '-infinity', cursor = case when $3::boolean then '' else erp_syncs.cursor end,
        full_at = case when $3::boolean then null else erp_syncs.full_at end
  returning what`)

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
