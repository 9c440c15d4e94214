import { actorOf, operatorActor } from '#server/changes/record.ts'
import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { collectValues } from '#server/db/values.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { type JobHandler, type JobKind, type JobWaker, nextDue, requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import {
  acceptHeldOrder,
  answerReturnedOrder,
  getHeldOrders,
  type HeldOrder,
  returnHeldOrder,
} from '#shared/orders/heldOrders.ts'
import { isHeld, orderStates } from '#shared/orders/orderStates.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { cancelLocked, changeTo, writeChange } from './cancelOrder.ts'
import { keepsUntil } from './holds.ts'
import { type LockedOrder, lockAnyOrder, lockOrderByGuidKey, lockOrderById } from './lockOrder.ts'
import { readInformedRecipients } from './mails/informed.ts'
import { orderTotals, reachConditions } from './orderRows.ts'
import { stateThat } from './stateSql.ts'

const rows = `
  select shown.position, json_build_object(
    'id', o.id, 'version', o.version, 'orderNumber', o.number::text, 'guidKey', o.guid_key, 'state', o.state,
    'customer', a.description || coalesce(' · ' || (o.guest->>'name'), ''), 'currAccCode', a.code, 'salesPerson', g.name,
    'orderDate', ${isoTime('o.placed_at')}, 'qty', o.qty, 'totals', t.totals, 'description', o.description,
    'reasons', h.reasons, 'discountReason', o.discount_reason, 'overrideReason', o.override_reason,
    'heldAt', ${isoTime('h.held_at')}, 'keepsUntil', ${isoTime('h.keeps_until')}, 'note', h.note) as item
  from shown
  join orders o on o.tenant_id = $1 and o.id = shown.id
  join order_holds h on h.tenant_id = $1 and h.order_id = o.id
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  ${orderTotals}`

export const listHeldOrders = verb(getHeldOrders, ({ tx, user }, filters) => {
  const values = collectValues()
  // Constant, for the index of held orders.
  const state = filters.state === 'review' ? `o.state = 'review'` : `o.state = 'returned'`
  const wanted = [...reachConditions(reachOf(user), values), state]
  const { search } = filters
  if (search)
    wanted.push(`(o.number::text = ${values.add(search)} or o.account_id in (
      select id from accounts where tenant_id = $1 and ${containsWords('search_text', search, values)}))`)
  const matched = `
    select o.id, o.number as key, o.number as tie from orders o where ${wanted.join(' and ')}`
  return readPage<HeldOrder>(tx, { matched, rows, values, isKeyed: true }, filters)
})

/** It is sent to the ERP as if it had just been placed. */
const accept = changeTo(`'placed'`, {
  mail: 'accepted',
  besides: `settled as (
    update order_holds set decided_at = $9, decided_by = $10 where tenant_id = $1 and order_id = $2 returning order_id
  ), queued as (
    insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
    select $1, $2, 'pending', $9, $10 from erp_links l, tenant_settings t
    where l.tenant_id = $1 and l.is_automatic and t.tenant_id = $1 and t.transfer_enabled
    on conflict do nothing returning order_id
  )`,
})

type Decision = {
  action: 'accepted' | 'returned'
  /** Beside the action, for the change log. */
  after?: Record<string, unknown>
  jobs: JobKind[]
}

/** Who decides, and when. */
type Deciding = Pick<SignedIn, 'user' | 'tenant' | 'now'> & {
  tx: Tx
  request: { ip: string }
  services: { jobs?: JobWaker }
}

/** Records a decision, and mails it to those who know of the order. `more`: the statement's own values. */
async function decide(
  { tx, user, request, now, services }: Deciding,
  order: LockedOrder,
  to: Statement,
  { jobs, ...decision }: Decision,
  ...more: unknown[]
): Promise<void> {
  const toMail = await readInformedRecipients(tx, order.id)
  const change = {
    ...decision,
    actor: actorOf({ user, request }),
    now,
    movesStock: false,
    toMail,
    mailAt: now,
  }
  await Promise.all([
    requestJobs(tx, services.jobs, toMail.length > 0 ? ['orderMails', ...jobs] : jobs, now),
    writeChange(tx, to, order, change, ...more),
  ])
}

/** Refuses with `order.accountBlocked`. */
async function release(call: SignedIn & { tx: Tx }, order: LockedOrder): Promise<void> {
  if (order.isBlocked) throw new Refusal('order.accountBlocked')
  await decide(call, order, accept, { action: 'accepted', jobs: ['erpTransfer'] }, call.user.id)
}

