import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { OrderMailKind } from '#shared/orderMails.ts'
import type { Language } from '#shared/tenancy.ts'

/** How long a mail is held by whoever sends it: far longer than sending takes, in milliseconds. */
export const lease = 10 * 60_000
/** Mails taken at once, so few that all are sent well within their lease. */
const mostTaken = 5

const minute = 60_000
const hour = 60 * minute
/** How long to wait after each failed try, in milliseconds; after the last the mail is given up. About ten days. */
const waits = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  8 * hour,
  ...Array.from({ length: 9 }, () => 24 * hour),
]

/** A mail that this process holds. */
export type HeldMail = {
  id: string
  orderId: string
  kind: OrderMailKind
  recipient: string
  language: Language
  /** This try counted. */
  attempts: number
  /** A newer mail of the same order goes to the same address. */
  isOutdated: boolean
}

const findNext = prepared(`
  select min(next_attempt_at) as "dueAt" from order_mails where tenant_id = $1 and state = 'pending'`)

/** When the next mail of a tenant is due; undefined where none waits. */
export async function nextDueMail(tx: Tx): Promise<Date | undefined> {
  const [next] = await tx.query<{ dueAt: Date | null }>(findNext)
  return next?.dueAt ?? undefined
}

const take = prepared(`
  with due as materialized (
    select o.id, exists (select from order_mails n where n.tenant_id = $1 and n.order_id = o.order_id
                         and n.recipient = o.recipient and n.order_version > o.order_version) as is_outdated
    from order_mails o
    where o.tenant_id = $1 and o.state = 'pending' and o.next_attempt_at <= $2
    order by o.next_attempt_at, o.id limit ${mostTaken} for update of o skip locked)
  update order_mails m set attempts = m.attempts + 1, next_attempt_at = $3
  from due where m.tenant_id = $1 and m.id = due.id
  returning m.id, m.order_id as "orderId", m.kind, m.recipient, m.language, m.attempts,
            due.is_outdated as "isOutdated"`)

/** Takes mails that are due, those of one order together; until `now` plus the {@link lease} nobody else gets them. */
export async function takeDueMails(tx: Tx, now: Date): Promise<HeldMail[]> {
  const held = await tx.last<HeldMail>(take, now, new Date(now.getTime() + lease))
  return held.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

// Whoever took the mail meanwhile, because the lease ran out, has counted a try of their own.
const settle = prepared(`
  update order_mails set state = $4, next_attempt_at = coalesce($5, next_attempt_at), last_error = $6, sent_at = $7
  where tenant_id = $1 and id = $2 and attempts = $3 and state = 'pending'`)

export async function markSent(tx: Tx, { id, attempts }: HeldMail, now: Date): Promise<void> {
  await tx.last(settle, id, attempts, 'sent', null, '', now)
}

/** Gives a mail up: what was wrong stays with it. */
export async function markDead(tx: Tx, { id, attempts }: HeldMail, error: string): Promise<void> {
  await tx.last(settle, id, attempts, 'dead', null, error, null)
}

/** Whether a mail has been tried as often as any is. */
export const isLastTry = ({ attempts }: HeldMail): boolean => attempts > waits.length

/** Lets a mail be tried again after a while that grows up to a day. */
export async function markFailed(tx: Tx, mail: HeldMail, error: string, now: Date): Promise<void> {
  const wait = waits[mail.attempts - 1] ?? 0
  await tx.last(settle, mail.id, mail.attempts, 'pending', new Date(now.getTime() + wait), error, null)
}
