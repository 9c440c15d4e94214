import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import type { Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { allAttributes } from '#shared/catalogue/attributes.ts'
import { getProductFacets, type ProductFacets } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { Refusal } from '#shared/errors.ts'
import { entriesOf, maxCounted, type Source } from './listEntries.ts'
import {
  type FacetName,
  facetConditions,
  facetKey,
  inStock,
  isShown,
  lowestCurrency,
  lowestPrice,
  namedStatement,
  narrowedTo,
  shownGroups,
  textConditions,
  viewerParameters,
} from './productFilters.ts'
import { readShownPrices, type ShownPrices, shownPrice } from './readShownPrices.ts'
import { fewOf } from './searchWords.ts'
import { translatedInto } from './texts/texts.ts'
import { type OrderedFacets, readReader, shownFacets } from './texts/translate.ts'

type Input = z.output<typeof getProductFacets.input>

/** The most frequent; chosen values are always listed. */
export const maxFacetValues = 200

/** In `failed`, a set bit means that the facet excludes the product. */
const facetBits = Object.fromEntries(
  (['brand', 'category', 'inStock', 'price', ...attributeNames] satisfies FacetName[]).map((name, index) => [
    name,
    2 ** index,
  ]),
) as Record<FacetName, number>

/** True if no other facet excludes the group. */
const passesOtherFacets = (name: FacetName) => `g.failed & ~${facetBits[name]} = 0`

/** SQL of the bit of a key's attribute; see 0052_product_walks.sql. */
const facetBitOfKey = `case v.key >> 56 ${attributeNames.map((name) => `when ${Number(name.slice(-2))} then ${facetBits[name]}`).join(' ')} end`

function facetStatement(
  input: Input,
  tenant: Pick<Tenant, 'currencyCode'>,
  prices: ShownPrices | undefined,
  values: Values,
) {
  const shown = prices && shownPrice(prices, values)
  const narrowed = narrowedTo(input, values)
  const { brandId, categoryId } = narrowed
  const conditions = [...isShown, ...textConditions(input, values)]
  const chosen = [...facetConditions(input.facets, values, shown)]
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
    figures: ['stock', 'values', 'prices'],
    exact: undefined,
  }
  const ownCurrency = `coalesce((select a.currency_code from accounts a where a.tenant_id = $1 and a.id = $4), ${values.add(tenant.currencyCode)})`
  return namedStatement(`
    with ${shownGroups(narrowed)}, ${entriesOf(source)}, found as materialized (
      select p.brand_id, p.category_id, p.facet_keys, p.item_code || e'\\x01' || p.color_code as code,
             ${inStock} as in_stock, ${shown ?? `${lowestPrice} * 100`} as ticks, ${lowestCurrency} as currency_code, ${failed} as failed
      from entries p
      where ${conditions.join('\n        and ')}
    ), groups as materialized (
      select f.brand_id, f.category_id, f.in_stock, f.currency_code, f.failed, count(*)::int as count,
             min(f.ticks) as low, max(f.ticks) as high
      from found f group by 1, 2, 3, 4, 5
    ), ${countsOfGroups}, picked_value as (
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
      (select least(coalesce(sum(g.count), 0), case when not is_complete then ${maxCounted} end)::int
       from groups g right join counted on g.failed = 0 group by is_complete) as total,
      (select case when not is_complete then true end from counted) as "isCapped",
      ${ifCounted(`(select coalesce(sum(g.count), 0)::int from groups g where g.in_stock and ${passesOtherFacets('inStock')})`)} as "inStock",
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

/** Keys are counted per product, other facets per group of equal products. `code` is of the first product with it. */
const countsOfGroups = `
    by_brand as (
      select g.brand_id, sum(g.count)::int as count from groups g where ${passesOtherFacets('brand')} group by g.brand_id
    ), by_leaf as (
      select g.category_id, sum(g.count)::int as count from groups g where ${passesOtherFacets('category')} group by g.category_id
    ), by_category as (
      select ancestor, sum(l.count)::int as count
      from by_leaf l join categories c on c.tenant_id = $1 and c.id = l.category_id cross join unnest(c.path) ancestor
      group by ancestor
    ), by_key as materialized (
      select v.key, sum(v.count)::int as count, min(v.code) as code
      from (
        select unnest(f.facet_keys) as key, f.failed, count(*) as count, min(f.code collate "C") as code
        from found f group by 1, 2) v
      where v.failed & ~(${facetBitOfKey}) = 0
      group by v.key
    ), by_currency as (
      select g.currency_code, min(g.low) as low, max(g.high) as high, sum(g.count) as products
      from groups g where g.currency_code is not null and ${passesOtherFacets('price')} group by g.currency_code)`

function existsIfGiven(table: 'brands' | 'categories', id: string | undefined): string {
  return id ? `exists (select from ${table} where tenant_id = $1 and id = ${id}::uuid)` : 'true'
}

/** A list's facets, with the number of products each choice would leave. */
export const productFacets = verb(getProductFacets, async (call, input) => {
  const { tx, user, tenant, language } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  const prices = await readShownPrices(call, account, { ...input, facets: undefined })
  const [row] = await tx.query<Row>(facetStatement(input, tenant, prices, values), ...values.list)
  if (!row?.found) throw new Refusal('notFound')
  const { found: _, isCapped, inStock: inStockCount, ...data } = row
  const facets = {
    ...data,
    ...(isCapped ? { isCapped } : { inStock: inStockCount ?? 0 }),
    attributes: facetsInOrder(tenant, data.attributes),
  }
  const reader = await readReader(tx, translatedInto(tenant, language), facets)
  return JsonBytes.of({ success: true, data: shownFacets(facets, reader) })
})

type Row = Omit<OrderedFacets, 'isCapped' | 'inStock'> & {
  found: boolean
  isCapped: true | null
  inStock: number | null
}

function facetsInOrder({ attributes }: Pick<Tenant, 'attributes'>, counted: ProductFacets['attributes']) {
  return allAttributes(attributes).flatMap(({ name, isFacet }) =>
    isFacet ? counted.filter((one) => one.name === name) : [],
  )
}