/** Done by an earlier call: the order is accepted, in the version after. */
const isDone = ({ state, version }: LockedOrder, seen: number) =>
  orderStates[state].maySend && version === seen + 1

function refuseOther(order: LockedOrder, seen: number): void {
  if (order.state === 'cancelled') throw new Refusal('order.cancelled')
  if (!isHeld(order) || order.version !== seen) throw new Refusal('record.changed')
}

export const acceptHeld = verb(acceptHeldOrder, async (call, { id, version }) => {
  const order = await lockOrderById(call.tx, call.user, id)
  if (isDone(order, version)) return
  refuseOther(order, version)
  // The customer answers what the office has changed.
  if (order.hold?.before) throw new Refusal('record.changed')
  await release(call, order)
})

const giveBack = changeTo(`'returned'`, {
  mail: 'returned',
  besides: `explained as (
    update order_holds set note = coalesce(nullif($10, ''), note), keeps_until = $11 where tenant_id = $1 and order_id = $2 returning order_id
  )`,
})

/**
 * The customer has as long as the office had. A note says why, unless the office has offered other lines; without one,
 * an earlier note stays.
 */
export const returnHeld = verb(returnHeldOrder, async (call, { id, version, note }) => {
  const order = await lockOrderById(call.tx, call.user, id)
  const { state, hold } = order
  // Done by an earlier call, whose answer was lost.
  if (state === 'returned' && order.version === version + 1 && hold?.note === note) return
  refuseOther(order, version)
  if (!note && !hold?.before) refuseFields(call.language, { note: 'field.required' })
  await returnLocked(call, order, note)
})

/** As {@link returnHeld}, of a locked order that waits. */
export async function returnLocked(call: Deciding, order: LockedOrder, note: string): Promise<void> {
  const { tx, tenant, now } = call
  const until = keepsUntil(now, tenant)
  await Promise.all([
    requestJobs(tx, undefined, ['heldOrders'], until),
    decide(
      call,
      order,
      giveBack,
      { action: 'returned', jobs: [], ...(note ? { after: { note } } : {}) },
      note,
      until,
    ),
  ])
}

/** An offer of the office can be accepted, though not by the office. What it only returned has to be changed. */
export const answerReturned = verb(answerReturnedOrder, async (call, { guidKey, version, answer }) => {
  const { tx, user, now } = call
  const order = await lockOrderByGuidKey(tx, user, guidKey)
  if (answer === 'withdraw') {
    if (order.state !== 'cancelled') refuseOther(order, version)
    await cancelLocked(tx, order, { action: 'cancelled', actor: actorOf(call), now })
    return { state: 'cancelled' as const }
  }
  if (mayOpen(pages.heldOrders, user)) throw new Refusal('permission.denied')
  if (isDone(order, version)) return { state: order.state }
  refuseOther(order, version)
  if (order.state !== 'returned' || !order.hold?.before) throw new Refusal('record.changed')
  await release(call, order)
  return { state: 'placed' as const }
})

const findExpired = prepared(`
  select h.order_id as id from order_holds h join orders o on o.tenant_id = $1 and o.id = h.order_id
  where h.tenant_id = $1 and h.decided_at is null and h.keeps_until <= $2 and ${stateThat('isHeld')}
  order by h.keeps_until limit 50`)
const isDue = prepared(`
  select from order_holds where tenant_id = $1 and order_id = $2 and decided_at is null and keeps_until <= $3`)
const findNext = prepared(`
  select min(h.keeps_until) as "dueAt" from order_holds h join orders o on o.tenant_id = $1 and o.id = h.order_id
  where h.tenant_id = $1 and h.decided_at is null and ${stateThat('isHeld')}`)

/** Cancels held orders that nobody decided on in time, which returns their stock. */
export function heldOrdersJob({ database }: { database: Pick<Database, 'inTenant'> }): JobHandler {
  return async ({ tenantId, signal }) => {
    const now = new Date()
    const expired = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{ id: string }>(findExpired, now),
    )
    for (const { id } of expired) {
      if (signal.aborted) break
      await database.inTenant(tenantId, 'write', async (tx) => {
        const order = await lockAnyOrder(tx, id)
        // Since it was found, its customer may have changed it, or the office returned it: then it has more time.
        const [due] = await tx.query(isDue, id, now)
        if (due && isHeld(order))
          await cancelLocked(tx, order, { action: 'expired', actor: operatorActor, now })
      })
    }
    return database.inTenant(tenantId, 'read', (tx) => nextDue(tx, findNext))
  }
}
