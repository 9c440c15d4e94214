import { totalsJson } from '#server/analysis/counted.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { lineMinor } from '#server/orders/linePrices.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { type AccountPage, getAccountPage } from '#shared/customers/accountPage.ts'
import { idOrCode, joinLivingAgent } from './account.ts'
import { creditOf, shownCredit } from './credit.ts'
import { isOpenOrder } from './owed.ts'

const readAccount = prepared(`
  select a.id, a.code as "currAccCode", a.description as "currAccDescription", a.city, a.country, a.phone, a.email,
         a.price_group as "priceGroup", coalesce(g.name, '') as "salesPerson", a.is_blocked as "isBlocked",
         a.deleted_at is not null as "isDeleted"
  from accounts a ${joinLivingAgent} where a.tenant_id = $1 and (a.id = $2::uuid or a.code = $3)`)

/** SQL: orders with the number of their month, from 1, of the months whose starts are $3. */
const ordersIn = `
  orders_in as materialized (
    select o.id, width_bucket(o.placed_at, $3::timestamptz[]) as month from orders o
    where o.tenant_id = $1 and o.account_id = $2 and ${stateThat('isSold')} and o.placed_at >= ($3::timestamptz[])[1])`

const readMonths = prepared(`
  with ${ordersIn},
  counted as (select month, count(*)::int as orders from orders_in group by month),
  amounts as (
    select i.month, t.currency_code, sum(t.amount_minor) as amount
    from orders_in i join order_totals t on t.tenant_id = $1 and t.order_id = i.id group by 1, 2)
  select c.month, c.orders, ${totalsJson('from amounts s where s.month = c.month')} as totals from counted c`)

// Amounts without a rate count as zero.
const mostBought = (key: string, name: string, code: string) =>
  prepared(`
  with ${ordersIn},
  by_product as materialized (
    select l.product_id, l.currency_code, sum(l.qty * l.pieces_per_lot)::float8 as pieces,
           sum(${lineMinor('l')}::float8) as amount
    from orders_in i join order_lines l on l.tenant_id = $1 and l.order_id = i.id group by 1, 2),
  amounts as materialized (
    select ${key} as key, min(${name}) as name, min(${code}) as code, b.currency_code, sum(b.pieces) as pieces,
           sum(b.amount) as amount
    from by_product b
    join products p on p.tenant_id = $1 and p.id = b.product_id
    join brands n on n.tenant_id = $1 and n.id = p.brand_id
    group by 1, 4),
  most as (
    select a.key, min(a.name) as name, min(a.code) as code, sum(a.pieces) as pieces,
           sum(a.amount * case when a.currency_code = $4 then 1 else coalesce(r.rate, 0) end) as worth
    from amounts a
    left join exchange_rates r on r.tenant_id = $1 and r.base_code = $4 and r.currency_code = a.currency_code
    group by a.key order by worth desc, a.key limit 10)
  select m.name, m.code, m.pieces, ${totalsJson('from amounts s where s.key = m.key')} as totals
  from most m order by m.worth desc, m.key`)
const readBrands = mostBought('p.brand_id::text', 'n.name', `''`)
const readItems = mostBought('p.item_code', 'p.item_description', 'p.item_code')

const maxOpenOrders = 20
const readOpen = prepared(`
  with reported as (select min(as_of) as as_of from account_balances where tenant_id = $1 and account_id = $2),
  open as materialized (
    select o.id, o.number, o.placed_at, o.state from orders o cross join reported
    where o.tenant_id = $1 and o.account_id = $2 and ${isOpenOrder('$3', 'reported.as_of')}),
  amounts as (
    select t.order_id, t.currency_code, t.amount_minor as amount from open
    join order_totals t on t.tenant_id = $1 and t.order_id = open.id)
  select (select count(*)::int from open) as "openCount", coalesce((
    select json_agg(json_build_object('orderId', n.id, 'orderNumber', n.number::text, 'orderDate', ${isoTime('n.placed_at')},
                                      'state', n.state, 'totals', ${totalsJson('from amounts s where s.order_id = n.id')})
                    order by n.number desc)
    from (select * from open order by number desc limit ${maxOpenOrders}) n), '[]') as "openOrders"`)
const readLastOrder = prepared(`
  select id as "orderId", number::text as "orderNumber", ${isoTime('placed_at')} as at from orders
  where tenant_id = $1 and account_id = $2 order by number desc limit 1`)
const readLastSignIn = prepared(`
  select id as "userId", username, ${isoTime('last_sign_in_at')} as at from users
  where tenant_id = $1 and account_id = $2 and last_sign_in_at is not null order by last_sign_in_at desc limit 1`)

type Head = Omit<
  AccountPage,
  'credit' | 'months' | 'brands' | 'items' | keyof Open | 'lastOrder' | 'lastSignIn'
>
type Open = Pick<AccountPage, 'openOrders' | 'openCount'>

/** Also finds deleted ones. */
export const readAccountPage = verb(getAccountPage, async ({ tx, tenant, now }, { id: key }) => {
  const account = await oneOf(tx.query<Head>(readAccount, ...idOrCode(key)))
  const { id } = account
  const { transferEnabled, currencyCode, timeZone } = tenant
  const months = lastMonths(dayOf(now, timeZone))
  const starts = months.map((month) => startOf(`${month}-01`, timeZone))
  const [credits, turnover, brands, items, [open], [lastOrder], [lastSignIn]] = await Promise.all([
    creditOf(tx, { accountIds: [id], now, tenant, isLocked: false }),
    tx.query<Omit<AccountPage['months'][number], 'month'> & { month: number }>(readMonths, id, starts),
    tx.query<AccountPage['brands'][number]>(readBrands, id, starts, currencyCode),
    tx.query<AccountPage['items'][number]>(readItems, id, starts, currencyCode),
    tx.query<Open>(readOpen, id, transferEnabled),
    tx.query<NonNullable<AccountPage['lastOrder']>>(readLastOrder, id),
    tx.query<NonNullable<AccountPage['lastSignIn']>>(readLastSignIn, id),
  ])
  const credit = credits.get(id)
  if (!credit || !open) throw new Error('The account was not read')
  return {
    ...account,
    credit: shownCredit(credit),
    months: months.map((month, index) => {
      const found = turnover.find((one) => one.month === index + 1)
      return { orders: 0, totals: [], ...found, month }
    }),
    brands,
    items,
    ...open,
    ...(lastOrder ? { lastOrder } : {}),
    ...(lastSignIn ? { lastSignIn } : {}),
  }
})

/** This one and the eleven before, the oldest first. */
function lastMonths(today: string): string[] {
  const months = [today.slice(0, 7)]
  while (months.length < 12) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  return months
}
