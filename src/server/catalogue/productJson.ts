import { seasonInventory } from '#shared/catalogue.ts'

/**
 * SQL that builds the wire's Product of `products p`, so that a page of products is one statement and its answer
 * needs no parsing here. Wants $1 the tenant, $2 the price group and $3 the order type; null fields are stripped
 * by whoever puts the whole answer together (json_strip_nulls). `onlyVariant`, an SQL expression, narrows the
 * items to that one variant.
 */
export function productJson(onlyVariant?: string): string {
  return `
    select json_build_object(
      'itemCode', p.item_code, 'itemDescription', p.item_description,
      'colorCode', p.color_code, 'colorDescription', p.color_description,
      'lotDescription', coalesce(offered.lot_description, ''),
      'unitPrice', offered.amount_minor / 100::float8, 'currencyCode', offered.currency_code,
      'images', coalesce((select json_agg(i.file_name order by i.sort_order, i.file_name) from product_images i
                          where i.tenant_id = $1 and i.product_id = p.id), '[]'::json),
      'updatedDate', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'brandName', b.name, 'categoryName', c.name, 'title', p.item_description,
      ${attributeFields},
      'items', coalesce(offered.items, '[]'::json)) as product
    from (
      select json_agg(json_build_object(
               'productId', v.id, 'itemDim1Code', v.size, 'lotCode', v.lot_code,
               'lotDescription', v.lot_description, 'piecesPerLot', v.pieces_per_lot,
               'inventory', case when $3 = 'Season' then ${seasonInventory} else v.inventory end,
               'unitPrice', r.amount_minor / 100::float8, 'currencyCode', r.currency_code)
               order by v.sort_order, v.size, v.lot_code) as items,
             min(r.amount_minor) as amount_minor,
             (array_agg(r.currency_code order by r.amount_minor))[1] as currency_code,
             (array_agg(v.lot_description order by v.sort_order) filter (where v.lot_code <> ''))[1] as lot_description
      from variants v
      left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $2
      where v.tenant_id = $1 and v.product_id = p.id and v.is_active ${onlyVariant ? `and v.id = ${onlyVariant}` : ''}
    ) offered`
}

const attributeFields = Array.from(
  { length: 10 },
  (_, index) => `attribute${String(index + 1).padStart(2, '0')}`,
)
  .map((name) => `'${name}', p.attributes->>'${name}'`)
  .join(', ')
