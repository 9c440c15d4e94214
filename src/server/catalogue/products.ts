import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Values } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import { JsonBytes } from '#server/jsonBytes.ts'
import type { getCategoryProducts, getProductsByIds } from '#shared/catalogue.ts'
import { Refusal } from '#shared/errors.ts'
import type { ListInput } from './listInput.ts'
import {
  facetConditions,
  filterConditions,
  lowestCurrency,
  lowestPrice,
  matchRank,
  namedStatement,
  viewerParameters,
} from './productFilters.ts'
import { productJson } from './productJson.ts'

type SortKey = { key: string; direction: 'asc' | 'desc' }

/** Codes break ties. Prices sort within a currency, the tenant's own first; unpriced products last. */
function sortKeysOf(
  { sort, searchText }: ListInput,
  tenant: { currencyCode: string },
  values: Values,
): SortKey[] {
  if (sort === 'itemCode') return []
  // Ids are time-ordered; updated_at changes with stock.
  if (sort === 'newest') return [{ key: 'p.id', direction: 'desc' }]
  if (sort === 'name') return [{ key: 'p.item_description collate "tr-x-icu"', direction: 'asc' }]
  if (sort === 'match') {
    const rank = matchRank(searchText, values)
    return rank ? [{ key: rank, direction: 'asc' }] : []
  }
  return [
    {
      key: `case ${lowestCurrency} when ${values.add(tenant.currencyCode)}::text then '' else ${lowestCurrency} end`,
      direction: 'asc',
    },
    { key: lowestPrice, direction: sort === 'priceAsc' ? 'asc' : 'desc' },
  ]
}

function listStatement(input: ListInput, tenant: { currencyCode: string }, values: Values): Statement {
  const { conditions, brandId, categoryId } = filterConditions(input, values)
  const keys = sortKeysOf(input, tenant, values)
  const all = [...conditions, ...facetConditions(input.facets, values).values()]
  const order = [
    ...keys.map(({ direction }, place) => `s.key${place} ${direction}`),
    's.item_code collate "C"',
    's.color_code collate "C"',
  ].join(', ')
  return namedStatement(`
    with matching as materialized (
      select p.id, p.item_code, p.color_code${keys.map(({ key }, place) => `, ${key} as key${place}`).join('')} from products p
      where ${all.join('\n        and ')}
    ), shown as (
      select * from matching s order by ${order}
      limit ${values.add(input.limit)} offset ${values.add((input.page - 1) * input.limit)}
    ), brand as (select name from brands where tenant_id = $1 and id = ${brandId ?? 'null'}::uuid
    ), category as (select name from categories where tenant_id = $1 and id = ${categoryId ?? 'null'}::uuid)
    select '{"success":true,"data":{"products":[' || coalesce((
             select string_agg(j.product, ',' order by ${order})
             from shown s
             join products p on p.tenant_id = $1 and p.id = s.id
             join brands b on b.tenant_id = $1 and b.id = p.brand_id
             join categories c on c.tenant_id = $1 and c.id = p.category_id
             cross join lateral (${productJson()}) j), '')
           || '],"title":' || to_json(concat_ws(' · ', (select name from brand), (select name from category)))
           || ',"brandName":' || to_json(coalesce((select name from brand), ''))
           || ',"categoryName":' || to_json(coalesce((select name from category), ''))
           || ',"total":' || (select count(*) from matching) || '}}' as answer,
           ${brandId ? 'exists (select from brand)' : 'true'}
             and ${categoryId ? 'exists (select from category)' : 'true'} as found`)
}

/**
 * A page of products.
 * @throws Refusal `notFound` for an unknown brand or category.
 */
export async function listProducts(
  { tx, user, tenant }: Pick<Call<typeof getCategoryProducts>, 'tx' | 'user' | 'tenant'>,
  input: ListInput,
): Promise<JsonBytes> {
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  const statement = listStatement(input, tenant, values)
  const [row] = await tx.query<{ answer: string; found: boolean }>(statement, ...values.list)
  if (!row?.found) throw new Refusal('notFound')
  return JsonBytes.ofText(row.answer)
}

const byIds = prepared(`
  select '{"success":true,"data":[' || coalesce(string_agg(j.product, ',' order by asked.position), '') || ']}' as answer
  from unnest($5::uuid[]) with ordinality asked (id, position)
  join variants one on one.tenant_id = $1 and one.id = asked.id and one.is_active
  join products p on p.tenant_id = $1 and p.id = one.product_id and p.is_active
  join brands b on b.tenant_id = $1 and b.id = p.brand_id and b.is_active
  join categories c on c.tenant_id = $1 and c.id = p.category_id and c.is_active
  cross join lateral (${productJson('asked.id')}) j
  where not exists (
    select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4::uuid and x.brand_id = p.brand_id)`)

/** The products of the given variants, each with that one item; hidden ones are left out. */
export async function productsByIds(
  { tx, user, tenant }: Call<typeof getProductsByIds>,
  input: z.output<typeof getProductsByIds.input>,
): Promise<JsonBytes> {
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  values.add(input.ids)
  const [row] = await tx.query<{ answer: string }>(byIds, ...values.list)
  return JsonBytes.ofText(row?.answer ?? '')
}
