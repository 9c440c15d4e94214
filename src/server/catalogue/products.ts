import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import { type Call, RawJson } from '#server/http.ts'
import type { getCategoryProducts, getProductsByIds } from '#shared/catalogue.ts'
import { Refusal } from '#shared/errors.ts'
import { productJson } from './productJson.ts'

type ListInput = z.output<typeof getCategoryProducts.input>

/** What narrows a listing, each with the SQL that does it. $4 is always the viewed account, $5 limit, $6 offset. */
const narrowings = {
  brandId: (n: number) => `p.brand_id = $${n}`,
  categoryId: (n: number) =>
    `p.category_id in (select s.id from categories s where s.tenant_id = $1 and s.path @> array[$${n}::uuid])`,
  itemCode: (n: number) => `p.item_code = $${n}`,
  colorCode: (n: number) => `p.color_code = $${n}`,
} as const
type Narrowing = keyof typeof narrowings

/** A statement for each set of narrowings that is asked for, so that each is planned for what it does. */
const listings = new Map<string, Statement>()

function listing(given: Narrowing[]): Statement {
  const key = given.join()
  const known = listings.get(key)
  if (known) return known
  const position = (name: Narrowing) =>
    given.includes(name) ? `$${given.indexOf(name) + 7}::uuid` : 'null::uuid'
  const statement = prepared(`
    with matching as materialized (
      select p.id, p.item_code, p.color_code from products p
      where p.tenant_id = $1 and p.is_active
        and exists (select from brands b where b.tenant_id = $1 and b.id = p.brand_id and b.is_active)
        and exists (select from categories c where c.tenant_id = $1 and c.id = p.category_id and c.is_active)
        and ($4::uuid is null or not exists (
          select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4 and x.brand_id = p.brand_id))
        ${given.map((name, index) => `and ${narrowings[name](index + 7)}`).join('\n        ')}
    ), shown as (
      select id, item_code, color_code from matching order by item_code, color_code limit $5 offset $6
    ), brand as (select name from brands where tenant_id = $1 and id = ${position('brandId')}
    ), category as (select name from categories where tenant_id = $1 and id = ${position('categoryId')})
    select '{"success":true,"data":{"products":[' || coalesce((
             select string_agg(j.product, ',' order by s.item_code, s.color_code)
             from shown s
             join products p on p.tenant_id = $1 and p.id = s.id
             join brands b on b.tenant_id = $1 and b.id = p.brand_id
             join categories c on c.tenant_id = $1 and c.id = p.category_id
             cross join lateral (${productJson()}) j), '')
           || '],"title":' || to_json(concat_ws(' · ', (select name from brand), (select name from category)))
           || ',"brandName":' || to_json(coalesce((select name from brand), ''))
           || ',"categoryName":' || to_json(coalesce((select name from category), ''))
           || ',"total":' || (select count(*) from matching) || '}}' as answer,
           ${given.includes('brandId') ? 'exists (select from brand)' : 'true'}
             and ${given.includes('categoryId') ? 'exists (select from category)' : 'true'} as found`)
  listings.set(key, statement)
  return statement
}

/** A page of products of a brand and a category, by code. One statement; a brand or category not of here is 404. */
export async function listProducts(
  { tx, user, tenant }: Call<typeof getCategoryProducts>,
  input: ListInput,
): Promise<RawJson> {
  const account = await viewedAccount(tx, user, input.currAccCode)
  const given = (Object.keys(narrowings) as Narrowing[]).filter((name) => input[name])
  const [row] = await tx.query<{ answer: string; found: boolean }>(
    listing(given),
    account?.priceGroup ?? tenant.priceGroup,
    input.orderType,
    account?.id ?? null,
    input.limit,
    (input.page - 1) * input.limit,
    ...given.map((name) => input[name]),
  )
  if (!row?.found) throw new Refusal('notFound')
  return new RawJson(row.answer)
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

/** The product of each size or lot asked for, with that one item; what the viewer may not see is left out. */
export async function productsByIds(
  { tx, user, tenant }: Call<typeof getProductsByIds>,
  input: z.output<typeof getProductsByIds.input>,
): Promise<RawJson> {
  const account = await viewedAccount(tx, user, input.currAccCode)
  const [row] = await tx.query<{ answer: string }>(
    byIds,
    account?.priceGroup ?? tenant.priceGroup,
    input.orderType,
    account?.id ?? null,
    input.ids,
  )
  return new RawJson(row?.answer ?? '')
}
