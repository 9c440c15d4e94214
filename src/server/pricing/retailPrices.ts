import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getRetailPrices } from '#shared/pricing/retailPrices.ts'

const read = prepared(`
  select v.id as "productId", r.amount_minor::float8 / 100 as "unitPrice", r.currency_code as "currencyCode"
  from products p
  join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active
  join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $3
  where p.tenant_id = $1 and p.item_code = $2 and p.is_active and r.amount_minor > 0
  order by p.color_code, v.sort_order, v.size, v.lot_code`)

export const readRetailPrices = verb(getRetailPrices, async ({ tx, tenant }, { itemCode }) => {
  const { retailPriceGroup } = tenant
  return retailPriceGroup === '' ? [] : tx.query(read, itemCode, retailPriceGroup)
})
