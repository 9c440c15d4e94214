import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { lockOrderById, refuseTransferred } from '#server/orders/lockOrder.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { logTransfers } from '#server/orders/transferLog.ts'
import { type ErpKind, holdTransfers, markEntered, markGone, retryTransfers } from '#shared/erp/erp.ts'
import { Refusal } from '#shared/errors.ts'
import { isHeld } from '#shared/orders/orderStates.ts'
import { transferred } from './queue.ts'
import { documentTimeoutMs } from './sendDocuments.ts'

type Row = { id: string; number: string }

const kindsRejectingDuplicates: ErpKind[] = ['http', 'agent', 'tryton']

// Ordered by id, like every lock on several orders.
const lockOrders = prepared(`
  select o.id, o.number::text from orders o
  join order_transfers q on q.tenant_id = $1 and q.order_id = o.id
  where o.tenant_id = $1 and ${stateThat('maySend')}
    and (q.order_id = any ($2::uuid[]) or q.state = 'dead' and q.error = $3)
  order by o.id for no key update of o`)

// ERPs that accept duplicates may still be creating an uncertain order: leave it alone for $4 ms.
const requeue = prepared(`
  update order_transfers q set state = 'pending', held_because = '', next_attempt_at =
    case when q.may_exist and q.error_class = 'unknown'
        and not exists (select from erp_links l where l.tenant_id = $1 and l.kind = any ($3::text[]))
      then least(q.next_attempt_at, (
        select t.ended_at + $4::float8 * interval '1 ms' from transfer_attempts t
        where t.tenant_id = $1 and t.order_id = q.order_id and t.attempt = q.attempts))
      else '-infinity' end
  where tenant_id = $1 and order_id = any ($2::uuid[])
    and (state = 'dead' or state = 'held' and held_because = 'office' or state = 'pending')
  returning order_id as id`)

const findLink = prepared('select from erp_links where tenant_id = $1')

/** Keeps the orders' place in the queue. Refuses with `erp.notLinked`. */
export const sendAgain = verb(retryTransfers, async (call, selection) => {
  const { tx, services } = call
  const [selected, error] = 'ids' in selection ? [selection.ids, null] : [[], selection.error]
  if ((await tx.query(findLink)).length === 0) throw new Refusal('erp.notLinked')
  const found = await tx.query<Row>(lockOrders, selected, error)
  const ids = found.map(({ id }) => id)
  const queued = changedOf(
    found,
    await tx.query(requeue, ids, kindsRejectingDuplicates, 2 * documentTimeoutMs),
  )
  await requestJobs(tx, services.jobs, ['erpTransfer'], call.now)
  await logTransfers(call, queued, 'transferRequested')
  return { queued: queued.length }
})

const hold = prepared(`
  update order_transfers set state = 'held', held_because = 'office'
  where tenant_id = $1 and order_id = any ($2::uuid[]) and state in ('pending', 'dead') returning order_id as id`)

/** Skips orders being sent. */
export const holdOrders = verb(holdTransfers, async (call, { ids }) => {
  const found = await call.tx.query<Row>(lockOrders, ids, null)
  const foundIds = found.map(({ id }) => id)
  const held = changedOf(found, await call.tx.query(hold, foundIds))
  await logTransfers(call, held, 'transferHeld')
  return { held: held.length }
})

function changedOf(found: Row[], changed: { id: string }[]): Row[] {
  const ids = new Set(changed.map(({ id }) => id))
  return found.filter(({ id }) => ids.has(id))
}

// While it is being sent, the sender records the outcome.
const writeEntered = prepared(`
  insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by, erp_number, settled_at)
  values ($1, $2, 'sent', $3, $4, $5, $3)
  on conflict (tenant_id, order_id) do update
    set state = 'sent', may_exist = false, held_because = '', error_class = '', error = '',
        erp_number = excluded.erp_number, settled_at = excluded.settled_at
    where order_transfers.state not in ('sending', 'sent')
  returning order_id`)

/**
 * Settles uncertain orders too. Refuses with `notFound`, `order.transferred`, `order.cancelled`, `record.changed` for a
 * held order, and `order.transferring` while being sent.
 */
export const enterByHand = verb(markEntered, async (call, { id, erpNumber }) => {
  const { tx, user, now } = call
  const order = await lockOrderById(tx, user, id)
  if (!order.isTransferring) refuseTransferred(order)
  if (order.state === 'cancelled') throw new Refusal('order.cancelled')
  // It was accepted when the list was read.
  if (isHeld(order)) throw new Refusal('record.changed')
  const changed = await tx.query(writeEntered, id, now, user.id, erpNumber)
  if (changed.length === 0) throw new Refusal('order.transferring')
  await Promise.all([
    recordChange(tx, actorOf(call), now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'transferred',
      after: { erpNumber },
    }),
    tx.last(transferred, id, now),
  ])
})

// Only after a look-up missed it. Documents never reported as created may still exist.
const writeGone = prepared(`
  update order_transfers q set state = 'held', held_because = 'office', error_class = '', error = '', made = '{}', sent_to = '',
    may_exist = exists (select from jsonb_array_elements(q.documents) d where not q.made ? (d ->> 'key'))
  from (select made from order_transfers where tenant_id = $1 and order_id = $2) earlier
  where q.tenant_id = $1 and q.order_id = $2 and q.made <> '{}' and q.error_class = 'rejected'
    and (q.state = 'dead' or q.state = 'held' and q.held_because = 'office')
  returning q.order_id as id,
    (select string_agg(distinct made.value, ', ') from jsonb_each_text(earlier.made) made) as made`)

/**
 * Takes the user's word for it and holds the order. Refuses with `notFound`, `order.transferred`, and
 * `order.transferring` if no look-up missed it or the ERP never reported it.
 */
export const confirmGone = verb(markGone, async (call, { id }) => {
  const { tx, user } = call
  const order = await lockOrderById(tx, user, id)
  if (order.transfer) throw new Refusal('order.transferred')
  const [changed] = await tx.query<{ id: string; made: string }>(writeGone, id)
  if (!changed) throw new Refusal('order.transferring')
  await logTransfers(call, [order], 'transferGone', { before: { erpNumber: changed.made } })
})
