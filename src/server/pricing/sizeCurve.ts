import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { curveOf } from '#shared/catalogue/curve.ts'
import { getSizeCurve } from '#shared/catalogue/sizeCurve.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'

/** How far back an item's sales count. */
const daysBack = 365

/** What fewer customers than this bought is not shown to others. */
const leastBuyers = 3
/**
 * Shares of what all bought, and how certain they are, are shown only in these steps: otherwise one could
 * work out what a rival has ordered.
 */
const shareSteps = 20
const trustSteps = [240, 24]

/** SQL: pieces by size of the lines selected as `l`, with a lot's content, and how many accounts bought it. */
const bySize = (lines: string) =>
  prepared(`
  with lines as (${lines}), pieces as (
    select v.size, l.qty, l.account_id from lines l join variants v on v.tenant_id = $1 and v.id = l.variant_id
    where v.lot_code = ''
    union all
    select s.size, l.qty * s.pieces, l.account_id from lines l
    join variants v on v.tenant_id = $1 and v.id = l.variant_id
    cross join lateral jsonb_to_recordset(v.lot_sizes) s (size text, pieces integer)
  )
  select size, sum(qty)::int as pieces, count(distinct account_id)::int as buyers from pieces group by size`)

const ofLastOrder = bySize(`
  select l.variant_id, l.qty, $3::uuid as account_id from order_lines l
  where l.tenant_id = $1 and l.item_code = $2 and l.order_id = (
    select o.id from orders o
    where o.tenant_id = $1 and o.account_id = $3 and ${stateThat('isSold')} and exists (
      select from order_lines i where i.tenant_id = $1 and i.order_id = o.id and i.item_code = $2)
    order by o.number desc limit 1)`)
const ofSales = bySize(`
  select l.variant_id, l.qty, o.account_id from products p
  join variants s on s.tenant_id = $1 and s.product_id = p.id
  join order_lines l on l.tenant_id = $1 and l.variant_id = s.id
  join orders o on o.tenant_id = $1 and o.id = l.order_id
  where p.tenant_id = $1 and p.item_code = $2 and ${stateThat('isSold')} and o.placed_at >= $3`)

/** All sizes of an item, also those that only its lots have. */
const readSizes = prepared(`
  select size from (
    select v.size, v.sort_order, 0 as place from products p
    join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active and v.lot_code = ''
    where p.tenant_id = $1 and p.item_code = $2 and p.brand_id <> all ($3::uuid[])
    union all
    select s.size, v.sort_order, s.place from products p
    join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active and v.lot_code <> ''
    cross join lateral rows from (jsonb_to_recordset(v.lot_sizes) as (size text, pieces integer))
      with ordinality s (size, pieces, place)
    where p.tenant_id = $1 and p.item_code = $2 and p.brand_id <> all ($3::uuid[])) sizes
  group by size order by min(sign(place)), min(sort_order), min(place), size`)

type Row = { size: string; pieces: number; buyers: number }
const bySizeOf = (rows: Row[]) => new Map(rows.map(({ size, pieces }) => [size, pieces]))

/** Pieces by size, rounded, without sizes that only few bought. */
function smoothed(rows: Row[]): Map<string, number> {
  const shown = rows.filter(({ buyers }) => buyers >= leastBuyers)
  const total = shown.reduce((sum, { pieces }) => sum + pieces, 0)
  const trusted = trustSteps.find((step) => total >= step) ?? 0
  return new Map(
    shown.map(({ size, pieces }) => [
      size,
      (trusted * Math.round((shareSteps * pieces) / total)) / shareSteps,
    ]),
  )
}

/** The account's last order of the item counts first, then what all bought of it; see {@link curveOf}. */
export const sizeCurve = verb(getSizeCurve, async ({ tx, user, tenant, now }, { itemCode, currAccCode }) => {
  const { timeZone } = tenant
  const account = await viewedAccount(tx, user, currAccCode)
  const since = startOf(addDays(dayOf(now, timeZone), -daysBack), timeZone)
  const [sizes, own, all] = await Promise.all([
    tx.query<{ size: string }>(readSizes, itemCode, account?.excludedBrandIds ?? []),
    account ? tx.query<Row>(ofLastOrder, itemCode, account.id) : [],
    tx.query<Row>(ofSales, itemCode, since),
  ])
  const { shares, source } = curveOf(
    sizes.map(({ size }) => size),
    bySizeOf(own),
    smoothed(all),
  )
  return { sizes: Array.from(shares, ([size, pieces]) => ({ size, pieces })), source }
})
