import type { z } from 'zod'
import { type ListQuery, type PageStart, readPage } from '#server/db/listPage.ts'
import { type SearchWord, searchWords } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { getProducts, type ProductRow } from '#shared/catalogue/productLists.ts'
import { codesOf, groupsHave } from '../productFilters.ts'
import { few, fewWithWordsOf, maxFew } from '../searchWords.ts'
import { spellings } from '../spellings.ts'
import { hasCode } from '../variantCodes.ts'

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

const stateCondition = (state: Filters['state']) => (state ? stateOf[state] : 'p.deleted_at is null')

const priceGroup = '(select t.price_group from tenant_settings t where t.tenant_id = $1)'

/** SQL of an array: steps through the sets of price groups that products are priced in, of which a shop has few. */
const unpricedKeys = `array(
  with recursive sets as (
    (select priced_key, fully_priced_in from products where tenant_id = $1 and priced_key is not null
     order by priced_key limit 1)
    union all
    select n.priced_key, n.fully_priced_in from sets s cross join lateral (
      select priced_key, fully_priced_in from products where tenant_id = $1 and priced_key > s.priced_key
      order by priced_key limit 1) n)
  select priced_key from sets where not ${priceGroup} = any (fully_priced_in))`

const missing: Record<NonNullable<Filters['missing']>, string> = {
  photo: 'not p.has_photo',
  // Null (no match) if no variant is active.
  price: `p.priced_key = any (${unpricedKeys})`,
}

// Lot prices would distort the range, so they count only if there are no sizes.
const sums = `
  select coalesce(sum(g.variants) filter (where not g.is_lot), 0) as sizes,
         coalesce(sum(g.variants) filter (where g.is_lot), 0) as lots,
         coalesce(sum(g.inventory), 0) as inventory, coalesce(sum(g.unpriced), 0) as unpriced,
         coalesce(
           json_agg(json_build_object('currencyCode', g.currency_code, 'min', g.low / 100::float8, 'max', g.high / 100::float8)
                    order by g.currency_code) filter (where g.low is not null and g.is_lot = (g.sizes = 0)),
           '[]'::json) as prices
  from (
    select v.lot_code <> '' as is_lot, r.currency_code, count(*) as variants,
           sum(v.inventory) filter (where v.is_active) as inventory,
           count(*) filter (where v.is_active and r.variant_id is null) as unpriced,
           min(r.amount_minor) filter (where v.is_active) as low, max(r.amount_minor) filter (where v.is_active) as high,
           sum(count(*) filter (where v.lot_code = '')) over () as sizes
    from variants v
    left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = ${priceGroup}
    where v.tenant_id = $1 and v.product_id = p.id group by 1, 2) g`

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
    'sizes', sums.sizes, 'lots', sums.lots, 'inventory', sums.inventory, 'prices', sums.prices,
    'unpriced', sums.unpriced, 'isActive', p.is_active, 'isDeleted', p.deleted_at is not null) as item
  from shown
  join products p on p.tenant_id = $1 and p.id = shown.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  cross join lateral (${sums}) sums`

/** Lists the tenant's products, inactive ones too. */
export const listOfficeProducts = verb(getProducts, ({ tx }, filters) =>
  readPage<ProductRow>(tx, productsQuery(filters), filters),
)

export function productsQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const { sort, order, search } = filters
  const values = collectValues()
  const wanted = conditions(filters, values)
  const found = (all: string[]) => `
    select p.id, ${sortKeys[sort]} as key, p.item_code, p.color_code from products p ${joins[sort] ?? ''}
    where ${all.join(' and ')}`
  const lookedUp = search ? fewWithWordsOf(search, values) : []
  if (filters.missing === 'price')
    lookedUp.push(
      few(`
      select p.id from unnest(${unpricedKeys}) k (key) cross join lateral (
        select p.id from products p where p.tenant_id = $1 and p.priced_key = k.key and ${stateCondition(filters.state)}
        limit ${maxFew + 1}) p
      limit ${maxFew + 1}`),
    )
  const isSearched = lookedUp.length > 0
  const walked = isSearched ? [...wanted, '(select ids from few) is null'] : wanted
  const first = firstBy[sort]
  return {
    known: isSearched
      ? `few as materialized (select coalesce(${lookedUp.join(', ')}) as ids), known as materialized (${found(
          [...wanted, 'p.id = any ((select ids from few)::uuid[])'],
        )})`
      : undefined,
    matched: found(walked),
    first: first && ((page) => first(walked.join(' and '), page)),
    rows,
    values,
    order,
    ties: ['item_code', 'color_code'],
    isKeyed: true,
    // No index has common words.
    isGoneThrough: searchWords(search ?? '').length > 0,
  }
}

/** See {@link ListQuery.first}; `wanted` is a condition on `products p`. */
const firstBy: Partial<Record<Filters['sort'], (wanted: string, page: PageStart) => string>> = {
  brandName: (wanted, page) => firstOfEach(wanted, page, { table: 'brands', name: 'name', key: 'brand_id' }),
  categoryName: (wanted, page) =>
    firstOfEach(wanted, page, { table: 'categories', name: 'full_name', key: 'category_id' }),
}

function firstOfEach(
  wanted: string,
  { direction, pageEnd }: PageStart,
  { table, name, key }: { table: string; name: string; key: string },
): string {
  return `
    select p.id, g.${name} collate "tr-x-icu" as key, p.item_code, p.color_code from ${table} g
    cross join lateral (
      select p.id, p.item_code, p.color_code from products p where ${wanted} and p.${key} = g.id
      order by p.item_code ${direction}, p.color_code ${direction} limit ${pageEnd}) p
    where g.tenant_id = $1`
}

type Narrowed = Omit<Filters, 'page' | 'limit' | 'sort' | 'order'>

/** SQL on `products p`. */
export function conditions({ state, search, ...filters }: Narrowed, values: Values): string[] {
  const all = ['p.tenant_id = $1', stateCondition(state)]
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

/** Matches texts of product, brand and category, and codes of inactive sizes too. */
function hasWord(word: SearchWord, values: Values): string {
  const spelled = spellings(word, values)
  const codes = codesOf([word.typed], values)
  return `(p.search_start like any (${spelled})
    or (select exists (select from translations t where t.tenant_id = $1)) and p.id in (
      select l.id from products l where l.tenant_id = $1 and l.translated_text like any (${spelled}))
    or ${isLong('p')} and p.id in (
      select l.id from products l where l.tenant_id = $1 and ${isLong('l')} and l.search_text like any (${spelled}))
    or ${groupsHave(word, values)}
    or p.id in (select v.product_id from variants v where v.tenant_id = $1 and ${hasCode('v', codes)}))`
}
