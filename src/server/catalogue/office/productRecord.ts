import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import {
  productTextNames,
  productTexts,
  type VariantField,
  variantField,
  variantFieldNames,
} from '#shared/catalogue/catalogueFields.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { getItem, getProductById, type OfficeProduct } from '#shared/catalogue/products.ts'
import { Refusal } from '#shared/errors.ts'
import { productFields } from '../productFields.ts'

const attributeFields = attributeNames
  .map((name) => `'${name}', coalesce(p.attributes->>'${name}', '')`)
  .join(', ')

/** SQL arguments of json_build_object. */
export const variantJson = (names: readonly VariantField[]) =>
  names
    .map((name) => {
      const { kind, column } = variantField(name)
      return `'${name}', ${kind === 'code' ? `coalesce(v.${column}, '')` : `v.${column}`}`
    })
    .join(', ')

/** SQL arguments of json_build_object. */
export const productTextJson = productTextNames
  .map((name) => `'${name}', p.${productTexts[name].column}`)
  .join(', ')

const own = variantFieldNames.filter((name) => name !== 'sortOrder')

const variants = `
  select json_agg(json_build_object(
           'productId', v.id, 'itemDim1Code', v.size, 'lotCode', v.lot_code, ${variantJson(own)},
           'prices', coalesce(r.prices, '[]'::json),
           'isOrdered', exists (select from order_lines l where l.tenant_id = $1 and l.variant_id = v.id))
         order by v.sort_order, v.size, v.lot_code) as items
  from variants v
  left join lateral (
    select json_agg(json_build_object('priceGroup', r.price_group, 'unitPrice', r.amount_minor / 100::float8,
                                      'currencyCode', r.currency_code) order by r.price_group) as prices
    from prices r where r.tenant_id = $1 and r.variant_id = v.id) r on true
  where v.tenant_id = $1 and v.product_id = p.id`

/** SQL of products in the office's view, by colour code. */
const officeProducts = (condition: string) => `
  select json_build_object(
    'id', p.id, 'version', p.version, 'isActive', p.is_active, 'isDeleted', p.deleted_at is not null,
    ${productFields}, 'brandId', p.brand_id, 'brandName', b.name,
    'categoryId', p.category_id, 'categoryName', c.full_name, ${productTextJson}, ${attributeFields},
    'items', coalesce(v.items, '[]'::json)) as product
  from products p
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  cross join lateral (${variants}) v
  where p.tenant_id = $1 and ${condition}
  order by p.color_code`

const byItemCode = prepared(officeProducts('p.item_code = $2'))

/** In the batch of a lock, it sees what was locked. */
export const productsById = prepared(officeProducts('p.id = any ($2::uuid[])'))

export type ProductRow = { product: OfficeProduct }

export const readItem = verb(getItem, async ({ tx }, { itemCode }) => {
  const rows = await tx.query<ProductRow>(byItemCode, itemCode)
  if (rows.length === 0) throw new Refusal('notFound')
  return { itemCode, products: rows.map(({ product }) => product) }
})

/** Also reads deleted products. */
export const readProduct = verb(getProductById, async ({ tx }, { id }) => {
  return (await oneOf(tx.query<ProductRow>(productsById, [id]))).product
})
