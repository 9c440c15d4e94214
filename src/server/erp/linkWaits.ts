import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { durationText } from '#server/durationText.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { ErpKind } from '#shared/erp/erp.ts'
import { hostOf } from './link.ts'

/*
 * What the operator is told of a link: orders that wait for its ERP, and since when it fails. Links that are paused, and
 * orders of a wholesaler without one, wait by intent.
 */

// A second failure in a row, or a refused sign-in, is no accident. Orders try only while one waits; fetches, which say
// that nothing answered, go on until one gets through or an order does.
const readTruth = prepared(`
  select l.kind, l.settings, w.waiting, w.oldest as "oldestAt",
    case when w.waiting > 0 then s.failing_since end as "sendingSince", s.error as "sendingError",
    s.failures > 1 or s.error_class = 'auth' as "isSendingCertain",
    f.since as "fetchingSince", f.error as "fetchingError", f.again as "isFetchingCertain",
    s.failing_since is not null or f.since is not null as "isStillFailing"
  from (select k.kind, k.settings, t.transfer_enabled from erp_links k join tenant_settings t on t.tenant_id = $1
        where k.tenant_id = $1 and not k.is_paused) l
  join erp_states s on s.tenant_id = $1
  cross join lateral (
    select count(*)::integer as waiting, min(requested_at) as oldest from order_transfers
    where tenant_id = $1 and state in ('pending', 'sending') and l.transfer_enabled) w
  cross join lateral (
    select min(r.started_at) as since, count(*) > count(distinct r.what) as again,
      (array_agg(r.error order by r.started_at desc))[1] as error
    from erp_sync_runs r
    where r.tenant_id = $1 and r.error_class = 'down'
      and exists (select from erp_syncs y where y.tenant_id = $1 and y.next_at < 'infinity')
      and r.started_at > greatest(s.last_success_at, coalesce((
        select max(o.started_at) from erp_sync_runs o
        where o.tenant_id = $1 and o.error_class <> 'down' and o.ended_at is not null), '-infinity'))) f`)

type Truth = {
  kind: ErpKind
  settings: Record<string, unknown>
  waiting: number
  oldestAt: Date | null
  sendingSince: Date | null
  sendingError: string
  isSendingCertain: boolean
  fetchingSince: Date | null
  fetchingError: string | null
  isFetchingCertain: boolean
  isStillFailing: boolean
}

// Before the first note there is no other row that several processes could wait for.
const lock = prepared('select from erp_states where tenant_id = $1 for no key update')
const readNoted = prepared(`
  select host, failing_since as "failingSince" from outbound_waits where tenant_id = $1 and kind = 'orders' for update`)
type Noted = { host: string; failingSince: Date | null }

const write = prepared(`
  insert into outbound_waits as w (tenant_id, kind, host, waiting, oldest_at, failing_since, reason)
  values ($1, 'orders', $2, $3, $4, $5, $6)
  on conflict (tenant_id, kind) do update set host = excluded.host, waiting = excluded.waiting,
    oldest_at = excluded.oldest_at, failing_since = excluded.failing_since, reason = excluded.reason`)
const remove = prepared(`delete from outbound_waits where tenant_id = $1 and kind = 'orders'`)

/**
 * Notes for the operator what waits for the tenant's ERP. `say`: one line when the link begins to fail and one when it no
 * longer does, by the process whose transaction changes the note.
 */
export async function noteLinkWaits(
  database: Database,
  { id: tenantId, key }: Tenant,
  { now, say }: { now: Date; say: (line: string) => void },
): Promise<void> {
  const line = await database.inTenant(tenantId, 'write', async (tx) => {
    const [, [noted], [truth]] = await Promise.all([
      tx.query(lock),
      tx.query<Noted>(readNoted),
      tx.query<Truth>(readTruth),
    ])
    const failing = truth && failingOf(truth, noted?.failingSince != null)
    const host = truth ? hostOf(truth) : (noted?.host ?? '')
    if (truth && (truth.waiting > 0 || failing))
      await tx.query(
        write,
        host,
        truth.waiting,
        truth.oldestAt,
        failing?.since ?? null,
        failing?.reason ?? '',
      )
    else if (noted) await tx.query(remove)
    if (failing && !noted?.failingSince)
      return `The ERP of ${key} (${host}) fails: ${failing.reason}. ${waitingText(truth.waiting)}`
    if (!noted?.failingSince || failing) return undefined
    const lasted = durationText((now.getTime() - noted.failingSince.getTime()) / 1000)
    return truth && !truth.isStillFailing
      ? `The ERP of ${key} (${host}) works again, after ${lasted}.`
      : `Nothing waits any more for the ERP of ${key} (${noted.host}), which failed for ${lasted}.`
  })
  if (line) say(line)
}

type Failing = { since: Date; reason: string }

/** The first that began. `isNoted`: it fails until it works. */
function failingOf(truth: Truth, isNoted: boolean): Failing | undefined {
  const { sendingSince, sendingError, isSendingCertain, fetchingSince, fetchingError, isFetchingCertain } =
    truth
  const found: Failing[] = []
  if (sendingSince && (isNoted || isSendingCertain)) found.push({ since: sendingSince, reason: sendingError })
  if (fetchingSince && (isNoted || isFetchingCertain))
    found.push({ since: fetchingSince, reason: fetchingError ?? '' })
  const [first] = found.toSorted((one, other) => one.since.getTime() - other.since.getTime())
  return first && { ...first, reason: first.reason.replace(/\.$/, '') }
}

const waitingText = (waiting: number) =>
  waiting === 1 ? '1 order waits for it.' : `${waiting.toLocaleString('en')} orders wait for it.`
