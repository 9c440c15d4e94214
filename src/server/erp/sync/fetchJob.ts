import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { type JobHandler, type JobRun, nextDue, requestJobs } from '#server/jobs/jobs.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { type SyncKind, syncKinds } from '#shared/erp/erp.ts'
import { readLink } from '../link.ts'
import { type OpenConnector, openConnector } from '../openConnector.ts'
import { runSync, type SyncRun } from './runSync.ts'

type Context = { database: Database; secrets: Secrets }
type Options = { now?: () => Date; open?: OpenConnector }

const minuteMs = 60_000
const retryDelayMs = 5 * minuteMs

/** Fetches a tenant's customers, products, prices, stock and balances from its ERP, each kind when due. */
export function erpFetchJob(context: Context, options: Options = {}): JobHandler {
  const { now = () => new Date(), open = openConnector } = options
  return async (run) => {
    while (!run.signal.aborted && (await fetchNext(context, run, { now, open })));
    return context.database.inTenant(run.tenantId, 'read', (tx) => nextDue(tx, findNext))
  }
}

// Stands for "at once", because JavaScript has no -infinity date.
const findNext = prepared(`
  select nullif(min(greatest(to_timestamp(0), s.next_at)), 'infinity') as "dueAt" from erp_syncs s
  join erp_links l on l.tenant_id = $1 and not l.is_paused
  where s.tenant_id = $1`)

const findDue = prepared(`
  select s.what, s.cursor = '' or coalesce(s.full_at < $2::timestamptz - interval '24 hours', false) as "isFull"
  from erp_syncs s join erp_links l on l.tenant_id = $1 and not l.is_paused
  where s.tenant_id = $1 and s.next_at <= $2
  order by array_position($3::text[], s.what) limit 1`)

const readMinutes = prepared(`
  select nullif(settings->'schedule'->>$2::text, '0')::integer as minutes from erp_links where tenant_id = $1 for share`)
const planNext = prepared(`
  update erp_syncs set next_at = $3::timestamptz where tenant_id = $1 and what = $2`)

/** False if none is due. */
async function fetchNext(
  { database, secrets }: Context,
  { tenantId, signal, hold }: JobRun,
  { now, open }: Required<Options>,
): Promise<boolean> {
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
  const { due, link } = await database.inTenant(tenantId, 'read', async (tx) => ({
    due: (await tx.query<{ what: SyncKind; isFull: boolean }>(findDue, now(), syncKinds))[0],
    link: await readLink(tx, secrets),
  }))
  if (!due || !link) return false
  await using connector = open(link, { database })
  let run: SyncRun | undefined
  try {
    const { what, isFull } = due
    run = await runSync({ database, tenantId, link, connector }, what, { isFull, now, signal, hold })
  } finally {
    const hasFailed = run === undefined || run.error !== undefined
    await write(async (tx) => {
      await hold(tx)
      // As the schedule is now.
      const [planned] = await tx.query<{ minutes: number | null }>(readMinutes, due.what)
      const delayMs = hasFailed ? retryDelayMs : (planned?.minutes ?? 0) * 60_000
      const nextAt = delayMs ? new Date(now().getTime() + delayMs) : 'infinity'
      if (hasFailed) await requestJobs(tx, undefined, ['erpCare'], now())
      await tx.last(planNext, due.what, nextAt)
    })
  }
  return true
}
