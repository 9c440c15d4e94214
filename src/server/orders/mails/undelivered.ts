import { actorOf, recordChange } from '#server/changes/record.ts'
import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { dropOrderMail, getOrderMails, type OrderMail, sendOrderMail } from '#shared/orders/orderMails.ts'
import { numberOfOrder } from '../notes.ts'

const isReplaced = `exists (
  select from order_mails n where n.tenant_id = $1 and n.order_id = m.order_id and n.recipient = m.recipient
    and n.order_version > m.order_version)`

/** SQL: orders with a mail that was given up, and neither replaced nor dismissed. */
export const undeliveredOrders = `
  select m.order_id from order_mails m where m.tenant_id = $1 and m.state = 'dead' and not ${isReplaced}`

const read = prepared(`
  select m.id, m.kind, m.recipient, case when m.state = 'dead' and ${isReplaced} then 'replaced'
           when m.state = 'sent' and m.is_kept then 'kept' else m.state end as state,
         m.attempts, m.last_error as error, ${isoTime('coalesce(m.sent_at, m.created_at)')} as at
  from order_mails m where m.tenant_id = $1 and m.order_id = $2 order by m.created_at desc, m.id desc`)

/**
 * An order's mails, newest first.
 * @throws Refusal `notFound`
 */
export const readOrderMails = verb(getOrderMails, async ({ tx, user }, { id }) => {
  const [, rows] = await Promise.all([numberOfOrder(tx, reachOf(user), id), tx.query<OrderMail>(read, id)])
  return rows
})

const find = prepared(`
  select m.order_id as "orderId", m.recipient, m.state in ('dead', 'dropped') and not ${isReplaced} as "isGivenUp"
  from order_mails m where m.tenant_id = $1 and m.id = $2 for update of m`)
type Found = { orderId: string; recipient: string; isGivenUp: boolean }

const requeue = prepared(`
  update order_mails set state = 'pending', attempts = 0, last_error = '', recipient = $3, next_attempt_at = $4
  where tenant_id = $1 and id = $2`)
const drop = prepared(`update order_mails set state = 'dropped' where tenant_id = $1 and id = $2`)

type MailCall = Call<typeof sendOrderMail> | Call<typeof dropOrderMail>

/** @throws Refusal `notFound` out of the user's reach. */
async function findMail({ tx, user }: MailCall, id: string): Promise<Found & { number: string }> {
  const mail = await oneOf(tx.query<Found>(find, id))
  return { ...mail, number: await numberOfOrder(tx, reachOf(user), mail.orderId) }
}

/** Retries a mail that was given up, from its first attempt. Mails already retried or replaced stay as they are. */
export const sendAgain = verb(sendOrderMail, async (call, { id, recipient: given }) => {
  const { tx, now, services } = call
  const { orderId, number, recipient, isGivenUp } = await findMail(call, id)
  if (!isGivenUp) return
  const to = given ?? recipient
  await tx.query(requeue, id, to, now)
  await recordChange(tx, actorOf(call), now, {
    subject: 'order',
    subjectId: orderId,
    subjectName: number,
    action: 'mailSentAgain',
    ...(to === recipient ? {} : { before: { email: recipient } }),
    after: { email: to },
  })
  await requestJobs(tx, services.jobs, ['orderMails'], now)
})

/** Dismisses a mail that was given up. */
export const dropMail = verb(dropOrderMail, async (call, { id }) => {
  const { tx, now } = call
  const { orderId, number, recipient, isGivenUp } = await findMail(call, id)
  if (!isGivenUp) return
  await tx.query(drop, id)
  await recordChange(tx, actorOf(call), now, {
    subject: 'order',
    subjectId: orderId,
    subjectName: number,
    action: 'mailDropped',
    after: { email: recipient },
  })
})
