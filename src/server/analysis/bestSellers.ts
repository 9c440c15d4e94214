import type { z } from 'zod'
import { collectValues } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import type { BestSeller, getBestSellers } from '#shared/analysis.ts'
import { countedOrders, spanOf, totalsJson } from './counted.ts'
import { productFields } from './productFields.ts'

/** By pieces ordered; a lot counts its contents. */
export async function readBestSellers(
  { tx, user }: Call<typeof getBestSellers>,
  asked: z.output<typeof getBestSellers.input>,
) {
  const values = collectValues()
  const counted = () => `select o.id ${countedOrders(user, spanOf(asked), values)}`
  // Sums pieces for all, and the rest only for the best.
  const text = `
    with by_variant as (
      select l.variant_id, sum(l.qty * l.pieces_per_lot) as pieces
      from (${counted()}) o join order_lines l on l.tenant_id = $1 and l.order_id = o.id group by 1),
    sold as materialized (
      select v.product_id, sum(b.pieces)::float8 as pieces
      from by_variant b join variants v on v.tenant_id = $1 and v.id = b.variant_id group by 1),
    best as materialized (
      select *, row_number() over (order by pieces desc, product_id) as position
      from sold order by position limit ${values.add(asked.limit)}),
    lines as materialized (
      select v.product_id, l.order_id, l.currency_code, l.qty, l.qty * l.unit_price_minor as amount
      from best s
      join variants v on v.tenant_id = $1 and v.product_id = s.product_id
      join order_lines l on l.tenant_id = $1 and l.variant_id = v.id
      join (${counted()}) o on o.id = l.order_id),
    ordered as (
      select product_id, count(distinct order_id)::int as orders, sum(qty)::float8 as qty from lines group by 1),
    amounts as materialized (
      select product_id, currency_code, sum(amount) as amount from lines group by 1, 2)
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
  return { success: true as const, data: row ?? { items: [], total: 0 } }
}
