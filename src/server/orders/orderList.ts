import type { z } from 'zod'
import { type Reach, reachOf } from '#server/customers/reach.ts'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { contains, containsWords, folded } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import type { User } from '#server/users/session.ts'
import type { getOrders, OrderRow } from '#shared/orders.ts'
import { undeliveredOrders } from './mails/undelivered.ts'
import { orderRows, reachConditions } from './orderRows.ts'

type Filters = z.output<typeof getOrders.input>

/** Sort column, its part and its join. The amount is the largest total's, compared within its currency. */
const sortColumns: Record<Filters['sort'], { column: string; within?: string; join?: string }> = {
  orderNumber: { column: 'o.number' },
  orderDate: { column: 'o.placed_at' },
  customer: {
    column: 'a.description collate "tr-x-icu"',
    join: 'join accounts a on a.tenant_id = $1 and a.id = o.account_id',
  },
  salesPerson: {
    column: 'g.name collate "tr-x-icu"',
    join: 'join agents g on g.tenant_id = $1 and g.id = o.agent_id',
  },
  qty: { column: 'o.qty' },
  amount: { column: 'o.amount_minor', within: 'o.amount_currency' },
  transferedDate: { column: 'o.transferred_at' },
}

/** One statement. */
export function listOrders({ tx, user }: Call<typeof getOrders>, filters: Filters) {
  return readPage<OrderRow>(tx, ordersQuery(user, filters), filters)
}

export function ordersQuery(user: User, filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const values = collectValues()
  const { column, within, join = '' } = sortColumns[filters.sort]
  const found = `
    select o.id, ${column} as key, o.number as tie${within ? `, ${within} as part` : ''} from orders o ${join}
    where ${conditions(filters, reachOf(user), values).join(' and ')}`
  // A number matches few orders: find first, then sort, instead of walking the sort's index.
  const matched = isNumber(filters.text) ? `select * from (${found} offset 0) found` : found
  const isKeyed = filters.sort !== 'transferedDate'
  return {
    matched,
    rows: orderRows(user),
    values,
    order: filters.order,
    isKeyed,
    isInParts: within !== undefined,
  }
}

function conditions(filters: Omit<Filters, 'page' | 'limit'>, reach: Reach, values: Values): string[] {
  const all = reachConditions(reach, values)
  const { customer, agent, transfer, isWaiting } = filters
  if (filters.text) all.push(textCondition(filters.text, values))
  if (customer)
    all.push(
      `o.account_id = (select id from accounts where tenant_id = $1 and code = ${values.add(customer)})`,
    )
  if (agent)
    all.push(`o.agent_id = (select id from agents where tenant_id = $1 and code = ${values.add(agent)})`)
  if (filters.dateFrom) all.push(`o.placed_at >= ${values.add(filters.dateFrom)}`)
  if (filters.dateTo) all.push(`o.placed_at < ${values.add(filters.dateTo)}`)
  if (filters.orderType) all.push(`o.order_type = ${values.add(filters.orderType)}`)
  if (filters.state) all.push(`o.state = ${values.add(filters.state)}`)
  if (transfer !== undefined) all.push(`o.transferred_at is ${transfer ? 'not null' : 'null'}`)
  if (isWaiting !== undefined)
    all.push(`${isWaiting ? '' : 'not '}(o.state = 'placed' and ${isWaitingCondition})`)
  if (filters.transferState)
    all.push(`o.state = 'placed' and ${transferStateConditions[filters.transferState]}`)
  if (filters.isUndelivered) all.push(`o.id in (${undeliveredOrders})`)
  if (filters.brandId) all.push(`${values.add(filters.brandId)}::uuid = any (o.brand_ids)`)
  return all
}

const inTransferState = (condition: string) =>
  `o.id in (select order_id from order_transfers where tenant_id = $1 and ${condition})`
const isWaitingCondition = inTransferState(`state = 'pending'`)

/** Each has an index. */
const transferStateConditions: Record<NonNullable<Filters['transferState']>, string> = {
  sending: inTransferState(`state = 'sending'`),
  dead: inTransferState(`state = 'dead'`),
  held: inTransferState(`state = 'held'`),
  uncertain: inTransferState(`state <> 'sent' and may_exist`),
}

/** Words of the customer or guest, or part of the number. */
function textCondition(text: string, values: Values): string {
  const found = [
    // A subquery is a hash look-up; an array would be scanned per order.
    `o.account_id in (
       select id from accounts where tenant_id = $1 and ${containsWords('search_text', text, values)})`,
    `o.guest is not null and ${contains(folded(`o.guest->>'name'`), text, values)}`,
    ...(isNumber(text) ? [`o.number::text like ${values.add(`%${text}%`)}`] : []),
  ]
  return `(${found.join(' or ')})`
}

const isNumber = (text = '') => /^\d+$/.test(text)
