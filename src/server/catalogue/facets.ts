import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import type { Values } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import type { getProductFacets, ProductFacets } from '#shared/catalogue.ts'
import { Refusal } from '#shared/errors.ts'
import { attributeNames } from '#shared/listing.ts'
import { type FacetName, facetConditions, narrow, offersOf, statementOf, viewersValues } from './narrowing.ts'

type Input = z.output<typeof getProductFacets.input>

/** How many values of an attribute are told at most: those that most products have. */
const mostValues = 200

/** A bit for each facet: a product's set bits are the facets that keep it out. */
const bits = Object.fromEntries(
  (['brand', 'category', 'inStock', 'price', ...attributeNames] satisfies FacetName[]).map((name, index) => [
    name,
    2 ** index,
  ]),
) as Record<FacetName, number>

/** The condition that nothing but a facet itself keeps a product of `groups g` out. */
const others = (name: FacetName) => `g.failed & ~${bits[name]} = 0`

const bitOfAttribute = `case a.name ${attributeNames.map((name) => `when '${name}' then ${bits[name]}`).join(' ')} end`

/** Looked up only where the sizes and lots of a product are priced in several currencies. */
const currencyOfLowest = `
          select r.currency_code from variants v
          join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $2
          where v.tenant_id = $1 and v.product_id = p.id and v.is_active
          order by r.amount_minor, r.currency_code limit 1`

function counting(input: Input, values: Values) {
  const { conditions, brandId, categoryId } = narrow(input, values)
  const chosen = facetConditions(
    input.facets,
    { inStock: 'offer.in_stock', amount: 'offer.amount_minor' },
    values,
  )
  const failed = [...chosen].map(
    ([name, condition]) => `case when ${condition} then 0 else ${bits[name]} end`,
  )
  const picked = {
    brands: values.add(input.facets?.brandIds ?? []),
    categories: values.add(input.facets?.categoryIds ?? []),
    attributes: values.add(JSON.stringify(input.facets?.attributes ?? {})),
  }
  return statementOf(`
    with found as materialized (
      select p.id, p.brand_id, p.category_id, p.attributes from products p
      where ${conditions.join('\n        and ')}
    ), offers as materialized (
      select v.product_id, bool_or(v.inventory > 0) as is_left, min(r.amount_minor) as amount_minor,
             min(r.currency_code) as one_currency, max(r.currency_code) as other_currency ${offersOf(conditions)}
    ), groups as materialized (
      select p.brand_id, p.category_id, p.attributes, offer.in_stock, offer.currency_code,
             ${failed.join(' + ') || '0'} as failed, count(*)::int as count,
             min(offer.amount_minor) as low, max(offer.amount_minor) as high
      from found p
      left join offers o on o.product_id = p.id
      cross join lateral (
        select $3 = 'Season' or coalesce(o.is_left, false) as in_stock, o.amount_minor,
               case when o.one_currency = o.other_currency then o.one_currency else (${currencyOfLowest}) end
                 as currency_code) offer
      group by 1, 2, 3, 4, 5, 6
    ), ${countsOfGroups}, picked_value as (
      select a.key as name, v.value from jsonb_each(${picked.attributes}::jsonb) a
      cross join lateral jsonb_array_elements_text(a.value) v (value)
    ), shown_value as (
      select name, value, count from (
        select name, value, count, row_number() over (partition by name order by count desc, value) as place
        from by_value) ranked
      where place <= ${mostValues} or (name, value) in (select name, value from picked_value)
      union all
      select distinct name, value, 0 from picked_value where (name, value) not in (select name, value from by_value))
    select
      (select coalesce(sum(g.count), 0)::int from groups g where g.failed = 0) as total,
      (select coalesce(sum(g.count), 0)::int from groups g where g.in_stock and ${others('inStock')}) as "inStock",
      coalesce((
        select json_agg(json_build_object('brandId', b.id, 'brandName', b.name, 'count', coalesce(n.count, 0))
                 order by b.name collate "tr-x-icu")
        from brands b left join by_brand n on n.brand_id = b.id
        where b.tenant_id = $1 and b.is_active and (n.count > 0 or b.id = any (${picked.brands}::uuid[]))
          and not exists (
            select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4 and x.brand_id = b.id)
        ), '[]'::json) as brands,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('categoryId', c.id, 'categoryName', c.name,
                 'parentId', c.parent_id, 'count', coalesce(n.count, 0)))
                 order by c.sort_order, c.full_name collate "tr-x-icu")
        from categories c left join by_category n on n.ancestor = c.id
        where c.tenant_id = $1 and c.is_active and (n.count > 0 or c.id = any (${picked.categories}::uuid[]))
        ), '[]'::json) as categories,
      coalesce((
        select json_agg(json_build_object('name', a.name, 'values', a.found) order by a.name) from (
          select name, json_agg(json_build_object('value', value, 'count', count)
                        order by value collate "tr-x-icu", value) as found
          from shown_value group by name) a), '[]'::json) as attributes,
      coalesce((
        select json_agg(json_build_object('currencyCode', c.currency_code, 'min', c.low / 100::float8,
                 'max', c.high / 100::float8) order by c.products desc, c.currency_code)
        from by_currency c), '[]'::json) as prices,
      ${exists('brands', brandId)} and ${exists('categories', categoryId)} as found`)
}

/** Each facet's counts, made of the groups of products that are alike in everything that counts. */
const countsOfGroups = `
    by_brand as (
      select g.brand_id, sum(g.count)::int as count from groups g where ${others('brand')} group by g.brand_id
    ), by_leaf as (
      select g.category_id, sum(g.count)::int as count from groups g where ${others('category')} group by g.category_id
    ), by_category as (
      select ancestor, sum(l.count)::int as count
      from by_leaf l join categories c on c.tenant_id = $1 and c.id = l.category_id cross join unnest(c.path) ancestor
      group by ancestor
    ), by_attributes as (
      select g.attributes, g.failed, sum(g.count)::int as count from groups g group by g.attributes, g.failed
    ), by_value as (
      select a.name, a.value, sum(g.count)::int as count
      from by_attributes g cross join lateral jsonb_each_text(g.attributes) a (name, value)
      where a.value <> '' and g.failed & ~(${bitOfAttribute}) = 0
      group by a.name, a.value
    ), by_currency as (
      select g.currency_code, min(g.low) as low, max(g.high) as high, sum(g.count) as products
      from groups g where g.currency_code is not null and ${others('price')} group by g.currency_code)`

/** The condition that what the list is of exists, where it is of one. */
function exists(table: 'brands' | 'categories', id: string | undefined): string {
  return id ? `exists (select from ${table} where tenant_id = $1 and id = ${id}::uuid)` : 'true'
}

/** What a list can be narrowed by, with how many products each choice would leave. One statement. */
export async function productFacets(
  { tx, user, tenant }: Call<typeof getProductFacets>,
  input: Input,
): Promise<{ success: true; data: ProductFacets }> {
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewersValues(account, tenant, input.orderType)
  const [row] = await tx.query<ProductFacets & { found: boolean }>(counting(input, values), ...values.list)
  if (!row?.found) throw new Refusal('notFound')
  const { found: _, ...data } = row
  return { success: true, data }
}
