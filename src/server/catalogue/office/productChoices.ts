import { pricedGroups } from '#server/customers/priceGroups.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getProductChoices, type ProductChoices } from '#shared/catalogue/productLists.ts'

// A group's usual currency is that of most of a thousand prices; of the tenant's own group, the tenant's if any of them
// has it.
const read = prepared(`
  with ${pricedGroups}, groups as (
    select name from priced where name is not null
    union select price_group from accounts where tenant_id = $1 and deleted_at is null
    union select $2::text)
  select
    coalesce((select json_agg(json_build_object('brandId', id, 'brandName', name, 'isActive', is_active)
                              order by name collate "tr-x-icu")
              from brands where tenant_id = $1), '[]'::json) as brands,
    coalesce((select json_agg(json_build_object('categoryId', id, 'categoryName', full_name, 'isActive', is_active)
                              order by full_name collate "tr-x-icu")
              from categories where tenant_id = $1), '[]'::json) as categories,
    (select json_agg(json_build_object('priceGroup', g.name, 'currencyCode', coalesce(
              (select r.currency_code from (
                 select currency_code from prices where tenant_id = $1 and price_group = g.name limit 1000) r
               group by r.currency_code
               order by g.name = $2 and r.currency_code = $3 desc, count(*) desc, r.currency_code limit 1),
              (select a.currency_code from accounts a where a.tenant_id = $1 and a.price_group = g.name
               and a.deleted_at is null limit 1), $3))
            order by g.name <> $2::text, g.name collate "tr-x-icu")
     from groups g) as "priceGroups"`)

export const productChoices = verb(getProductChoices, async ({ tx, tenant }) => {
  const [choices] = await tx.query<ProductChoices>(read, tenant.priceGroup, tenant.currencyCode)
  if (!choices) throw new Error('The choices were not read')
  return choices
})
