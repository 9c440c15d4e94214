import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { lockOrderById, refuseGone } from '#server/orders/standingOrder.ts'
import type { ChangeAction } from '#shared/changeKinds.ts'
import type { ErpKind, holdTransfers, markEntered, markGone, retryTransfers } from '#shared/erp.ts'
import { Refusal } from '#shared/errors.ts'
import { documentTimeoutMs } from './transfer.ts'

type Row = { id: string; number: string }

/** ERPs that take an order under its key, however often it is sent. */
const kindsThatRefuseTwice: ErpKind[] = ['http', 'agent', 'tryton']

// The orders are locked in the order of their ids, as by everybody who locks several.
const lockSome = prepared(`
  select o.id, o.number::text from orders o
  join order_transfers q on q.tenant_id = $1 and q.order_id = o.id
  where o.tenant_id = $1 and o.state = 'placed'
    and (q.order_id = any ($2::uuid[]) or q.state = 'dead' and q.error = $3)
  order by o.id for no key update of o`)

// An ERP that would take a second one may still be making what nobody knows of: so long it is left alone by everybody.
const retry = prepared(`
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

/**
 * Sends orders again, at once, that were refused or held. Their place in the queue is what it was. Refuses with
 * `erp.notLinked` where there is nothing to send to.
 */
export async function sendAgain(
  call: Call<typeof retryTransfers>,
  asked: { ids: string[] } | { error: string },
) {
  const { tx, services } = call
  const [ids, error] = 'ids' in asked ? [asked.ids, null] : [[], asked.error]
  if ((await tx.query(findLink)).length === 0) throw new Refusal('erp.notLinked')
  const found = await tx.query<Row>(lockSome, ids, error)
  const rows = await tx.query<Row>(
    retry,
    found.map(({ id }) => id),
    kindsThatRefuseTwice,
    2 * documentTimeoutMs,
  )
  await requestJobs(tx, services.jobs, ['erpTransfer'], call.now)
  await noted(call, found, rows, 'transferRequested')
  return { success: true as const, data: { queued: rows.length } }
}

const hold = prepared(`
  update order_transfers set state = 'held', held_because = 'office'
  where tenant_id = $1 and order_id = any ($2::uuid[]) and state in ('pending', 'dead') returning order_id as id`)

/** Keeps orders back until somebody sends them again. What is being sent stays where it is. */
export async function keepBack(call: Call<typeof holdTransfers>, { ids }: { ids: string[] }) {
  const found = await call.tx.query<Row>(lockSome, ids, null)
  const rows = await call.tx.query<Row>(
    hold,
    found.map(({ id }) => id),
  )
  await noted(call, found, rows, 'transferHeld')
  return { success: true as const, data: { held: rows.length } }
}

const count = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set change_no = counted.order_version from counted
  where o.tenant_id = $1 and o.id = any ($2::uuid[]) returning o.id`)

/** Records what was done with orders, and lets those who look at lists know. */
async function noted(
  call: Pick<Call<typeof holdTransfers>, 'tx' | 'user' | 'now' | 'request'>,
  found: Row[],
  changed: { id: string }[],
  action: ChangeAction,
): Promise<void> {
  if (changed.length === 0) return
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  const ids = changed.map(({ id }) => id)
  await Promise.all([
    ...ids.map((id) =>
      recordChange(call.tx, actorOf(call), call.now, {
        subject: 'order',
        subjectId: id,
        subjectName: numbers.get(id) ?? '',
        action,
      }),
    ),
    call.tx.query(count, ids),
  ])
}

// Not while it is being sent: whoever sends it writes down what became of it.
const enter = prepared(`
  insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by, erp_number, settled_at)
  values ($1, $2, 'sent', $3, $4, $5, $3)
  on conflict (tenant_id, order_id) do update
    set state = 'sent', may_exist = false, held_because = '', error_class = '', error = '',
        erp_number = excluded.erp_number, settled_at = excluded.settled_at
    where order_transfers.state not in ('sending', 'sent')
  returning order_id`)

const transferred = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set transferred_at = $3, change_no = counted.order_version
  from counted where o.tenant_id = $1 and o.id = $2 returning o.id`)

/**
 * Takes somebody's word that an order stands in the ERP, as one that may be there is settled too. Refuses with `notFound`,
 * `order.transferred`, `order.cancelled`, and `order.transferring` while it is being sent.
 */
export async function enterByHand(
  call: Call<typeof markEntered>,
  { id, erpNumber }: { id: string; erpNumber: string },
) {
  const { tx, user, now } = call
  const order = await lockOrderById(tx, user, id)
  if (!order.isTransferring) refuseGone(order)
  if (order.state === 'cancelled') throw new Refusal('order.cancelled')
  const written = await tx.query(enter, id, now, user.id, erpNumber)
  if (written.length === 0) throw new Refusal('order.transferring')
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
  return { success: true as const }
}

// Only after a look-up that did not show it: what nobody has looked for since may still be made. Of an order of several
// documents those that the ERP never said it made may be there all the same.
const gone = prepared(`
  update order_transfers q set state = 'held', held_because = 'office', error_class = '', error = '', made = '{}', sent_to = '',
    may_exist = exists (select from jsonb_array_elements(q.documents) d where not q.made ? (d ->> 'key'))
  from (select made from order_transfers where tenant_id = $1 and order_id = $2) earlier
  where q.tenant_id = $1 and q.order_id = $2 and q.made <> '{}' and q.error_class = 'rejected'
    and (q.state = 'dead' or q.state = 'held' and q.held_because = 'office')
  returning q.order_id as id,
    (select string_agg(distinct made.value, ', ') from jsonb_each_text(earlier.made) made) as made`)

/**
 * Takes somebody's word that what the ERP said it made of an order is there no more. The order is kept back then: it can be
 * sent anew, changed or cancelled. Refuses with `notFound`, `order.transferred`, and `order.transferring` where nobody has
 * looked for it since, or the ERP never said so.
 */
export async function sayGone(call: Call<typeof markGone>, { id }: { id: string }) {
  const { tx, user, now } = call
  const order = await lockOrderById(tx, user, id)
  if (order.transfer) throw new Refusal('order.transferred')
  const [written] = await tx.query<{ id: string; made: string }>(gone, id)
  if (!written) throw new Refusal('order.transferring')
  await Promise.all([
    recordChange(tx, actorOf(call), now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'transferGone',
      before: { erpNumber: written.made },
    }),
    tx.last(count, [id]),
  ])
  return { success: true as const }
}
