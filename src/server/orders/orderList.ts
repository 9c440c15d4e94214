import type { z } from 'zod'
import { type Reach, reachOf } from '#server/customers/reach.ts'
import { type ListQuery, type PageStart, readPage } from '#server/db/listPage.ts'
import { contains, containsWords, folded } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { asInstant, asSerial, asText, asWhole } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { User } from '#server/users/session.ts'
import { exportOrders, getOrders, type OrderRow } from '#shared/orders/orders.ts'
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
export const listOrders = verb(getOrders, ({ tx, user }, filters) =>
  readPage<OrderRow>(tx, ordersQuery(user, filters), filters),
)

export function ordersQuery(user: User, filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const { sort, order, text } = filters
  const values = collectValues()
  const wanted = conditions(filters, reachOf(user), values)
  const { column, within, join = '' } = sortColumns[sort]
  const found = (all: string[]) => `
    select o.id, ${column} as key, o.number as tie${within ? `, ${within} as part` : ''} from orders o ${join}
    where ${all.join(' and ')}`
  const search = text ? searchOf(text, values) : undefined
  const walked = search ? [...wanted, search.isWalked] : wanted
  const first = firstBy[sort]
  return {
    known: search && `${search.given}, known as materialized (${found([...wanted, search.isKnown])})`,
    matched: found(walked),
    first: first && ((page) => first(walked.join(' and '), page)),
    rows: orderRows(user, filters.withPictures),
    values,
    order,
    isKeyed: sort !== 'transferedDate',
    isInParts: within !== undefined,
    // One index has the brands, and what these sort by.
    isGoneThrough: filters.brandId !== undefined && (sort === 'orderDate' || sort === 'orderNumber'),
  }
}

/** See {@link ListQuery.first}; `wanted` is a condition on `orders o`. */
const firstBy: Partial<Record<Filters['sort'], (wanted: string, page: PageStart) => string>> = {
  // Agents have many orders each.
  salesPerson: (wanted, { direction, pageEnd }) => `
    select o.id, g.name collate "tr-x-icu" as key, o.number as tie from agents g
    cross join lateral (
      select o.id, o.number from orders o where ${wanted} and o.agent_id = g.id
      order by o.number ${direction} limit ${pageEnd}) o
    where g.tenant_id = $1`,
  // In both directions, those that are not transferred come last.
  transferedDate: (wanted, { direction, pageEnd }) =>
    ['is not null', 'is null']
      .map(
        (state) => `(
      select o.id, o.transferred_at as key, o.number as tie from orders o
      where ${wanted} and o.transferred_at ${state}
      order by o.transferred_at ${direction}, o.number ${direction} limit ${pageEnd})`,
      )
      .join(' union all '),
}

