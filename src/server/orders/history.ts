import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { getOrderHistory, type OrderChange } from '#shared/orders/officeOrders.ts'

const readHead = prepared(`
  select o.id, ${isoTime('o.placed_at')} as "placedAt", ${isoTime('o.transferred_at')} as "transferredAt", o.split_from is not null as "isPart",
         coalesce(u.username, o.guest->>'name', '') as "placedBy"
  from orders o
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  left join users u on u.tenant_id = $1 and u.id = o.placed_by
  where o.tenant_id = $1 and o.id = $2
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)
type Head = { id: string; placedAt: string; transferredAt: string | null; isPart: boolean; placedBy: string }

const readChanges = prepared(`
  select id, ${isoTime('at')} as at, user_name as "userName", action, before, after from changes
  where tenant_id = $1 and subject = 'order' and subject_id = $2 order by at desc, id desc`)

/** Newest first: recorded changes, plus the order's own dates if unrecorded, such as a transfer by the ERP. */
export const readHistory = verb(getOrderHistory, async ({ tx, user }, { id }) => {
  const { agentId, accountId } = reachOf(user)
  const [[head], rows] = await Promise.all([
    tx.query<Head>(readHead, id, agentId, accountId),
    tx.query<OrderChange>(readChanges, id),
  ])
  if (!head) throw new Refusal('notFound')
  const all = [...rows.map(withoutNulls), ...unrecorded(head, rows)]
  return all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
})

function unrecorded(
  { id, placedAt, transferredAt, isPart, placedBy }: Head,
  changes: OrderChange[],
): OrderChange[] {
  const isRecorded = (action: OrderChange['action']) => changes.some((change) => change.action === action)
  const one = (action: OrderChange['action'], at: string, userName: string) => ({ id, action, at, userName })
  return [
    ...(transferredAt && !isRecorded('transferred') ? [one('transferred', transferredAt, '')] : []),
    ...(isPart || isRecorded('placed') ? [] : [one('placed', placedAt, placedBy)]),
  ]
}
