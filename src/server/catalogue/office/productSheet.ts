import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import { getProductSheet, maxSheetRows, sheetFields } from '#shared/catalogue/productSheet.ts'
import { conditions } from './productList.ts'
import { variantJson } from './productRecord.ts'

const items = `
  select json_agg(json_build_object(
           'productId', v.id, 'itemDim1Code', v.size, 'lotCode', v.lot_code, ${variantJson(sheetFields)},
           'prices', coalesce((
             select json_agg(json_build_object('priceGroup', r.price_group, 'unitPrice', r.amount_minor / 100::float8,
                                               'currencyCode', r.currency_code) order by r.price_group)
             from prices r where r.tenant_id = $1 and r.variant_id = v.id), '[]'::json))
         order by v.sort_order, v.size, v.lot_code) as list
  from variants v where v.tenant_id = $1 and v.product_id = p.id`

const products = `
  select json_agg(json_build_object(
    'id', p.id, 'itemCode', p.item_code, 'itemDescription', p.item_description, 'colorCode', p.color_code,
    'colorDescription', p.color_description, 'isActive', p.is_active, 'items', coalesce(i.list, '[]'::json))
    order by p.item_code, p.color_code)
  from shown join products p on p.tenant_id = $1 and p.id = shown.id cross join lateral (${items}) i`

export const readSheet = verb(getProductSheet, async ({ tx }, { ids, after, limit, ...filters }) => {
  const values = collectValues()
  const matching = conditions(filters, values)
  if (ids) matching.push(`p.id = any (${values.add(ids)}::uuid[])`)
  const behind = after
    ? `and (p.item_code, p.color_code) > (${values.add(after.itemCode)}::text, ${values.add(after.colorCode)}::text)`
    : ''
  const size = values.add(limit)
  const counted = `
    (select count(*) from (
       select from products p join variants v on v.tenant_id = $1 and v.product_id = p.id
       where ${matching.join(' and ')} limit ${maxSheetRows + 1}) one)`
  const text = `
    with shown as materialized (
      select p.id, p.item_code, p.color_code from products p where ${matching.join(' and ')} ${behind}
      order by p.item_code, p.color_code limit ${size})
    select json_build_object('success', true, 'data', json_build_object(
      'products', coalesce((${products}), '[]'::json),
      'next', (select json_build_object('itemCode', item_code, 'colorCode', color_code) from shown
               where (select count(*) from shown) = ${size}
               order by item_code desc, color_code desc limit 1),
      'rows', ${after ? 'null::int' : counted}))::text as answer`
  const [row] = await tx.query<{ answer: string }>({ text }, ...values.list)
  if (!row) throw new Error('The sheet was not read')
  return JsonBytes.ofText(row.answer)
})
