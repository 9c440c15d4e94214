import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { escapeLike, searchWords } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import type { getProducts, ProductRow } from '#shared/productLists.ts'

type Filters = z.output<typeof getProducts.input>

const sortKeys: Record<Filters['sort'], string> = {
  itemCode: 'p.item_code',
  itemDescription: 'p.item_description collate "tr-x-icu"',
  brandName: 'b.name collate "tr-x-icu"',
  categoryName: 'c.full_name collate "tr-x-icu"',
  // Ids are time-ordered.
  newest: 'p.id',
  updatedDate: 'p.updated_at',
}

const joins: Partial<Record<Filters['sort'], string>> = {
  brandName: 'join brands b on b.tenant_id = $1 and b.id = p.brand_id',
  categoryName: 'join categories c on c.tenant_id = $1 and c.id = p.category_id',
}

const stateOf: Record<NonNullable<Filters['state']>, string> = {
  active: 'p.is_active',
  inactive: 'p.deleted_at is null and not p.is_active',
  deleted: 'p.deleted_at is not null',
}

const priceGroup = '(select t.price_group from tenants t where t.id = $1)'

const missing: Record<NonNullable<Filters['missing']>, string> = {
  photo: 'not p.has_photo',
  // Null (no match) if no variant is active.
  price: `not ${priceGroup} = any (p.fully_priced_in)`,
}

// Lot prices would distort the range, so they count only if there are no sizes.
const prices = `
  select json_agg(json_build_object('currencyCode', r.currency_code, 'min', r.low / 100::float8, 'max', r.high / 100::float8)
                  order by r.currency_code) as list
  from (
    select r.currency_code, min(r.amount_minor) as low, max(r.amount_minor) as high
    from variants v
    join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = ${priceGroup}
    where v.tenant_id = $1 and v.product_id = p.id and v.is_active and (v.lot_code <> '') = (sums.sizes = 0)
    group by r.currency_code) r`

const rows = `
  select shown.position, json_build_object(
    'id', p.id, 'itemCode', p.item_code, 'itemDescription', p.item_description, 'colorCode', p.color_code,
    'colorDescription', p.color_description, 'brandId', b.id, 'brandName', b.name, 'categoryId', c.id,
    'categoryName', c.full_name,
    'image', coalesce((select i.file_name from product_images i where i.tenant_id = $1 and i.product_id = p.id
                       order by i.sort_order, i.file_name limit 1), ''),
    'updatedDate', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'colors', (select count(*) from products o where o.tenant_id = $1 and o.item_code = p.item_code
               and (o.deleted_at is null or o.id = p.id)),
    'sizes', sums.sizes, 'lots', sums.lots, 'inventory', sums.inventory, 'prices', coalesce(prices.list, '[]'::json),
    'unpriced', sums.unpriced, 'isActive', p.is_active, 'isDeleted', p.deleted_at is not null) as item
  from shown
  join products p on p.tenant_id = $1 and p.id = shown.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  cross join lateral (
    select count(*) filter (where v.lot_code = '') as sizes, count(*) filter (where v.lot_code <> '') as lots,
           coalesce(sum(v.inventory) filter (where v.is_active), 0) as inventory,
           count(*) filter (where v.is_active and r.variant_id is null) as unpriced
    from variants v
    left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = ${priceGroup}
    where v.tenant_id = $1 and v.product_id = p.id) sums
  cross join lateral (${prices}) prices`

/** Lists the tenant's products, inactive ones too. */
export function listOfficeProducts({ tx }: Call<typeof getProducts>, filters: Filters) {
  return readPage<ProductRow>(tx, productsQuery(filters), filters)
}

export function productsQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const { sort, order } = filters
  const values = collectValues()
  // The control character keeps A + 1B apart from A1 + B.
  const tie = sort === 'itemCode' ? 'p.color_code' : `p.item_code || e'\\x01' || p.color_code`
  const matched = `
    select p.id, ${sortKeys[sort]} as key, ${tie} as tie from products p ${joins[sort] ?? ''}
    where ${conditions(filters, values).join(' and ')}`
  // No index covers these.
  const isGoneThrough = filters.missing === 'price' || searchWords(filters.search ?? '').length > 0
  return { matched, rows, values, order, isKeyed: true, isGoneThrough }
}

type Narrowed = Omit<Filters, 'page' | 'limit' | 'sort' | 'order'>

/** SQL on `products p`. */
export function conditions({ state, search, ...filters }: Narrowed, values: Values): string[] {
  const all = ['p.tenant_id = $1', state ? stateOf[state] : 'p.deleted_at is null']
  if (filters.brandId) all.push(`p.brand_id = ${values.add(filters.brandId)}`)
  if (filters.categoryId) {
    const branch = `array[${values.add(filters.categoryId)}::uuid]`
    all.push(
      `p.category_id in (select c.id from categories c where c.tenant_id = $1 and c.path && ${branch})`,
    )
  }
  if (filters.inStock !== undefined) all.push(filters.inStock ? 'not p.is_sold_out' : 'p.is_sold_out')
  if (filters.missing) all.push(missing[filters.missing])
  for (const word of searchWords(search ?? '')) all.push(hasWord(word, values))
  return all
}

/** search_start holds the first part only. Octets, because counting characters is as slow as searching. */
const isLong = (product: string) => `octet_length(${product}.search_start) >= 500`

/** Matches texts of product, brand and category, and barcodes of inactive sizes too. */
function hasWord(word: string, values: Values): string {
  const pattern = values.add(`%${escapeLike(word)}%`)
  const barcodes = values.add([...new Set([word, word.toUpperCase()])])
  return `(p.search_start like ${pattern}
    or ${isLong('p')} and p.id in (
      select l.id from products l where l.tenant_id = $1 and ${isLong('l')} and l.search_text like ${pattern})
    or p.brand_id in (select b.id from brands b where b.tenant_id = $1 and b.search_text like ${pattern})
    or p.category_id in (select c.id from categories c where c.tenant_id = $1 and c.search_text like ${pattern})
    or p.id in (select v.product_id from variants v where v.tenant_id = $1 and v.barcode = any (${barcodes}::text[])))`
}
