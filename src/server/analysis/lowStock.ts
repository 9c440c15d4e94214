import { productFields } from '#server/catalogue/productFields.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { getLowStock, type LowStock } from '#shared/analysis/analysis.ts'
import { stockDays } from '#shared/analysis/analysisRules.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { countedOrders, joinOrdersIn } from './counted.ts'

/**
 * Variants whose stock is below the recent orders, shortest first. Season orders take no stock. Agents see only their
 * own customers' orders.
 */
export const readLowStock = verb(getLowStock, async ({ tx, user, tenant, now }, { limit }) => {
  const values = collectValues()
  const from = startOf(addDays(dayOf(now, tenant.timeZone), 1 - stockDays), tenant.timeZone)
  const text = `
    with orders_in as materialized (
      select o.id ${countedOrders(user, { from, until: now }, values)} and o.order_type = 'Rpt'),
    sold as materialized (
      select l.variant_id, sum(l.qty)::int as qty from orders_in i ${joinOrdersIn('order_lines', 'l')} group by 1),
    low as materialized (
      select v.id, s.qty, v.inventory,
             row_number() over (order by v.inventory::float8 / s.qty, s.qty desc, v.id) as position
      from sold s
      join (
        select id, product_id, inventory from variants
        where tenant_id = $1 and is_active and id = any (array(select variant_id from sold order by 1))) v
        on v.id = s.variant_id and v.inventory < s.qty
      join products p on p.tenant_id = $1 and p.id = v.product_id and p.is_active)
    select coalesce((
             select json_agg(json_build_object(${productFields}, 'productId', v.id, 'itemDim1Code', v.size,
                             'lotCode', v.lot_code, 'lotDescription', v.lot_description, 'inventory', v.inventory,
                             'sold', w.qty) order by w.position)
             from low w
             join variants v on v.tenant_id = $1 and v.id = w.id
             join products p on p.tenant_id = $1 and p.id = v.product_id
             where w.position <= ${values.add(limit)}), '[]'::json) as items,
           (select count(*)::int from low) as total`
  const [row] = await tx.query<{ items: LowStock[]; total: number }>({ text }, ...values.list)
  return row ?? { items: [], total: 0 }
})
