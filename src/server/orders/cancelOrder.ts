import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { deleteOrder } from '#shared/officeOrders.ts'
import { lockOrderById, refuseTransferred } from './lockOrder.ts'
import { mailsToInformed, readInformedRecipients } from './mails/informed.ts'
import { lockStock, raiseForStock, takeStock, variantsOfOrder } from './stock.ts'

/** Delay of the mails, so that an immediate restore sends none. */
const cancellationMailDelayMs = 15_000

const cancel = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version
  ), ${raiseForStock(variantsOfOrder, { after: 'counted', condition: '$3::boolean' })}, cancelled as (
    update orders o set state = 'cancelled', version = o.version + 1, change_no = counted.order_version
    from counted where o.tenant_id = $1 and o.id = $2 returning o.version
  ), held as (
    update order_transfers set state = 'held', held_because = 'cancelled'
    where tenant_id = $1 and order_id = $2 and state in ('pending', 'dead')
    returning order_id
  ), mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, $2, $4::integer, 'cancelled', m.recipient, m.language, $8, $9
    from unnest($5::uuid[], $6::text[], $7::text[]) m (id, recipient, language) returning id
  )
  select version from cancelled`)

/**
 * Returns stock of Rpt orders, mails those who know of the order, and leaves the ERP queue. Does nothing if already
 * cancelled. Refuses with `notFound`, `order.transferred` and `order.transferring`.
 */
export const cancelOrder = verb(deleteOrder, async (call, { id }) => {
  const { tx, user, now } = call
  const [order, told] = await Promise.all([lockOrderById(tx, user, id), readInformedRecipients(tx, id)])
  if (order.state === 'cancelled') return
  refuseTransferred(order)
  const givesBack = order.orderType === 'Rpt'
  if (givesBack) {
    const lines = [...order.lines.values()]
    await Promise.all([
      lockStock(
        tx,
        lines.map(({ variantId }) => variantId),
      ),
      takeStock(
        tx,
        lines.map(({ variantId, qty }) => ({ variantId, qty: -qty })),
      ),
    ])
  }
  const { mailIds, recipients, mailLanguages } = mailsToInformed(told)
  const sendAt = new Date(now.getTime() + cancellationMailDelayMs)
  await Promise.all([
    recordChange(tx, actorOf(call), now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'cancelled',
    }),
    requestJobs(tx, undefined, told.length > 0 ? ['orderMails'] : [], sendAt),
    tx.last(cancel, id, givesBack, order.version + 1, mailIds, recipients, mailLanguages, sendAt, now),
  ])
})
