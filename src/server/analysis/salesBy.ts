import type { z } from 'zod'
import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { translated } from '#server/catalogue/texts/translate.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { lineMinor } from '#server/orders/linePrices.ts'
import type { User } from '#server/users/session.ts'
import { getSalesBy, type SalesRow, type SalesSide } from '#shared/analysis/analysis.ts'
import { countedOrders, joinOrdersIn, type Span, spanOf, totalsJson } from './counted.ts'

type Asked = z.output<typeof getSalesBy.input>

/** The order list's filter code, and the name. */
const sides: Record<SalesSide, { code: string; name: string; table: string }> = {
  brand: { code: 'n.id::text', name: 'n.name', table: 'brands' },
  agent: { code: 'n.code', name: 'n.name', table: 'agents' },
  customer: { code: 'n.code', name: 'n.description', table: 'accounts' },
}

/** SQL: `counted` (key, orders, qty) and `amounts` (key, currency_code, amount). */
function grouped(user: User, { by, ...span }: Pick<Asked, 'by'> & Span, values: Values): string {
  const counted = (columns: string) => `select ${columns} ${countedOrders(user, span, values)}`
  if (by !== 'brand') {
    const key = by === 'agent' ? 'o.agent_id' : 'o.account_id'
    return `
      orders_in as materialized (${counted(`o.id, o.qty, ${key} as key`)}),
      counted as (select key, count(*)::int as orders, sum(qty)::float8 as qty from orders_in group by key),
      amounts as materialized (
        select i.key, t.currency_code, sum(t.amount_minor) as amount
        from orders_in i ${joinOrdersIn('order_totals', 't')} group by 1, 2)`
  }
  // Orders per brand come from the orders, like in the filtered list; amounts go to the brand that the product has now.
  // float8 is exact for minor units.
  return `
    orders_in as materialized (${counted('o.id, o.brand_ids')}),
    orders_of as (
      select b.key, count(*)::int as orders from orders_in o cross join unnest(o.brand_ids) b (key) group by 1),
    by_product as materialized (
      select l.product_id, l.currency_code, sum(l.qty) as qty, sum(${lineMinor('l')}::float8) as amount
      from orders_in i ${joinOrdersIn('order_lines', 'l')} group by 1, 2),
    -- Active ones stand in an index with their brand.
    active as materialized (
      select id, brand_id from products
      where tenant_id = $1 and is_active and id = any (array(select distinct product_id from by_product order by 1))),
    inactive as (
      select id, brand_id from products
      where tenant_id = $1 and id = any (array(select product_id from by_product except select id from active))),
    amounts as materialized (
      select p.brand_id as key, b.currency_code, sum(b.qty) as qty, sum(b.amount) as amount
      from by_product b
      join (select * from active union all select * from inactive) p on p.id = b.product_id
      group by 1, 2),
    counted as (
      select key, coalesce(o.orders, 0) as orders, coalesce(m.qty, 0)::float8 as qty
      from orders_of o full join (select key, sum(qty) as qty from amounts group by 1) m using (key))`
}

/** Highest amount in the tenant's currency first; amounts without a rate count as zero. */
export const readSalesBy = verb(getSalesBy, async ({ tx, user, tenant, language }, asked) => {
  const values = collectValues()
  const { code, name, table } = sides[asked.by]
  const base = values.add(tenant.currencyCode)
  const text = `
    with ${grouped(user, { by: asked.by, ...spanOf(asked, tenant.timeZone) }, values)},
    converted as (
      select m.key, sum(m.amount::numeric * case when m.currency_code = ${base} then 1 else r.rate end) as amount
      from amounts m
      left join exchange_rates r
        on r.tenant_id = $1 and r.base_code = ${base} and r.currency_code = m.currency_code
      group by 1),
    ranked as (
      select c.*, row_number() over (order by coalesce(m.amount, 0) desc, c.orders desc, c.qty desc, c.key) as position
      from counted c
      left join converted m on m.key = c.key
      order by position limit ${values.add(asked.limit)})
    select coalesce((
             select json_agg(json_build_object('code', ${code}, 'name', ${name}, 'orders', r.orders, 'qty', r.qty,
                             'totals', ${totalsJson('from amounts s where s.key = r.key')}) order by r.position)
             from ranked r join ${table} n on n.tenant_id = $1 and n.id = r.key), '[]'::json) as items,
           (select count(*)::int from counted) as total`
  const [row] = await tx.query<{ items: SalesRow[]; total: number }>({ text }, ...values.list)
  const { items, total } = row ?? { items: [], total: 0 }
  if (asked.by !== 'brand') return { items, total }
  const brands = items.map((item) => ({ brandName: item.name }))
  const named = await translated(tx, translatedInto(tenant, language), brands)
  return { items: items.map((item, at) => ({ ...item, name: named[at]?.brandName ?? item.name })), total }
})
