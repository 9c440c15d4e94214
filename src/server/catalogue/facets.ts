import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import type { Values } from '#server/db/values.ts'
import { type Call, verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { allAttributes } from '#shared/catalogue/attributes.ts'
import { getProductFacets, type ProductFacets } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { Refusal } from '#shared/errors.ts'
import { colorFacets, maxFacetValues, sizeFacets } from './listChoices.ts'
import { entriesOf, figuresOf, maxCounted, type Source } from './listEntries.ts'
import { newSince } from './newProducts.ts'
import {
  type FacetName,
  facetConditions,
  facetKey,
  facetNames,
  inStockOfVariant,
  isNew,
  isShown,
  lowestCurrency,
  lowestPrice,
  namedStatement,
  narrowedTo,
  onOffer,
  shownGroups,
  sizeInStock,
  sizesOfVariant,
  textConditions,
  viewerParameters,
} from './productFilters.ts'
import { readShownPrices, type ShownPrices, shownPrice } from './readShownPrices.ts'
import { correctedSearch } from './searchCorrection.ts'
import { fewOf } from './searchWords.ts'
import { translatedInto } from './texts/texts.ts'
import { type OrderedFacets, readReader, shownFacets } from './texts/translate.ts'

type Input = z.output<typeof getProductFacets.input>

/** In `failed`, a set bit means that the facet excludes the product. */
const facetBits = Object.fromEntries(facetNames.map((name, index) => [name, 2 ** index])) as Record<
  FacetName,
  number
>

/** True if no other facet excludes the product. */
const passesOtherFacets = (name: FacetName) => `f.failed & ~${facetBits[name]} = 0`

/** SQL of the bit of a key's attribute; see 0052_product_walks.sql. */
const facetBitOfKey = `case key >> 56 ${attributeNames.map((name) => `when ${Number(name.slice(-2))} then ${facetBits[name]}`).join(' ')} end`

type Asked = { prices: ShownPrices | undefined; newSince: string | undefined }

function facetStatement(
  input: Input,
  tenant: Pick<Tenant, 'currencyCode'>,
  { prices, newSince: since }: Asked,
  values: Values,
) {
  const shown = prices && shownPrice(prices, values)
  const narrowed = narrowedTo(input, values)
  const { brandId, categoryId } = narrowed
  const conditions = [...isShown, ...textConditions(input, values)]
  const chosen = [...facetConditions(input.facets, values, { shown, newSince: since })]
  const failed =
    chosen
      .map(([name, condition]) => `case when ${condition} then 0 else ${facetBits[name]} end`)
      .join(' + ') || '0'
  if (chosen.length > 1)
    conditions.push(`${failed} = any ('{0,${Object.values(facetBits).join(',')}}'::integer[])`)
  const picked = {
    brands: values.add(input.facets?.brandIds ?? []),
    categories: values.add(input.facets?.categoryIds ?? []),
    attributes: values.add(JSON.stringify(input.facets?.attributes ?? {})),
  }
  const source: Source = {
    few: fewOf(input, undefined, values),
    brands: brandId && `array[${brandId}::uuid]`,
    categories: categoryId && `array[${categoryId}::uuid]`,
    hasWords: Boolean(input.searchText),
    figures: figuresOf(input.facets, ['stock', 'values', 'prices']),
    exact: undefined,
  }
  const ownCurrency = `coalesce((select a.currency_code from accounts a where a.tenant_id = $1 and a.id = $4), ${values.add(tenant.currencyCode)})`
  const count = countsOf(input.byItem)
  const total = (condition: string) => `(select ${count.all} from found f where ${condition})`
  return namedStatement(`
    with ${shownGroups(narrowed)}, ${entriesOf(source)}, found as materialized (
      select p.id, p.brand_id, p.category_id, p.facet_keys, p.item_code, p.item_code || e'\\x01' || p.color_code as code,
             ${sizeInStock(input.facets, values)} as in_stock, ${isNew(since, values)} as is_new, ${onOffer(shown)} as on_offer,
             ${shown ?? `${lowestPrice} * 100`} as ticks, ${lowestCurrency} as currency_code, ${failed} as failed
      from entries p
      where ${conditions.join('\n        and ')}
    ), by_brand as (
      ${count.by('brand_id', `select f.brand_id, f.item_code from found f where ${passesOtherFacets('brand')}`)}
    ), by_category as (
      ${count.by(
        'ancestor',
        `select ancestor, f.item_code from found f join categories c on c.tenant_id = $1 and c.id = f.category_id
        cross join unnest(c.path) ancestor where ${passesOtherFacets('category')}`,
      )}
    ), by_size as (
      ${count.by(
        'size',
        `select s.size, f.item_code from found f cross join lateral (
          select distinct one as size from variants v cross join unnest(${sizesOfVariant}) one
          where v.tenant_id = $1 and v.product_id = f.id and v.is_active ${input.facets?.inStock ? inStockOfVariant : ''}) s
        where (select is_complete from counted) and ${passesOtherFacets('size')}`,
      )}
    ), by_key as materialized (
      select k.key, ${count.of('k')} as count, min(k.code collate "C") as code
      from (select unnest(f.facet_keys) as key, f.item_code, f.code, f.failed from found f) k
      where k.failed & ~(${facetBitOfKey}) = 0 group by k.key
    ), by_currency as (
      select f.currency_code, min(f.ticks) as low, max(f.ticks) as high, count(*) as products
      from found f where f.currency_code is not null and ${passesOtherFacets('price')} group by f.currency_code
    ), picked_value as (
      select a.key as name, v.value from jsonb_each(${picked.attributes}::jsonb) a
      cross join lateral jsonb_array_elements_text(a.value) v (value)
    ), picked_key as (
      select name, value, ${facetKey('name', 'value')} as key from picked_value
    ), shown_key as (
      select key, count, code from (
        select key, count, code, row_number() over (partition by key >> 56 order by count desc, code) as place
        from by_key) ranked
      where place <= ${maxFacetValues} or key in (select key from picked_key)
    ), shown_value as (
      select 'attribute' || left(v.value, 2) as name, substr(v.value, 3) as value, s.count
      from shown_key s
      cross join lateral (
        select p.facet_values, p.facet_keys from products p
        where p.tenant_id = $1 and p.is_active and p.item_code = split_part(s.code, e'\\x01', 1)
          and p.color_code = split_part(s.code, e'\\x01', 2) offset 0) p
      cross join lateral (
        select v.value from unnest(p.facet_values, p.facet_keys) v (value, key) where v.key = s.key limit 1) v
      union all
      select distinct name, value, 0 from picked_key where key not in (select key from by_key))
    select
      (select least(${total('f.failed = 0')}, case when not is_complete then ${maxCounted} end) from counted) as total,
      (select case when not is_complete then true end from counted) as "isCapped",
      ${ifCounted(total(`f.in_stock and ${passesOtherFacets('inStock')}`))} as "inStock",
      ${ifCounted(total(`f.is_new and ${passesOtherFacets('isNew')}`))} as "isNew",
      ${ifCounted(total(`f.on_offer and ${passesOtherFacets('onOffer')}`))} as "onOffer",
      ${ifCounted(`(
        select coalesce(json_object_agg(c.name, c.items), '{}') from (
          select p.color_description as name, json_agg(f.item_code || case when ${!input.byItem} then f.code else '' end) as items
          from found f join products p on p.tenant_id = $1 and p.id = f.id
          where ${passesOtherFacets('color')} group by 1) c)`)} as colors,
      coalesce((select json_agg(json_build_object('value', size, 'count', count)) from by_size), '[]'::json) as sizes,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('brandId', b.id, 'brandName', b.name, 'count', ${ifCounted('coalesce(n.count, 0)')}))
                 order by b.name collate "tr-x-icu")
        from brands b left join by_brand n on n.brand_id = b.id
        where b.tenant_id = $1 and b.is_active and (n.count > 0 or b.id = any (${picked.brands}::uuid[]) or not (select is_complete from counted))
          and not exists (
            select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4 and x.brand_id = b.id)
        ), '[]'::json) as brands,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('categoryId', c.id, 'categoryName', c.name,
                 'parentId', c.parent_id, 'sortOrder', c.sort_order, 'count', ${ifCounted('coalesce(n.count, 0)')}))
                 order by c.sort_order, c.full_name collate "tr-x-icu")
        from categories c left join by_category n on n.ancestor = c.id
        where c.tenant_id = $1 and c.is_active and (n.count > 0 or c.id = any (${picked.categories}::uuid[]) or not (select is_complete from counted))
        ), '[]'::json) as categories,
      coalesce((
        select json_agg(json_build_object('name', a.name, 'values', a.found) order by a.name) from (
          select name, json_agg(json_strip_nulls(json_build_object('value', value, 'count', ${ifCounted('count')}))
                        order by value collate "tr-x-icu", value) as found
          from shown_value group by name) a), '[]'::json) as attributes,
      coalesce((
        select json_agg(json_build_object('currencyCode', c.currency_code, 'min', c.low / 10000::float8,
                 'max', c.high / 10000::float8)
                 order by (c.currency_code = ${ownCurrency}) desc, c.products desc, c.currency_code)
        from by_currency c), '[]'::json) as prices,
      ${existsIfGiven('brands', brandId)} and ${existsIfGiven('categories', categoryId)} as found`)
}

/** The first of many products say nothing of the number in all. */
const ifCounted = (count: string) => `case when (select is_complete from counted) then ${count} end`

/** SQL of counts of products, or of items. `by`: from a query of `key` and `item_code`. */
function countsOf(byItem: boolean) {
  const of = (rows: string) => (byItem ? `count(distinct ${rows}.item_code)::int` : 'count(*)::int')
  return {
    all: of('f'),
    of,
    by: (key: string, rows: string) => `select ${key}, ${of('r')} as count from (${rows}) r group by ${key}`,
  }
}

function existsIfGiven(table: 'brands' | 'categories', id: string | undefined): string {
  return id ? `exists (select from ${table} where tenant_id = $1 and id = ${id}::uuid)` : 'true'
}

/** A list's facets, with the number of products or items each choice would leave. */
export const productFacets = verb(getProductFacets, async (call, input) => {
  const found = await readFacets(call, input)
  const corrected =
    input.searchText && found.total === 0 && (await correctedSearch(call.tx, call.tenant, input.searchText))
  const facets = corrected ? await readFacets(call, { ...input, searchText: corrected }) : found
  const reader = await readReader(call.tx, translatedInto(call.tenant, call.language), facets)
  return JsonBytes.of({ success: true, data: shownFacets(facets, reader) })
})

async function readFacets(call: Call<typeof getProductFacets>, input: Input): Promise<OrderedFacets> {
  const { tx, user, tenant } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  const prices = await readShownPrices(call, account, { ...input, facets: undefined })
  const asked = { prices, newSince: newSince(tenant, call.now) }
  const [row] = await tx.query<Row>(facetStatement(input, tenant, asked, values), ...values.list)
  if (!row?.found) throw new Refusal('notFound')
  const { found: _, isCapped, inStock: left, isNew: added, onOffer: offered, colors, sizes, ...data } = row
  return {
    ...data,
    ...(isCapped
      ? { isCapped }
      : { inStock: left ?? 0, ...(asked.newSince ? { isNew: added ?? 0 } : {}), onOffer: offered ?? 0 }),
    ...colorFacets(countedColors(colors), input.facets?.colors ?? []),
    sizes: sizeFacets(sizes, input.facets?.sizes ?? []),
    attributes: facetsInOrder(tenant, data.attributes),
  }
}

const countedColors = (colors: Row['colors']) =>
  new Map(Object.entries(colors ?? {}).map(([name, counted]) => [name, new Set(counted)]))

type Row = Omit<
  OrderedFacets,
  'isCapped' | 'inStock' | 'isNew' | 'onOffer' | 'colors' | 'colorFamilies' | 'sizes'
> & {
  found: boolean
  isCapped: true | null
  inStock: number | null
  isNew: number | null
  onOffer: number | null
  /** What is counted, by name. */
  colors: Record<string, string[]> | null
  sizes: { value: string; count: number }[]
}

function facetsInOrder({ attributes }: Pick<Tenant, 'attributes'>, counted: ProductFacets['attributes']) {
  return allAttributes(attributes).flatMap(({ name, isFacet }) =>
    isFacet ? counted.filter((one) => one.name === name) : [],
  )
}
