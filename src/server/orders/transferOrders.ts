import { actorOf, recordChange } from '#server/changes/record.ts'
import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { linkJoins, waitReason } from '#server/erp/waitReason.ts'
import type { Call } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import type { User } from '#server/users/session.ts'
import type { ChangeAction } from '#shared/changeKinds.ts'
import { Refusal } from '#shared/errors.ts'
import type {
  TransferOutcome,
  transferOrders as transfer,
  withdrawTransfers as withdraw,
} from '#shared/officeOrders.ts'
import { mayAmend, type WaitReason } from '#shared/orderRules.ts'
import type { OrderDetail } from '#shared/orders.ts'

type Asked = { ids: string[] }
type Locked = { id: string; number: string; state: OrderDetail['state']; transfer: boolean }

const lock = prepared(`
  select o.id, o.number::text, o.state, o.transferred_at is not null as transfer
  from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = any ($2::uuid[])
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
  order by o.id for no key update of o`)

/** Those of the orders that the user may reach, locked in the order of their ids. */
async function lockOrders(tx: Tx, user: User, ids: string[]): Promise<Map<string, Locked>> {
  const { agentId, accountId } = reachOf(user)
  const rows = await tx.query<Locked>(lock, ids, agentId, accountId)
  return new Map(rows.map((row) => [row.id, row]))
}

// What the ERP may still be making is asked for no earlier than it would have been.
const queue = prepared(`
  insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
  select $1, id, 'pending', $3::timestamptz, $4::uuid from unnest($2::uuid[]) t (id)
  on conflict (tenant_id, order_id) do update
    set state = 'pending', held_because = '', requested_at = excluded.requested_at,
        requested_by = excluded.requested_by, next_attempt_at =
          case when order_transfers.may_exist and order_transfers.error_class = 'unknown'
            then order_transfers.next_attempt_at else '-infinity' end
    where order_transfers.state in ('held', 'dead')
  returning order_id as id`)

// Every tenant has its counters, linked or not.
const readLink = prepared(`
  select ${waitReason} as "waitsFor" from tenant_counters c ${linkJoins} where c.tenant_id = $1`)

/**
 * Puts orders into the queue to the ERP, which fetches them in its own time; until then they can be amended and
 * cancelled. Sent twice they wait once. What cannot be transferred is told and left as it is.
 * Refuses with `order.transferOff` where the tenant transfers nothing, `erp.notLinked` where there is nothing to send to.
 */
export async function transferOrders(call: Call<typeof transfer>, { ids }: Asked) {
  const { tx, user, tenant, now, services } = call
  if (!tenant.transferEnabled) throw new Refusal('order.transferOff')
  const [link] = await tx.query<{ waitsFor: WaitReason | null }>(readLink)
  const waitsFor = link?.waitsFor
  if (waitsFor === 'link') throw new Refusal('erp.notLinked')
  const found = await lockOrders(tx, user, ids)
  const wanted = [...found.values()].filter(mayAmend).map(({ id }) => id)
  const rows = await tx.query<{ id: string }>(queue, wanted, now, user.id)
  const queued = new Set(rows.map(({ id }) => id))
  await requestJobs(tx, services.jobs, ['erpTransfer'], now)
  await noted(call, found, queued, 'transferRequested')
  const orders = [...new Set(ids)].map((id) => ({ id, outcome: outcomeOf(found.get(id), queued) }))
  return { success: true as const, data: { orders, ...(waitsFor ? { waitsFor } : {}) } }
}

function outcomeOf(order: Locked | undefined, queued: Set<string>): TransferOutcome {
  if (!order) return 'notFound'
  if (order.transfer) return 'transferred'
  if (order.state === 'cancelled') return 'cancelled'
  return queued.has(order.id) ? 'queued' : 'waiting'
}

const unqueue = prepared(`
  delete from order_transfers where tenant_id = $1 and order_id = any ($2::uuid[]) and state = 'pending' and not may_exist
  returning order_id as id`)

/** Takes orders that still wait out of the queue. What waits no more, or is not the user's, stays as it is. */
export async function withdrawTransfers(call: Call<typeof withdraw>, { ids }: Asked) {
  const { tx, user } = call
  const found = await lockOrders(tx, user, ids)
  const rows = await tx.query<{ id: string }>(unqueue, [...found.keys()])
  const withdrawn = new Set(rows.map(({ id }) => id))
  await noted(call, found, withdrawn, 'transferWithdrawn')
  return { success: true as const, data: { withdrawn: withdrawn.size } }
}

// Their contents are as they were: whoever amends one of them meanwhile is not too late.
const count = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set change_no = counted.order_version from counted
  where o.tenant_id = $1 and o.id = any ($2::uuid[]) returning o.id`)

/** Records what was done with some of the orders, and lets those who look at lists know. */
async function noted(
  call: Pick<Call<typeof transfer>, 'tx' | 'user' | 'now' | 'request'>,
  found: Map<string, Locked>,
  ids: Set<string>,
  action: ChangeAction,
): Promise<void> {
  if (ids.size === 0) return
  const { tx, now } = call
  const recorded = [...ids].map((id) =>
    recordChange(tx, actorOf(call), now, {
      subject: 'order',
      subjectId: id,
      subjectName: found.get(id)?.number ?? '',
      action,
    }),
  )
  await Promise.all([...recorded, tx.last(count, [...ids])])
}
