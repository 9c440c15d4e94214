import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import { restoreOrder as endpoint } from '#shared/officeOrders.ts'
import { type LockedOrder, lockOrderById } from './lockOrder.ts'
import { mailsToInformed, readInformedRecipients } from './mails/informed.ts'
import { lockStock, raiseForStock, takeStock, variantsOfOrder } from './stock.ts'

const restore = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version
  ), ${raiseForStock(variantsOfOrder, { after: 'counted', condition: '$3::boolean' })}, restored as (
    update orders o set state = 'placed', version = o.version + 1, change_no = counted.order_version
    from counted where o.tenant_id = $1 and o.id = $2 returning o.version
  ), waiting as (
    update order_transfers set state = 'pending', held_because = ''
    where tenant_id = $1 and order_id = $2 and state = 'held' and held_because = 'cancelled'
    returning order_id
  ), untold as (
    update order_mails set state = 'dead', last_error = 'the order stands again'
    where tenant_id = $1 and order_id = $2 and kind = 'cancelled' and state = 'pending' returning id
  ), mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, $2, $4::integer, 'restored', m.recipient, m.language, $8, $8
    from unnest($5::uuid[], $6::text[], $7::text[]) m (id, recipient, language) returning id
  )
  select version from restored`)

/**
 * Undoes a cancellation at the order's own prices, if its stock is still available. Mails those who heard of the
 * cancellation. Does nothing if not cancelled. Refuses with `notFound`, `order.accountBlocked`, and
 * `order.inventoryNotSufficient` with the lines.
 */
export const restoreOrder = verb(endpoint, async (call, { id }) => {
  const { tx, user, now, services } = call
  const [order, told] = await Promise.all([lockOrderById(tx, user, id), readInformedRecipients(tx, id)])
  if (order.state === 'placed') return
  if (order.isBlocked) throw new Refusal('order.accountBlocked')
  const takesStock = order.orderType === 'Rpt'
  if (takesStock) await retakeStock(tx, order)
  const toTell = told.filter(({ knowsItStands }) => !knowsItStands)
  const { mailIds, recipients, mailLanguages } = mailsToInformed(toTell)
  await Promise.all([
    recordChange(tx, actorOf(call), now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'restored',
    }),
    requestJobs(
      tx,
      services.jobs,
      [...(toTell.length > 0 ? (['orderMails'] as const) : []), 'erpTransfer'],
      now,
    ),
    tx.last(restore, id, takesStock, order.version + 1, mailIds, recipients, mailLanguages, now),
  ])
})

async function retakeStock(tx: Tx, order: LockedOrder): Promise<void> {
  const lines = [...order.lines.values()]
  const stock = await lockStock(
    tx,
    lines.map(({ variantId }) => variantId),
  )
  const short = lines
    .map(({ variantId, qty }) => ({ productId: variantId, qty, inventory: stock.get(variantId) ?? 0 }))
    .filter(({ qty, inventory }) => inventory < qty)
    .map(({ productId, inventory }) => ({ productId, inventory }))
  if (short.length > 0) throw new Refusal('order.inventoryNotSufficient', { lines: short })
  await takeStock(tx, lines)
}
