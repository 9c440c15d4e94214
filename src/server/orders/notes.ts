import { actorOf, recordChange } from '#server/changes/record.ts'
import { type Reach, reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { User } from '#server/users/session.ts'
import {
  addOrderNote,
  deleteOrderNote,
  getOrderNotes,
  type OrderNote,
  restoreOrderNote,
} from '#shared/orders/officeOrders.ts'

const findOrder = prepared(`
  select o.number::text from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = $2
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)

/** Within the user's reach. Refuses with `notFound`. */
export async function numberOfOrder(tx: Tx, reach: Reach, orderId: string): Promise<string> {
  return (await oneOf(tx.query<{ number: string }>(findOrder, orderId, reach.agentId, reach.accountId)))
    .number
}

const read = prepared(`
  select n.id, n.body as text, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as author,
         ${isoTime('n.written_at')} as "writtenAt", n.written_by = $3 or $4::boolean as "mayDelete"
  from order_notes n join users u on u.tenant_id = $1 and u.id = n.written_by
  where n.tenant_id = $1 and n.order_id = $2 and n.deleted_at is null
  order by n.written_at desc, n.id desc`)

/** Newest first. */
export const readNotes = verb(getOrderNotes, async ({ tx, user }, { id }) => {
  const [, rows] = await Promise.all([
    numberOfOrder(tx, reachOf(user), id),
    tx.query<OrderNote>(read, id, user.id, isAdmin(user)),
  ])
  return rows
})

const isAdmin = (user: User) => user.roles.includes('admin')

const insert = prepared(`
  insert into order_notes (tenant_id, id, order_id, body, written_by, written_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, id) do nothing returning id`)

/** Sending the same id again adds nothing. */
export const addNote = verb(addOrderNote, async (call, { id, orderId, text }) => {
  const { tx, user, now } = call
  const number = await numberOfOrder(tx, reachOf(user), orderId)
  const added = await tx.query(insert, id, orderId, text, user.id, now)
  if (added.length > 0) await record(call, { orderId, number, text }, 'noteAdded')
})

const mark = prepared(`
  update order_notes n set deleted_at = $3::timestamptz
  from orders o, accounts a
  where n.tenant_id = $1 and n.id = $2 and (n.deleted_at is null) = ($3::timestamptz is not null)
    and (n.written_by = $4 or $5::boolean)
    and o.tenant_id = $1 and o.id = n.order_id and a.tenant_id = $1 and a.id = o.account_id
    and ($6::uuid is null or a.agent_id = $6) and ($7::uuid is null or o.account_id = $7)
  returning n.order_id as "orderId", o.number::text, n.body as text`)
type Marked = { orderId: string; number: string; text: string }

/** Own notes; admins all. Refuses with `notFound`. */
export const deleteNote = verb(deleteOrderNote, (call, { id }) => setDeleted(call, id, call.now))

/** Refuses with `notFound`. */
export const restoreNote = verb(restoreOrderNote, (call, { id }) => setDeleted(call, id, null))

type NoteCall = Pick<Call<typeof addOrderNote>, 'tx' | 'user' | 'now' | 'request'>

async function setDeleted(call: NoteCall, id: string, at: Date | null) {
  const { tx, user } = call
  const { agentId, accountId } = reachOf(user)
  const note = await oneOf(tx.query<Marked>(mark, id, at, user.id, isAdmin(user), agentId, accountId))
  await record(call, note, at ? 'noteDeleted' : 'noteRestored')
}

function record(
  call: NoteCall,
  { orderId, number, text }: Marked,
  action: 'noteAdded' | 'noteDeleted' | 'noteRestored',
): Promise<void> {
  const details = { note: text }
  return recordChange(call.tx, actorOf(call), call.now, {
    subject: 'order',
    subjectId: orderId,
    subjectName: number,
    action,
    ...(action === 'noteDeleted' ? { before: details } : { after: details }),
  })
}
