import { type Reach, reachOf } from '#server/customers/reach.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { undeliveredOrders } from '#server/orders/mails/undelivered.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { type Dashboard, getDashboard } from '#shared/analysis/analysis.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { countedOrders, joinOrdersIn, type Span, totalsJson } from './counted.ts'

const weekMs = 7 * 86_400_000

/** SQL: JSON with the number, quantity and totals of the orders of a span, from `orders_in` and `amounts`. */
function sumsJson({ from, until }: Span, values: Values): string {
  const span = `placed_at >= ${values.add(from)}::timestamptz and placed_at < ${values.add(until)}::timestamptz`
  return `
    (select json_build_object('orders', count(*), 'qty', coalesce(sum(qty), 0), 'totals', ${totalsJson(
      `from (select currency_code, sum(amount_minor) as amount from amounts where ${span} group by 1) s`,
    )}) from orders_in where ${span})`
}

/** Compares today with yesterday and the same weekday of last week; shows what a new company lacks. */
export const readDashboard = verb(getDashboard, async ({ tx, user, tenant, now }) => {
  const values = collectValues()
  const day = dayOf(now, tenant.timeZone)
  const [yesterday, sameWeekday] = [addDays(day, -1), addDays(day, -7)]
  const dayStart = (given: string) => startOf(given, tenant.timeZone)
  const before = (given: string, ago: number) => `json_build_object(
    'whole', ${sumsJson({ from: dayStart(given), until: dayStart(addDays(given, 1)) }, values)},
    'byNow', ${sumsJson({ from: dayStart(given), until: new Date(now.getTime() - ago) }, values)})`
  const reach = reachOf(user)
  const text = `
    with orders_in as materialized (
      select o.id, o.placed_at, o.qty, o.account_id
      ${countedOrders(user, { from: dayStart(sameWeekday), until: dayStart(addDays(day, 1)) }, values)}),
    amounts as materialized (
      select i.placed_at, t.currency_code, t.amount_minor
      from orders_in i ${joinOrdersIn('order_totals', 't')})
    select ${sumsJson({ from: dayStart(day), until: dayStart(addDays(day, 1)) }, values)} as today,
           (select count(distinct account_id)::int from orders_in where placed_at >= ${values.add(dayStart(day))}::timestamptz) as "customersToday",
           ${before(yesterday, weekMs / 7)} as yesterday, ${before(sameWeekday, weekMs)} as "sameWeekday",
           ${tenant.transferEnabled ? untransferred(reach, values) : '0'} as untransferred,
           ${reach.accountId || reach.agentId ? '0' : failedTransfers} as "failedTransfers",
           ${reach.accountId ? '0' : undelivered(reach, values)} as undelivered,
           ${held(reach, values)} as held,
           ${hasJson(reach, values)} as has`
  const [row] = await tx.query<Row>({ text }, ...values.list)
  if (!row) throw new Error('The dashboard has no row')
  const data = {
    ...row,
    day,
    yesterday: { day: yesterday, ...row.yesterday.whole, byNow: row.yesterday.byNow },
    sameWeekday: { day: sameWeekday, ...row.sameWeekday.whole, byNow: row.sameWeekday.byNow },
  }
  return data
})

type DayBefore = { whole: Dashboard['today']; byNow: Dashboard['today'] }
type Row = Pick<
  Dashboard,
  'today' | 'customersToday' | 'untransferred' | 'failedTransfers' | 'undelivered' | 'held' | 'has'
> &
  Record<'yesterday' | 'sameWeekday', DayBefore>

/** SQL: the orders in the same reach as the counted ones, not limited to a span. */
function ordersOf({ agentId, accountId }: Reach, values: Values): string {
  return `from orders o ${agentId ? 'join accounts a on a.tenant_id = $1 and a.id = o.account_id' : ''}
    where o.tenant_id = $1 ${agentId ? `and a.agent_id = ${values.add(agentId)}` : ''}
      ${accountId ? `and o.account_id = ${values.add(accountId)}` : ''}`
}

const untransferred = (reach: Reach, values: Values) =>
  `(select count(*)::int ${ordersOf(reach, values)} and ${stateThat('maySend')} and o.transferred_at is null)`

const failedTransfers = `(select count(*)::int from orders o where o.tenant_id = $1 and ${stateThat('maySend')}
    and o.id in (select order_id from order_transfers where tenant_id = $1 and state = 'dead'))`

/** Orders that wait for the office; for a customer, those returned to them. Uses the index of held orders. */
const held = (reach: Reach, values: Values) =>
  `(select count(*)::int ${ordersOf(reach, values)} and ${stateThat('isHeld')}
    and o.state = '${reach.accountId ? 'returned' : 'review'}')`

const undelivered = (reach: Reach, values: Values) =>
  `(select count(*)::int ${ordersOf(reach, values)} and o.id in (${undeliveredOrders}))`

function hasJson(reach: Reach, values: Values): string {
  const any = (table: string, condition = '') =>
    `exists (select from ${table} where tenant_id = $1 ${condition})`
  return `json_build_object(
    'agents', ${any('agents', 'and deleted_at is null')}, 'brands', ${any('brands')},
    'products', ${any('products')}, 'customers', ${any('accounts', 'and deleted_at is null')},
    'orders', exists (select ${ordersOf(reach, values)}))`
}