function conditions(filters: Omit<Filters, 'page' | 'limit'>, reach: Reach, values: Values): string[] {
  const all = reachConditions(reach, values)
  const { customer, agent, transfer, isWaiting } = filters
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
    all.push(`${isWaiting ? '' : 'not '}(${stateThat('maySend')} and ${isWaitingCondition})`)
  if (filters.transferState)
    all.push(`${stateThat('maySend')} and ${transferStateConditions[filters.transferState]}`)
  if (filters.isUndelivered) all.push(`o.id in (${undeliveredOrders})`)
  if (filters.brandId) all.push(hasBrand(values.add(filters.brandId)))
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

const hasBrand = (brandId: string) => `(${brandId}::uuid = any (o.few_brand_ids) or o.id in (
  select id from orders where tenant_id = $1 and few_brand_ids is null and ${brandId}::uuid = any (brand_ids)))`

/** More customers or orders than these are not looked up: a walk through all orders soon finds enough of them. */
const maxLookupCustomers = 100
const maxLookupOrders = 500

type Search = { given: string; isKnown: string; isWalked: string }

/**
 * Words of the customer or guest, or part of the number. Of few orders, customers and numbers are found first: `few`
 * then has a row. Else all orders are walked.
 */
function searchOf(text: string, values: Values): Search {
  const number = /^\d{1,15}$/.test(text) ? numberSearch(text, values) : undefined
  const given = `
    customers as materialized (
      select id from accounts where tenant_id = $1 and ${containsWords('search_text', text, values)}
    ), guests as materialized (
      select number from orders
      where tenant_id = $1 and guest_name is not null and ${contains('guest_name', text, values)}
    ), own_numbers as materialized (
      select number from orders
      where tenant_id = $1 and customer_order_number <> '' and ${contains(folded('customer_order_number'), text, values)}
    ), few as materialized (
      select array(select id from customers) as customers,
             array(select number from guests union all select number from own_numbers ${number ? `union all ${number.found}` : ''}) as numbers
      where (select count(*) from customers) <= ${maxLookupCustomers}
        and (select count(*) from guests) <= ${maxLookupOrders}
        and (select count(*) from own_numbers) <= ${maxLookupOrders}
        and (select count(*) from (
          select from customers c
          cross join lateral (select from orders o where o.tenant_id = $1 and o.account_id = c.id offset 0) o
          limit ${maxLookupOrders + 1}) counted) <= ${maxLookupOrders}
        ${number ? `and ${number.isFew}` : ''})`
  const any = [
    'o.account_id in (select id from customers)',
    'o.number in (select number from guests union all select number from own_numbers)',
  ]
  if (number) any.push(number.isLike)
  return {
    given,
    isKnown: `(o.account_id = any ((select customers from few)::uuid[])
      or o.number = any ((select numbers from few)::bigint[]))`,
    isWalked: `(select count(*) from few) = 0 and (${any.join(' or ')})`,
  }
}

/** Numbers with more digits besides those typed are too many to be looked up. */
const maxOtherDigits = 2

/** `found` steps through the ranges of numbers that contain the digits: any digits before them, and any behind. */
function numberSearch(digits: string, values: Values): { isLike: string; isFew: string; found: string } {
  const typed = `${values.add(digits)}::bigint`
  const isLike = `o.number::text like ${values.add(`%${digits}%`)}`
  const others = `(select length(max(number)::text) - ${digits.length} from orders where tenant_id = $1)`
  const found = `
      select o.number from (select least(${others}, ${maxOtherDigits}) as others) l
      cross join lateral generate_series(0, l.others) behind
      cross join lateral generate_series(0, (10 ^ (l.others - behind))::bigint - 1) before
      cross join lateral (select (10 ^ behind)::bigint as width) w
      cross join lateral (select (before * (10 ^ ${digits.length})::bigint + ${typed}) * w.width as low) r
      cross join lateral (
        select o.number from orders o
        where o.tenant_id = $1 and o.number >= r.low and o.number < r.low + w.width and ${isLike} offset 0) o`
  return { isLike, isFew: `${others} <= ${maxOtherDigits}`, found }
}

export const downloadOrders = listExport<OrderRow, typeof exportOrders>(exportOrders, {
  title: 'panel.orders',
  query: ({ user }, filters) => ordersQuery(user, filters),
  columns: {
    orderNumber: asSerial('order.number', (row) => Number(row.orderNumber)),
    orderDate: asInstant('order.date', (row) => row.orderDate),
    customer: asText('order.customer', (row) => row.customer, 40),
    orderType: asText('order.type', (row, { say }) => say(`orderType.short.${row.orderType}`), 14),
    qty: asWhole('order.qty', (row) => row.qty),
    // Per currency, so that columns can be summed.
    amount: {
      values: `
        select distinct t.currency_code as value from found
        join order_totals t on t.tenant_id = $1 and t.order_id = found.id order by value`,
      column: (of) => ({
        name: 'order.netAmount',
        of,
        kind: 'money',
        value: ({ totals }) => totals.find(({ currency }) => currency === of)?.amount,
      }),
    },
    currency: asText('order.currency', ({ totals }) => totals.map(({ currency }) => currency).join(' '), 14),
    salesPerson: asText('order.salesPerson', (row) => row.salesPerson),
    state: asText('order.state', (row, { say }) => say(`order.state.${row.state}`), 14),
    transfer: asText('order.transfer', (row, { say }) => say(transferOf(row)), 16),
    transferedDate: asInstant('order.transferedDate', (row) => row.transferedDate),
  },
})

/** The message key for the order's transfer state. */
function transferOf({ transfer, isWaiting, transferState, waitsFor, mayExist }: OrderRow) {
  if (transfer) return 'order.transferred'
  if (mayExist) return 'panel.erp.view.uncertain'
  if (transferState && transferState !== 'pending') return `panel.erp.transfer.${transferState}` as const
  if (isWaiting && waitsFor) return `panel.order.waitsFor.${waitsFor}` as const
  return isWaiting ? 'panel.order.waiting' : 'order.notTransferred'
}
