import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { linkJoins, waitReason } from '#server/erp/waitReason.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import {
  type TransferOutcome,
  transferOrders as transfer,
  withdrawTransfers as withdraw,
} from '#shared/orders/officeOrders.ts'
import { type WaitReason } from '#shared/orders/orderRules.ts'
import { isHeld, mayTransfer } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { logTransfers } from './transferLog.ts'

type LockedOrder = { id: string; number: string; state: OrderDetail['state']; transfer: boolean }

const lock = prepared(`
  select o.id, o.number::text, o.state, o.transferred_at is not null as transfer
  from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = any ($2::uuid[])
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
  order by o.id for no key update of o`)

/** Within the user's reach, ordered by id. */
async function lockOrders(tx: Tx, user: User, ids: string[]): Promise<Map<string, LockedOrder>> {
  const { agentId, accountId } = reachOf(user)
  const rows = await tx.query<LockedOrder>(lock, ids, agentId, accountId)
  return new Map(rows.map((row) => [row.id, row]))
}

// Orders that the ERP may still be creating keep their next attempt time.
const enqueue = prepared(`
  insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
  select $1, id, 'pending', $3::timestamptz, $4::uuid from unnest($2::uuid[]) t (id)
  on conflict (tenant_id, order_id) do update
    set state = 'pending', held_because = '', requested_at = excluded.requested_at,
        requested_by = excluded.requested_by, next_attempt_at =
          case when order_transfers.may_exist and order_transfers.error_class = 'unknown'
            then order_transfers.next_attempt_at else '-infinity' end
    where order_transfers.state in ('held', 'dead')
  returning order_id as id`)

// tenant_counters has a row for every tenant.
const readLink = prepared(`
  select ${waitReason} as "waitsFor" from tenant_counters c ${linkJoins} where c.tenant_id = $1`)

/**
 * Queues orders for the ERP; they can be amended and cancelled meanwhile. Reports which cannot be transferred.
 * Refuses with `order.transferOff` and `erp.notLinked`.
 */
export const transferOrders = verb(transfer, async (call, { ids }) => {
  const { tx, user, tenant, now, services } = call
  if (!tenant.transferEnabled) throw new Refusal('order.transferOff')
  const [link] = await tx.query<{ waitsFor: WaitReason | null }>(readLink)
  const waitsFor = link?.waitsFor
  if (waitsFor === 'link') throw new Refusal('erp.notLinked')
  const found = await lockOrders(tx, user, ids)
  const movable = [...found.values()].filter(mayTransfer)
  const movableIds = movable.map(({ id }) => id)
  const rows = await tx.query<{ id: string }>(enqueue, movableIds, now, user.id)
  const queued = new Set(rows.map(({ id }) => id))
  await requestJobs(tx, services.jobs, ['erpTransfer'], now)
  await logTransfers(
    call,
    movable.filter(({ id }) => queued.has(id)),
    'transferRequested',
  )
  const orders = [...new Set(ids)].map((id) => ({ id, outcome: outcomeOf(found.get(id), queued) }))
  return { orders, ...(waitsFor ? { waitsFor } : {}) }
})

function outcomeOf(order: LockedOrder | undefined, queued: Set<string>): TransferOutcome {
  if (!order) return 'notFound'
  if (order.transfer) return 'transferred'
  if (order.state === 'cancelled') return 'cancelled'
  if (isHeld(order)) return 'held'
  return queued.has(order.id) ? 'queued' : 'waiting'
}

const dequeue = prepared(`
  delete from order_transfers where tenant_id = $1 and order_id = any ($2::uuid[]) and state = 'pending' and not may_exist
  returning order_id as id`)

/** Ignores orders that no longer wait or are out of reach. */
export const withdrawTransfers = verb(withdraw, async (call, { ids }) => {
  const { tx, user } = call
  const found = await lockOrders(tx, user, ids)
  const rows = await tx.query<{ id: string }>(dequeue, [...found.keys()])
  const withdrawn = new Set(rows.map(({ id }) => id))
  await logTransfers(
    call,
    [...found.values()].filter(({ id }) => withdrawn.has(id)),
    'transferWithdrawn',
  )
  return { withdrawn: withdrawn.size }
})
