import type { z } from 'zod'
import { isPriced } from '#server/catalogue/figures.ts'
import { containsSpelled } from '#server/catalogue/spellings.ts'
import { translated } from '#server/catalogue/texts/translate.ts'
import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { countCatalogueProducts } from '#shared/photos/photoCatalogues.ts'
import { type CatalogueSections, maxCatalogueProducts } from '#shared/photos/photoLayouts.ts'
import type { Colored } from '#shared/shapes.ts'
import type { Language } from '#shared/tenancy.ts'

type Filter = z.output<typeof countCatalogueProducts.input>

/** `photos`: content hashes, main one first. */
export type CatalogueProduct = Colored & {
  brandName: string
  /** The category with its path. */
  categoryName: string
  sizes: { sizeLabel: string }[]
  lots: { lotDescription: string; pieces: number; amount?: number; currency?: string }[]
  /** Price range of its sizes, per currency. */
  prices: { min: number; max: number; currency: string }[]
  photos: string[]
}

const maxPhotosShown = 5

/** SQL for `products p`, brand b and category c: visible in the shop, and matching the filter. */
function conditions(filter: Filter, values: Values): string {
  const all = ['p.tenant_id = $1 and p.is_active and b.is_active and c.is_active']
  if (filter.brandIds.length > 0) all.push(`p.brand_id = any (${values.add(filter.brandIds)}::uuid[])`)
  if (filter.categoryIds.length > 0) all.push(`c.path && ${values.add(filter.categoryIds)}::uuid[]`)
  if (filter.search)
    all.push(containsSpelled("(p.search_text || ' ' || p.translated_text)", filter.search, values))
  if (filter.products) {
    const items = values.add(filter.products.map(({ itemCode }) => itemCode))
    const colors = values.add(filter.products.map(({ colorCode }) => colorCode))
    all.push(
      `(p.item_code, p.color_code) in (select item, color from unnest(${items}::text[], ${colors}::text[]) w (item, color))`,
    )
  }
  if (filter.onlyInStock) {
    all.push(`exists (select from variants v where v.tenant_id = $1 and v.product_id = p.id
                      and v.is_active and v.inventory > 0)`)
  }
  return all.join(' and ')
}

const from = `
  from products p
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id`

/** Counts products, and how many matches lack a photo. */
export const countProducts = verb(countCatalogueProducts, async ({ tx }, filter) => {
  const values = collectValues()
  const only = filter.onlyWithPhoto ? 'filter (where p.has_photo)' : ''
  const [counted] = await tx.query<{ products: number; withoutPhoto: number }>(
    unprepared(`select (count(*) ${only})::int as products, (count(*) filter (where not p.has_photo))::int as "withoutPhoto"
           ${from} where ${conditions(filter, values)}`),
    ...values.list,
  )
  return counted ?? { products: 0, withoutPhoto: 0 }
})

/** `into`: the language that texts are translated into; undefined for the main one. */
type ProductOptions = {
  priceGroup?: string | undefined
  sections: CatalogueSections
  into: Language | undefined
}

/** Sorted by category and brand, or the reverse, in the reader's alphabet. One row over the limit shows that there are too many. */
export async function readProducts(
  tx: Tx,
  filter: Filter,
  { priceGroup, sections, into }: ProductOptions,
): Promise<CatalogueProduct[]> {
  const values = collectValues()
  const group = values.add(priceGroup ?? '')
  const names = ['c.full_name', 'b.name'].map((name) => `${name} collate "tr-x-icu"`)
  const order = sections === 'brand' ? names.toReversed() : names
  const photo = filter.onlyWithPhoto ? 'and p.has_photo' : ''
  const rows = await tx.query<{ product: CatalogueProduct }>(
    unprepared(`
    select json_strip_nulls(json_build_object(
      'itemCode', p.item_code, 'itemDescription', p.item_description, 'colorCode', p.color_code,
      'colorDescription', p.color_description, 'brandName', b.name, 'categoryName', c.full_name,
      'sizes', coalesce((
        select json_agg(json_build_object('sizeLabel', v.size) order by v.sort_order, v.size)
        from variants v where v.tenant_id = $1 and v.product_id = p.id and v.is_active and v.size <> ''), '[]'),
      'lots', coalesce((
        select json_agg(json_build_object(
                          'lotDescription', coalesce(nullif(v.lot_description, ''), v.lot_code), 'pieces', v.pieces_per_lot,
                          'amount', r.amount_minor / 100::float8, 'currency', r.currency_code)
                        order by v.sort_order, v.lot_code)
        from variants v
        left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = ${group} and ${isPriced()}
        where v.tenant_id = $1 and v.product_id = p.id and v.is_active and v.lot_code <> ''), '[]'),
      'prices', coalesce((
        select json_agg(json_build_object('min', s.min, 'max', s.max, 'currency', s.currency_code) order by s.currency_code)
        from (
          select r.currency_code, min(r.amount_minor) / 100::float8 as min, max(r.amount_minor) / 100::float8 as max
          from variants v join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = ${group} and ${isPriced()}
          where v.tenant_id = $1 and v.product_id = p.id and v.is_active and v.size <> ''
          group by r.currency_code) s), '[]'),
      'photos', coalesce((
        select json_agg(i.hash order by i.place) from (
          select content_hash as hash, row_number() over (order by sort_order, file_name) as place
          from product_images where tenant_id = $1 and product_id = p.id
          order by sort_order, file_name limit ${maxPhotosShown}) i), '[]'))) as product
    ${from} where ${conditions(filter, values)} ${photo}
    order by ${order.join(', ')}, p.item_code, p.color_code
    limit ${values.add(maxCatalogueProducts + 1)}`),
    ...values.list,
  )
  const products = rows.map(({ product }) => product)
  if (!into) return products
  const { compare } = new Intl.Collator(into)
  const fields = ['categoryName', 'brandName'] as const
  const [first, second] = sections === 'brand' ? fields.toReversed() : fields
  return (await translated(tx, into, products)).toSorted(
    (one, other) =>
      (first ? compare(one[first], other[first]) : 0) || (second ? compare(one[second], other[second]) : 0),
  )
}
