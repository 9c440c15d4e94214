import { isoTime } from '#server/db/isoTime.ts'
import type { Database } from '#server/db/tenant.ts'
import type { Overview } from '#shared/operator.ts'

/* What waits for servers outside: orders for ERPs, mails for the mail server. Jobs note it, so nothing is counted here. */

type Global = Pick<Database, 'global'>

const maxListed = 1000

// One failed try may be an accident.
const isFailing = 's.failures > 1'
const perTenant = `
  select t.key as tenant, w.kind, w.host, w.waiting, ${isoTime('w.oldest_at')} as "oldestAt",
    ${isoTime('coalesce(w.failing_since, s.failing_since)')} as "failingSince", coalesce(s.reason, w.reason) as reason
  from outbound_waits w join tenants t on t.id = w.tenant_id
  left join mail_servers s on s.host = w.host and w.kind = 'mails' and ${isFailing}
  where w.kind = any ($1)
  order by coalesce(w.failing_since, s.failing_since) nulls last, w.oldest_at limit ${maxListed}`

/**
 * What waits for one wholesaler. `failingSince`: since when the link to its ERP, or the mail server, fails.
 */
export type TenantWait = {
  tenant: string
  kind: 'orders' | 'mails' | 'refusedMails'
  host: string
  waiting: number
  oldestAt: string | null
  failingSince: string | null
  reason: string
}

/** What is failing comes first, then what has waited longest; at most 1,000 each of orders and of mails. */
export async function readTenantWaits({ global }: Global): Promise<TenantWait[]> {
  const [orders, mails] = await Promise.all([
    global<TenantWait>(perTenant, [['orders']]),
    global<TenantWait>(perTenant, [['mails', 'refusedMails']]),
  ])
  return [...orders, ...mails]
}

const mailHosts = `
  select coalesce(w.host, s.host) as host, ${isoTime(`case when ${isFailing} then s.failing_since end`)} as "failingSince",
    case when ${isFailing} then s.reason else '' end as reason,
    coalesce(w.waiting, 0) as waiting, ${isoTime('w.oldest_at')} as "oldestAt",
    coalesce(w.refused, 0) as refused, ${isoTime('w.oldest_refused_at')} as "oldestRefusedAt",
    coalesce(w.refused_reason, '') as "refusedReason"
  from (select host, sum(waiting) filter (where kind = 'mails')::int as waiting,
          min(oldest_at) filter (where kind = 'mails') as oldest_at,
          sum(waiting) filter (where kind = 'refusedMails')::int as refused,
          min(oldest_at) filter (where kind = 'refusedMails') as oldest_refused_at,
          (array_agg(reason order by oldest_at) filter (where kind = 'refusedMails'))[1] as refused_reason
        from outbound_waits where kind <> 'orders' group by host) w
  full join mail_servers s on s.host = w.host
  where w.host is not null or ${isFailing}
  order by 1`

/** The part of the overview about links and mail servers. */
export async function readWaits({ global }: Global): Promise<Pick<Overview, 'links' | 'mailServers'>> {
  const [links, mailServers] = await Promise.all([
    global<Overview['links'][number]>(perTenant, [['orders']]),
    global<Overview['mailServers'][number]>(mailHosts),
  ])
  return { links, mailServers }
}

const sums = `
  select kind, count(failing_since)::int as failing, sum(waiting)::int as waiting,
    coalesce(extract(epoch from now() - min(oldest_at)), 0)::float8 as "oldestSeconds"
  from outbound_waits group by kind
  union all
  select 'mailServers', count(*)::int, 0, 0 from mail_servers s where ${isFailing}`

type WaitSum = { failing: number; waiting: number; oldestSeconds: number }
const nothing: WaitSum = { failing: 0, waiting: 0, oldestSeconds: 0 }

/** Sums over all wholesalers. */
export async function sumWaits({
  global,
}: Global): Promise<Record<TenantWait['kind'] | 'mailServers', WaitSum>> {
  const found = await global<WaitSum & { kind: string }>(sums)
  const sumOf = (kind: string) => found.find((one) => one.kind === kind) ?? nothing
  return {
    orders: sumOf('orders'),
    mails: sumOf('mails'),
    refusedMails: sumOf('refusedMails'),
    mailServers: sumOf('mailServers'),
  }
}
