import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { storableText } from '#server/storable.ts'
import type { ErpErrorClass } from './connector.ts'
import { documentsOf } from './documents.ts'
import type { ErpLink } from './link.ts'
import { type Claimed, lineTimeoutMs, type Sent } from './transfer.ts'

// One process at a time works on a queue, on one order at a time: what is 'sending' when it asks for the next one was left
// by a process that died. What it sent, or anybody sent without an answer, may be on its way for as long as one would have
// waited for all of it: by the database's clock, whatever that of a process says.
const candidate = prepared(`
  select q.order_id as "orderId" from order_transfers q
  where q.tenant_id = $1 and (q.state = 'pending' and q.next_attempt_at <= $2 or q.state = 'sending') and not exists (
    select from transfer_attempts t where t.tenant_id = $1 and t.order_id = q.order_id and t.attempt = q.attempts
    and t.outcome in ('', 'unknown') and $3::float8 > 0 and t.started_at > now() - interval '1 ms' * coalesce((
      select sum($3::float8 + $4::float8 * jsonb_array_length(d -> 'lines')) from jsonb_array_elements(q.documents) d), $3))
  order by q.requested_at, q.order_id limit 1`)

// Read with the order that is taken: who changes or pauses the link, or switches transfers off, is heard before the next one.
const isOpen = prepared(`
  select from erp_links l join tenants t on t.id = $1
  where l.tenant_id = $1 and l.version = $2 and not l.is_paused and t.transfer_enabled`)

const lock = prepared(`
  select o.number::text as "orderNumber", o.version, o.state from orders o
  where o.tenant_id = $1 and o.id = $2 for no key update`)

const take = prepared(`
  update order_transfers set state = 'sending', may_exist = may_exist or state = 'sending', attempts = attempts + 1,
    sent_version = $3, sent_to = case when (may_exist or state = 'sending') and sent_to <> '' then sent_to else $4 end
  where tenant_id = $1 and order_id = $2 and state in ('pending', 'sending')
  returning attempts, may_exist as "mayExist", made, sent_to <> $4 as "isElsewhere", (
    select count(*)::int from transfer_attempts where tenant_id = $1 and order_id = $2 and outcome = 'unknown'
    ) as unanswered`)

const keepDocuments = prepared(`
  update order_transfers set documents = $3 where tenant_id = $1 and order_id = $2`)

// By the database's clock, as whoever takes the order over asks by that.
const begin = prepared(`
  insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at) values ($1, $2, $3, $4, now())`)

/**
 * Takes the order that has waited longest, and writes down what is sent of it before anything is sent. Undefined where
 * none is due. The order is locked first, as by everybody who changes one. Of orders that a dead process was sending those
 * begun `orphanedFor` milliseconds ago are taken, for each document, and longer for each line: what it sent may still be
 * on its way. None where the link is no longer the one of this version, or nothing may be sent. Only for whoever holds the
 * queue.
 */
