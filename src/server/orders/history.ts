import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { getOrderHistory, type OrderChange } from '#shared/officeOrders.ts'

const readHead = prepared(`
  select o.id, o.placed_at as "placedAt", o.transferred_at as "transferredAt", o.split_from is not null as "isPart",
         coalesce(u.username, o.guest->>'name', '') as "placedBy"
  from orders o
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  left join users u on u.tenant_id = $1 and u.id = o.placed_by
  where o.tenant_id = $1 and o.id = $2
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)
type Head = { id: string; placedAt: Date; transferredAt: Date | null; isPart: boolean; placedBy: string }

const readChanges = prepared(`
  select id, at, user_name as "userName", action, before, after from changes
  where tenant_id = $1 and subject = 'order' and subject_id = $2 order by at desc, id desc`)
type Row = Pick<OrderChange, 'id' | 'userName' | 'action'> & {
  at: Date
  before: OrderChange['before'] | null
  after: OrderChange['after'] | null
}

/** Newest first: recorded changes, plus the order's own dates if unrecorded, such as a transfer by the ERP. */
export const readHistory = verb(getOrderHistory, async ({ tx, user }, { id }) => {
  const { agentId, accountId } = reachOf(user)
  const [[head], rows] = await Promise.all([
    tx.query<Head>(readHead, id, agentId, accountId),
    tx.query<Row>(readChanges, id),
  ])
  if (!head) throw new Refusal('notFound')
  const all = [...rows, ...unrecorded(head, rows)]
  return all.toSorted((one, other) => other.at.getTime() - one.at.getTime()).map(changeOf)
})

function unrecorded({ id, placedAt, transferredAt, isPart, placedBy }: Head, rows: Row[]): Row[] {
  const isRecorded = (action: Row['action']) => rows.some((row) => row.action === action)
  const one = (action: Row['action'], at: Date, userName: string) => ({
    id,
    action,
    at,
    userName,
    before: null,
    after: null,
  })
  return [
    ...(transferredAt && !isRecorded('transferred') ? [one('transferred', transferredAt, '')] : []),
    ...(isPart || isRecorded('placed') ? [] : [one('placed', placedAt, placedBy)]),
  ]
}

function changeOf({ at, before, after, ...row }: Row): OrderChange {
  return { ...row, at: at.toISOString(), ...(before ? { before } : {}), ...(after ? { after } : {}) }
}
