import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { nextDue } from '#server/jobs/jobs.ts'
import type { OrderMailKind } from '#shared/orders/orderMails.ts'
import type { Language } from '#shared/tenancy.ts'

/** How long a sender holds a mail; far longer than sending takes. */
export const leaseMs = 10 * 60_000
/** Few enough to be sent well within the lease. */
const batchSize = 5

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Delays between attempts for a refused mail; after the last it is given up, in all after about ten days. */
const retryDelaysMs = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  ...Array.from({ length: 9 }, () => 24 * hourMs),
]

/** A mail that has waited this long for the mail server is given up too. */
const maxWaitMs = 10 * 24 * hourMs

/** A mail held by this process. */
export type HeldMail = {
  id: string
  orderId: string
  kind: OrderMailKind
  recipient: string
  language: Language
  /** Includes the current one. */
  attempts: number
  createdAt: Date
  /** A newer mail about the order goes to the same address. */
  isOutdated: boolean
}

const findNext = prepared(`
  select min(next_attempt_at) as "dueAt" from order_mails where tenant_id = $1 and state = 'pending'`)

export const nextDueMail = (tx: Tx) => nextDue(tx, findNext)

const take = prepared(`
  with due as materialized (
    select o.id, o.next_attempt_at, exists (select from order_mails n where n.tenant_id = $1 and n.order_id = o.order_id
                         and n.recipient = o.recipient and n.order_version > o.order_version) as is_outdated
    from order_mails o
    where o.tenant_id = $1 and o.state = 'pending' and o.next_attempt_at <= $2
    order by o.next_attempt_at, o.id limit ${batchSize} for update of o skip locked)
  update order_mails m set attempts = m.attempts + 1, next_attempt_at = $3
  from due where m.tenant_id = $1 and m.id = due.id
  returning m.id, m.order_id as "orderId", m.kind, m.recipient, m.language, m.attempts,
            m.created_at as "createdAt", due.next_attempt_at as "dueAt", due.is_outdated as "isOutdated"`)

/**
 * Takes due mails: first replaced ones, which need no mail server, then those that have waited longest. No
 * other process gets them before the {@link leaseMs} ends.
 */
export async function takeDueMails(tx: Tx, now: Date): Promise<HeldMail[]> {
  const held = await tx.last<HeldMail & { dueAt: Date }>(take, now, new Date(now.getTime() + leaseMs))
  return held.toSorted(
    (one, other) =>
      Number(other.isOutdated) - Number(one.isOutdated) ||
      one.dueAt.getTime() - other.dueAt.getTime() ||
      (one.id < other.id ? -1 : 1),
  )
}

// If the lease ran out and another process took the mail, it has another attempt count.
const settle = prepared(`
  update order_mails set state = $4, next_attempt_at = coalesce($5, next_attempt_at), last_error = $6, sent_at = $7, is_kept = $8,
    is_refused = $4 = 'pending'
  where tenant_id = $1 and id = $2 and attempts = $3 and state = 'pending'`)

/** `isKept`: written to a folder, because there is no mail server. */
export async function markSent(
  tx: Tx,
  { id, attempts }: HeldMail,
  { now, isKept }: { now: Date; isKept: boolean },
): Promise<void> {
  await tx.last(settle, id, attempts, 'sent', null, '', now, isKept)
}

export async function markDead(tx: Tx, { id, attempts }: HeldMail, error: string): Promise<void> {
  await tx.last(settle, id, attempts, 'dead', null, error, null, false)
}

export const isLastAttempt = ({ attempts }: HeldMail): boolean => attempts > retryDelaysMs.length

/** Notes a failure that is the mail's own fault: it is tried again, with delays that grow up to a day. */
export async function markFailed(tx: Tx, mail: HeldMail, error: string, now: Date): Promise<void> {
  const retryDelayMs = retryDelaysMs[mail.attempts - 1] ?? 0
  await tx.last(
    settle,
    mail.id,
    mail.attempts,
    'pending',
    new Date(now.getTime() + retryDelayMs),
    error,
    null,
    false,
  )
}

// Does not count as an attempt, unless the mail may have arrived all the same.
const putBack = prepared(`
  update order_mails set attempts = attempts - case when $4 = '' or attempts > 1 then 1 else 0 end, next_attempt_at = $5,
    last_error = case when $4 = '' then last_error else $4 end, is_refused = false
  where tenant_id = $1 and id = $2 and attempts = $3 and state = 'pending'`)

/** The mail server takes no mails: all wait until it does. `error`: that of the mail that was tried. */
export async function putMailBack(tx: Tx, mail: HeldMail, error: string, now: Date): Promise<void> {
  const { id, attempts, createdAt } = mail
  if (error && now.getTime() - createdAt.getTime() > maxWaitMs) await markDead(tx, mail, error)
  else await tx.last(putBack, id, attempts, error, now)
}

// The reason is that of the last failure.
const countWaiting = prepared(`
  with found as (
    select case when is_refused then 'refusedMails' else 'mails' end as kind, count(*)::integer as waiting,
      min(created_at) as oldest_at,
      coalesce((array_agg(last_error order by next_attempt_at desc) filter (where last_error <> ''))[1], '') as reason
    from order_mails where tenant_id = $1 and state = 'pending' group by 1),
  gone as (
    delete from outbound_waits w where w.tenant_id = $1 and w.kind in ('mails', 'refusedMails')
      and w.kind not in (select f.kind from found f))
  insert into outbound_waits as w (tenant_id, kind, host, waiting, oldest_at, reason)
  select $1, f.kind, $2, f.waiting, f.oldest_at, f.reason from found f
  on conflict (tenant_id, kind) do update set host = excluded.host, waiting = excluded.waiting,
    oldest_at = excluded.oldest_at, reason = excluded.reason
  where (w.host, w.waiting, w.oldest_at, w.reason)
    is distinct from (excluded.host, excluded.waiting, excluded.oldest_at, excluded.reason)`)

/** Notes for the operator which mails are still to be sent. `host`: the mail server's. */
export async function noteWaitingMails(tx: Tx, host: string): Promise<void> {
  await tx.query(countWaiting, host)
}
