import { actorOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { Refusal } from '#shared/errors.ts'
import { mayAmend, type OrderState } from '#shared/orders/orderStates.ts'
import { cancelMyOrder as cancelling, restoreMyOrder as restoring } from '#shared/orders/orders.ts'
import { cancelLocked, restoreLocked } from './cancelOrder.ts'
import { lockOrderByGuidKey } from './lockOrder.ts'

export type CancelSettings = Pick<Tenant, 'customerCancelMinutes'>

/** How long a customer may take a cancellation back. */
const restoreMinutes = 10

type Standing = { state: OrderState; transfer: boolean; placedAt: Date }

/** Until when the customer may cancel an order; undefined if not at all. */
export function cancelBefore(order: Standing, { customerCancelMinutes }: CancelSettings): Date | undefined {
  if (customerCancelMinutes === 0 || !mayAmend(order)) return undefined
  return new Date(order.placedAt.getTime() + customerCancelMinutes * 60_000)
}

/** Refuses with `notFound`, `order.transferred`, `order.transferring` and `order.cancelTooLate`. */
export const cancelMyOrder = verb(cancelling, async (call, { guidKey }) => {
  const { tx, user, tenant, now } = call
  const order = await lockOrderByGuidKey(tx, user, guidKey)
  if (order.state === 'cancelled') return
  const until = cancelBefore({ ...order, transfer: false }, tenant)
  if (!until || now >= until) throw new Refusal('order.cancelTooLate')
  await cancelLocked(tx, order, { action: 'cancelled', actor: actorOf(call), now })
})

const ownCancellation = prepared(`
  select c.user_id = $3::uuid and c.at > $4::timestamptz as "isOwn" from changes c
  where c.tenant_id = $1 and c.subject = 'order' and c.subject_id = $2 and c.action in ('cancelled', 'expired')
  order by c.at desc limit 1`)

/** Only what the user has cancelled just now. Refuses as {@link import('./cancelOrder.ts').restoreOrder}. */
export const restoreMyOrder = verb(restoring, async (call, { guidKey }) => {
  const { tx, user, now } = call
  const order = await lockOrderByGuidKey(tx, user, guidKey)
  if (order.state !== 'cancelled') return
  const since = new Date(now.getTime() - restoreMinutes * 60_000)
  const [last] = await tx.query<{ isOwn: boolean }>(ownCancellation, order.id, user.id, since)
  if (!last?.isOwn) throw new Refusal('order.cancelTooLate')
  await restoreLocked(call, order)
})
