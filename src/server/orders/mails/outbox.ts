import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { nextDue } from '#server/jobs/jobs.ts'
import type { OrderMailKind } from '#shared/orderMails.ts'
import type { Language } from '#shared/tenancy.ts'

/** How long a sender holds a mail; far longer than sending takes. */
export const leaseMs = 10 * 60_000
/** Few enough to be sent well within the lease. */
const batchSize = 5

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the last delay the mail is given up, in all after about ten days. */
const retryDelaysMs = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  ...Array.from({ length: 9 }, () => 24 * hourMs),
]

/** A mail held by this process. */
export type HeldMail = {
  id: string
  orderId: string
  kind: OrderMailKind
  recipient: string
  language: Language
  /** Includes the current one. */
  attempts: number
  /** A newer mail about the order goes to the same address. */
  isOutdated: boolean
}

const findNext = prepared(`
  select min(next_attempt_at) as "dueAt" from order_mails where tenant_id = $1 and state = 'pending'`)

export const nextDueMail = (tx: Tx) => nextDue(tx, findNext)

const take = prepared(`
  with due as materialized (
    select o.id, exists (select from order_mails n where n.tenant_id = $1 and n.order_id = o.order_id
                         and n.recipient = o.recipient and n.order_version > o.order_version) as is_outdated
    from order_mails o
    where o.tenant_id = $1 and o.state = 'pending' and o.next_attempt_at <= $2
    order by o.next_attempt_at, o.id limit ${batchSize} for update of o skip locked)
  update order_mails m set attempts = m.attempts + 1, next_attempt_at = $3
  from due where m.tenant_id = $1 and m.id = due.id
  returning m.id, m.order_id as "orderId", m.kind, m.recipient, m.language, m.attempts,
            due.is_outdated as "isOutdated"`)

/** Takes due mails, grouped by order. No other process gets them before the {@link leaseMs} ends. */
export async function takeDueMails(tx: Tx, now: Date): Promise<HeldMail[]> {
  const held = await tx.last<HeldMail>(take, now, new Date(now.getTime() + leaseMs))
  return held.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

// If the lease ran out and another process took the mail, it has another attempt count.
const settle = prepared(`
  update order_mails set state = $4, next_attempt_at = coalesce($5, next_attempt_at), last_error = $6, sent_at = $7, is_kept = $8
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

/** Schedules a retry, with delays that grow up to a day. */
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
