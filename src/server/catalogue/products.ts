import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import type { Viewed } from '#server/users/session.ts'
import { getCategoryProducts, getProductsByIds, getProductsBySearch } from '#shared/catalogue/catalogue.ts'
import { Refusal } from '#shared/errors.ts'
import type { ListInput } from './listInput.ts'
import { listStatement } from './listPage.ts'
import { newSince } from './newProducts.ts'
import { viewerParameters } from './productFilters.ts'
import { productJson } from './productJson.ts'
import { readShownPrices } from './readShownPrices.ts'
import { answerWithPrices } from './rulePrices.ts'
import { correctedSearch } from './searchCorrection.ts'
import { asksPrices } from './shownPrices.ts'

/**
 * A page of products.
 * @throws Refusal `notFound` for an unknown brand or category.
 */
export async function listProducts(
  call: Pick<Call<typeof getCategoryProducts>, 'tx' | 'user' | 'tenant' | 'language' | 'services' | 'now'>,
  input: ListInput,
): Promise<JsonBytes> {
  const { tx, user, tenant, language } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  const prices = asksPrices(input) ? await readShownPrices(call, account, input) : undefined
  const reader = { ...tenant, language, newSince: newSince(tenant, call.now) }
  const statement = listStatement(input, reader, prices, values)
  const [row] = await tx.query<{ answer: string; total: number; found: boolean }>(statement, ...values.list)
  if (!row?.found) throw new Refusal('notFound')
  const corrected =
    input.searchText && row.total === 0 && (await correctedSearch(tx, tenant, input.searchText))
  if (!corrected) return answerWithPrices(call, input, row.answer)
  const better = String(await listProducts(call, { ...input, searchText: corrected }))
  const end = '}}'
  return better.includes('"products":[]')
    ? JsonBytes.ofText(better)
    : JsonBytes.ofText(`${better.slice(0, -end.length)},"searchedText":${JSON.stringify(corrected)}${end}`)
}

export const categoryProducts = verb(getCategoryProducts, listProducts)
export const productsBySearch = verb(getProductsBySearch, listProducts)

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

type IdsCall = Pick<Call<typeof getProductsByIds>, 'tx' | 'user' | 'tenant' | 'services' | 'now'>
type Asked = Omit<z.output<typeof getProductsByIds.input>, 'ids'>

/** The products of the given variants, each with that one item; hidden ones are left out. */
export async function productsOfVariants(
  call: IdsCall,
  account: Viewed | undefined,
  input: Asked,
  ids: string[],
): Promise<JsonBytes> {
  const { tx, tenant } = call
  const values = viewerParameters(account, tenant, input.orderType)
  values.add(ids)
  const [row] = await tx.query<{ answer: string }>(byIds, ...values.list)
  return answerWithPrices(call, input, row?.answer ?? '')
}

export const productsByIds = verb(getProductsByIds, async (call, input) =>
  productsOfVariants(call, await viewedAccount(call.tx, call.user, input.currAccCode), input, input.ids),
)
