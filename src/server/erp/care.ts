import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { type JobHandler, nextDue } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Secrets } from '#server/process/secrets.ts'
import type { Tenant, Tenants } from '#server/tenancy/tenants.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { sendAlerts } from './alerts.ts'
import { deleteUnreadRequests } from './erpAgent/mailbox.ts'
import { readLink } from './link.ts'
import { noteLinkWaits } from './linkWaits.ts'
import { openConnector } from './openConnector.ts'
import { reconcile } from './reconcile.ts'

type Context = { database: Database; tenants: Tenants; secrets: Secrets; mailer: Mailer }
type Options = { say: (line: string) => void; now?: () => Date }

// The process that advances the time does the work.
const takeReconciliation = prepared(`
  update erp_states set reconcile_at = $3
  where tenant_id = $1 and reconcile_at <= $2 and failing_since is null and last_success_at is not null
  returning reconcile_at`)

/** Tells operator and admins of trouble with a link, reconciles nightly, and deletes old agent requests. */
export function erpCareJob(context: Context, { say, now = () => new Date() }: Options): JobHandler {
  return async ({ tenantId }) => {
    const tenant = await context.tenants.byId(tenantId)
    if (!tenant) return undefined
    return careFor(context, tenant, { now, say })
  }
}

const findNext = prepared(`
  select case
      when s.failing_since is not null or s.alerts_sent > 0
        or exists (select from order_transfers q where q.tenant_id = $1 and q.state in ('pending', 'sending', 'dead'))
        or exists (select from outbound_waits w where w.tenant_id = $1 and w.kind = 'orders')
      then $2::timestamptz + interval '1 minute'
      else least($2::timestamptz + interval '1 day',
        case when s.last_success_at is not null then greatest($2, s.reconcile_at) end) end as "dueAt"
  from erp_links l join erp_states s on s.tenant_id = $1 where l.tenant_id = $1`)

/** Returns when the link is due again; undefined without a link. */
export async function careFor(
  context: Context,
  tenant: Tenant,
  { now, say }: Required<Options>,
): Promise<Date | undefined> {
  const { database } = context
  await noteLinkWaits(database, tenant, { now: now(), say })
  await sendAlerts(context, tenant, { now: now(), say })
  await deleteUnreadRequests(database, tenant.id, now())
  await compareIfDue(context, tenant, now)
  return database.inTenant(tenant.id, 'read', (tx) => nextDue(tx, findNext, now()))
}

const nightHoursMs = 2 * 3_600_000

/** Two hours into the tenant's next night. */
function nextNight(now: Date, timeZone: string): Date {
  const day = dayOf(new Date(now.getTime() - nightHoursMs), timeZone)
  return new Date(startOf(addDays(day, 1), timeZone).getTime() + nightHoursMs)
}

async function compareIfDue(
  context: Context,
  { id: tenantId, timeZone }: Tenant,
  now: () => Date,
): Promise<void> {
  const { database, secrets } = context
  const due = await database.inTenant(tenantId, 'write', (tx) =>
    tx.last(takeReconciliation, now(), nextNight(now(), timeZone)),
  )
  if (due.length === 0) return
  const link = await database.inTenant(tenantId, 'read', (tx) => readLink(tx, secrets))
  if (!link) return
  await using connector = openConnector(link, context)
  await reconcile(database, tenantId, connector, now)
}
