import { productFields } from '#server/catalogue/productFields.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { lineMinor } from '#server/orders/linePrices.ts'
import { type BestSeller, getBestSellers } from '#shared/analysis/analysis.ts'
import { countedOrders, joinOrdersIn, spanOf, totalsJson } from './counted.ts'

/** By pieces ordered; a lot counts its contents. */
export const readBestSellers = verb(getBestSellers, async ({ tx, user, tenant }, asked) => {
  const values = collectValues()
  const text = `
    with orders_in as materialized (select o.id ${countedOrders(user, spanOf(asked, tenant.timeZone), values)}),
    lines as materialized (
      select l.product_id, l.order_id, l.currency_code, l.qty, l.qty * l.pieces_per_lot as pieces,
             ${lineMinor('l')} as amount
      from orders_in i ${joinOrdersIn('order_lines', 'l')}),
    sold as materialized (select product_id, sum(pieces)::float8 as pieces from lines group by 1),
    best as materialized (
      select *, row_number() over (order by pieces desc, product_id) as position
      from sold order by position limit ${values.add(asked.limit)}),
    best_lines as (select l.* from best s join lines l on l.product_id = s.product_id),
    ordered as (
      select product_id, count(distinct order_id)::int as orders, sum(qty)::float8 as qty from best_lines group by 1),
    amounts as materialized (
      select product_id, currency_code, sum(amount) as amount from best_lines group by 1, 2)
    select coalesce((
             select json_agg(json_build_object(${productFields}, 'brandName', b.name, 'orders', d.orders, 'qty', d.qty,
                             'pieces', s.pieces,
                             'totals', ${totalsJson('from amounts s where s.product_id = p.id')}) order by s.position)
             from best s
             join ordered d on d.product_id = s.product_id
             join products p on p.tenant_id = $1 and p.id = s.product_id
             join brands b on b.tenant_id = $1 and b.id = p.brand_id), '[]'::json) as items,
           (select count(*)::int from sold) as total`
  const [row] = await tx.query<{ items: BestSeller[]; total: number }>({ text }, ...values.list)
  return row ?? { items: [], total: 0 }
})
