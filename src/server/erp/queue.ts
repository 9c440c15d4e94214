import { prepared } from '#server/db/statement.ts'
import { storableText } from '#server/db/storable.ts'
import type { Tx } from '#server/db/tenant.ts'
import { bumpVersion } from '#server/orders/transferLog.ts'
import type { ErpErrorClass } from './connector.ts'
import { documentsOf } from './documents.ts'
import type { ErpLink } from './link.ts'
import { type Claimed, lineTimeoutMs, type Sent } from './sendDocuments.ts'

// One process at a time works on a queue, one order at a time, so an order found 'sending' was left by a dead
// process. What was sent without an answer may still arrive for as long as the sender would have waited, by the
// database's clock.
const findCandidate = prepared(`
  select q.order_id as "orderId" from order_transfers q
  where q.tenant_id = $1 and (q.state = 'pending' and q.next_attempt_at <= $2 or q.state = 'sending') and not exists (
    select from transfer_attempts t where t.tenant_id = $1 and t.order_id = q.order_id and t.attempt = q.attempts
    and t.outcome in ('', 'unknown') and t.started_at > now() - interval '1 ms' * coalesce((
      select sum($3::float8 + $4::float8 * jsonb_array_length(d -> 'lines')) from jsonb_array_elements(q.documents) d), $3))
  order by q.requested_at, q.order_id limit 1`)

// Checked with every order, so that changes to the link take effect before the next one.
const checkLink = prepared(`
  select from erp_links l join tenant_settings t on t.tenant_id = $1
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

// By the database's clock, which other processes compare with.
const insertAttempt = prepared(`
  insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at) values ($1, $2, $3, $4, now())`)

/**
 * Takes the order that has waited longest and records what will be sent; undefined if none is due, the link has
 * changed since `version`, or sending is off. Locks the order first, like every change of orders. Orders of dead
 * processes are taken after `orphanedFor` ms per document plus a time per line. The caller must hold the queue.
 */
export async function claimNext(
  tx: Tx,
  link: Pick<ErpLink, 'productCode' | 'version'> & { sentTo: string },
  { now, orphanedFor }: { now: Date; orphanedFor: number },
): Promise<Claimed | undefined> {
  const { productCode, version, sentTo } = link
  const [open, [found]] = await Promise.all([
    tx.query(checkLink, version),
    tx.query<{ orderId: string }>(findCandidate, now, orphanedFor, orphanedFor > 0 ? lineTimeoutMs : 0),
  ])
  if (open.length === 0 || !found) return undefined
  const { orderId } = found
  const [order] = await tx.query<{ orderNumber: string; version: number; state: string }>(lock, orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  const [taken] = await tx.query<Taken>(take, orderId, order.version, sentTo)
  // Removed from the queue while we waited for the lock.
  if (!taken) return claimNext(tx, link, { now, orphanedFor })
  const documents = await documentsOf(tx, orderId, productCode)
  await Promise.all([
    tx.query(insertAttempt, orderId, taken.attempts, order.version),
    tx.last(keepDocuments, orderId, JSON.stringify(documents)),
  ])
  const { orderNumber } = order
  const { attempts: attempt, ...known } = taken
  return { orderId, orderNumber, attempt, documents, ...known }
}

type Taken = Pick<Claimed, 'unanswered' | 'mayExist' | 'made' | 'isElsewhere'> & { attempts: number }

const endAttempt = prepared(`
  update transfer_attempts set ended_at = $4, outcome = $5, error = $6, raw = $7, erp_number = $8
  where tenant_id = $1 and order_id = $2 and attempt = $3`)

// Another process that took the order over has another attempt count.
const settleTransfer = prepared(`
  update order_transfers set state = $4, may_exist = $5, next_attempt_at = coalesce($6, next_attempt_at),
    error_class = $7, error = $8, erp_id = $9, erp_number = $10,
    settled_at = case when $4 = 'pending' then settled_at else $11::timestamptz end
  where tenant_id = $1 and order_id = $2 and attempts = $3 and state = 'sending' returning order_id`)

// Kept even if another process took over: the ERP has it.
const keepMade = prepared(`
  update order_transfers set made = made || $3::jsonb where tenant_id = $1 and order_id = $2 returning order_id`)

/** Order $2 is in the ERP since $3. */
export const transferred = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set transferred_at = $3, change_no = counted.order_version
  from counted where o.tenant_id = $1 and o.id = $2 returning o.id`)

const lockOrder = prepared(`select from orders where tenant_id = $1 and id = $2 for no key update`)

/**
 * Records that the ERP has all documents; `wasThere`: already before this attempt. False if another process has taken
 * the order over.
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
    tx.query(endAttempt, orderId, attempt, now, outcome, '', '', numbers),
    tx.query(settleTransfer, orderId, attempt, 'sent', false, null, '', '', ids, numbers, now),
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
  /** Something may be in the ERP. */
  mayExist: boolean
  /** What the ERP reported as created, by key. */
  made: Sent['made']
  /** Not used for rejected orders, which wait for a person. */
  nextAttemptAt: Date
}

/** Records a failure: the order waits for a retry, or is dead if the ERP rejected it. */
export async function settleFailed(tx: Tx, claimed: Claimed, failure: Failure, now: Date): Promise<void> {
  const { orderId, attempt } = claimed
  const { errorClass, error, raw, mayExist, made, nextAttemptAt } = failure
  const isDead = errorClass === 'rejected'
  const state = isDead ? 'dead' : 'pending'
  const written = [
    tx.query(lockOrder, orderId),
    tx.query(endAttempt, orderId, attempt, now, errorClass, error, raw, ''),
    tx.query(
      settleTransfer,
      orderId,
      attempt,
      state,
      mayExist,
      nextAttemptAt,
      errorClass,
      error,
      '',
      '',
      now,
    ),
  ]
  if (Object.keys(made).length > 0) written.push(tx.query(keepMade, orderId, JSON.stringify(made)))
  // Open lists need no update for orders that keep waiting.
  if (isDead) written.push(tx.last(bumpVersion, [orderId]))
  await Promise.all(written)
}