export async function claimNext(
  tx: Tx,
  link: Pick<ErpLink, 'productCode' | 'version'> & { sentTo: string },
  { now, orphanedFor }: { now: Date; orphanedFor: number },
): Promise<Claimed | undefined> {
  const { productCode, version, sentTo } = link
  const [open, [found]] = await Promise.all([
    tx.query(isOpen, version),
    tx.query<{ orderId: string }>(candidate, now, orphanedFor, lineTimeoutMs),
  ])
  if (open.length === 0 || !found) return undefined
  const { orderId } = found
  const [order] = await tx.query<{ orderNumber: string; version: number; state: string }>(lock, orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  const [taken] = await tx.query<Taken>(take, orderId, order.version, sentTo)
  // Taken out of the queue while we waited for the order.
  if (!taken) return claimNext(tx, link, { now, orphanedFor })
  const documents = await documentsOf(tx, orderId, productCode)
  await Promise.all([
    tx.query(begin, orderId, taken.attempts, order.version),
    tx.last(keepDocuments, orderId, JSON.stringify(documents)),
  ])
  const { orderNumber } = order
  const { attempts: attempt, ...known } = taken
  return { orderId, orderNumber, attempt, documents, ...known }
}

type Taken = Pick<Claimed, 'unanswered' | 'mayExist' | 'made' | 'isElsewhere'> & { attempts: number }

const end = prepared(`
  update transfer_attempts set ended_at = $4, outcome = $5, error = $6, raw = $7, erp_number = $8
  where tenant_id = $1 and order_id = $2 and attempt = $3`)

// Whoever took the order over from a process that was thought dead has counted a try of their own.
const settle = prepared(`
  update order_transfers set state = $4, may_exist = $5, next_attempt_at = coalesce($6, next_attempt_at),
    error_class = $7, error = $8, erp_id = $9, erp_number = $10,
    settled_at = case when $4 = 'pending' then settled_at else $11::timestamptz end
  where tenant_id = $1 and order_id = $2 and attempts = $3 and state = 'sending' returning order_id`)

// Kept even where somebody else has taken the order over meanwhile: what is made is made.
const keepMade = prepared(`
  update order_transfers set made = made || $3::jsonb where tenant_id = $1 and order_id = $2 returning order_id`)

const transferred = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set transferred_at = $3, change_no = counted.order_version
  from counted where o.tenant_id = $1 and o.id = $2 returning o.id`)

const lockOrder = prepared(`select from orders where tenant_id = $1 and id = $2 for no key update`)

/**
 * Writes that all documents of an order are in the ERP; `wasThere` where it had them before this try. False where somebody
 * else has taken the order over meanwhile.
 */
export async function settleSent(
  tx: Tx,
  { orderId, attempt }: Claimed,
  sent: Pick<Sent, 'orders' | 'wasThere' | 'made'>,
  now: Date,
): Promise<boolean> {
  const { orders, wasThere, made } = sent
  const ids = storableText(orders.map(({ id }) => id).join(', '))
  const numbers = storableText(orders.map(({ number }) => number).join(', '))
  const outcome = wasThere ? 'found' : 'sent'
  const [, , settled] = await Promise.all([
    tx.query(lockOrder, orderId),
    tx.query(end, orderId, attempt, now, outcome, '', '', numbers),
    tx.query(settle, orderId, attempt, 'sent', false, null, '', '', ids, numbers, now),
  ])
  if (settled.length === 0) {
    await tx.last(keepMade, orderId, JSON.stringify(made))
    return false
  }
  await tx.last(transferred, orderId, now)
  return true
}

export type Failure = {
  errorClass: ErpErrorClass
  error: string
  raw: string
  /** Something of the order may be in the ERP. */
  mayExist: boolean
  /** What of it the ERP said that it made. */
  made: Sent['made']
  /** When it is tried again; a rejected order is not, until somebody asks for it. */
  nextAttemptAt: Date
}

const touched = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set change_no = counted.order_version from counted
  where o.tenant_id = $1 and o.id = $2 returning o.id`)

/** Writes that an order did not get through: it waits on, or is dead where the ERP refused it. */
export async function settleFailed(tx: Tx, claimed: Claimed, failure: Failure, now: Date): Promise<void> {
  const { orderId, attempt } = claimed
  const { errorClass, error, raw, mayExist, made, nextAttemptAt } = failure
  const isDead = errorClass === 'rejected'
  const state = isDead ? 'dead' : 'pending'
  const written = [
    tx.query(lockOrder, orderId),
    tx.query(end, orderId, attempt, now, errorClass, error, raw, ''),
    tx.query(settle, orderId, attempt, state, mayExist, nextAttemptAt, errorClass, error, '', '', now),
  ]
  if (Object.keys(made).length > 0) written.push(tx.query(keepMade, orderId, JSON.stringify(made)))
  // Those who look at lists see that it has changed; one that waits on looks as before.
  if (isDead) written.push(tx.last(touched, orderId))
  await Promise.all(written)
}
