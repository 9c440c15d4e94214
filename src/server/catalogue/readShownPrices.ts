import type { Values } from '#server/db/values.ts'
import type { Call } from '#server/http/http.ts'
import { viewersRules } from '#server/pricing/getPricing.ts'
import type { Viewed } from '#server/users/session.ts'
import type { getProductFacets } from '#shared/catalogue/catalogue.ts'
import type { Minor, Ticks } from '#shared/numbers/money.ts'
import { entriesOf, figuresOf, sourceOfList } from './listEntries.ts'
import type { ListFilters } from './listInput.ts'
import { newSince } from './newProducts.ts'
import {
  facetConditions,
  isShown,
  lowestCurrency,
  lowestPrice,
  namedStatement,
  narrowedTo,
  shownGroups,
  textConditions,
  viewerParameters,
} from './productFilters.ts'
import { shownTicks, withoutPriceBounds } from './shownPrices.ts'

/** By product id. */
export type ShownPrices = Record<string, Ticks>

/** SQL of the shown price of `p`. */
export const shownPrice = (prices: ShownPrices, values: Values) =>
  `(${values.add(JSON.stringify(prices))}::jsonb->>p.id::text)::bigint`

type Priceable = {
  id: string
  itemCode: string
  colorCode: string
  brandId: string
  categoryId: string
  amountMinor: Minor
  currencyCode: string
  piecesPerLot: number
}

/**
 * Prices of a list's products where they are not the list prices. Undefined where they are, and for lists of more products
 * than are counted: these go by list price.
 */
export async function readShownPrices(
  call: Pick<Call<typeof getProductFacets>, 'tx' | 'user' | 'tenant' | 'services' | 'now'>,
  account: Viewed | undefined,
  input: ListFilters,
): Promise<ShownPrices | undefined> {
  if (!call.tenant.hasPriceRules) return undefined
  const { index } = (await viewersRules(call, input.currAccCode))('')
  if (index.isEmpty) return undefined
  const values = viewerParameters(account, call.tenant, input.orderType)
  const [row] = await call.tx.query<{ products: Priceable[] | null }>(
    lowestStatement(
      { ...input, facets: withoutPriceBounds(input.facets) },
      newSince(call.tenant, call.now),
      values,
    ),
    ...values.list,
  )
  if (!row?.products) return undefined
  const ticksOf = shownTicks(index)
  return Object.fromEntries(row.products.map((product) => [product.id, ticksOf(product)]))
}

/** Null if there are more than are counted. */
function lowestStatement(input: ListFilters, since: string | undefined, values: Values) {
  const narrowed = narrowedTo(input, values)
  const conditions = [
    ...isShown,
    ...textConditions(input, values),
    ...facetConditions(input.facets, values, { newSince: since }).values(),
    'p.lowest_prices ? $2::text',
    // Each value must have a type.
    '$3::text is not null',
  ]
  const source = {
    ...sourceOfList(input, narrowed, values, true),
    figures: figuresOf(input.facets, ['stock', 'values', 'prices']),
    exact: undefined,
  }
  return namedStatement(`
    with recursive ${shownGroups(narrowed)}, ${entriesOf(source)}
    select case when is_complete then (
      select coalesce(json_agg(json_build_object('id', p.id, 'itemCode', p.item_code, 'colorCode', p.color_code,
               'brandId', p.brand_id, 'categoryId', p.category_id, 'amountMinor', ${lowestPrice},
               'currencyCode', ${lowestCurrency}, 'piecesPerLot', coalesce(v.pieces, 1))), '[]')
      from entries p left join lateral (
        select v.pieces_per_lot as pieces from variants v
        join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $2 and r.amount_minor = ${lowestPrice}
        where v.tenant_id = $1 and v.product_id = p.id and v.is_active
        order by v.sort_order, v.size, v.lot_code limit 1) v on true
      where ${conditions.join(' and ')}) end as products
    from counted`)
}
