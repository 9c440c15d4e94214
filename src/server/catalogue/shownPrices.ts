import type { Facets } from '#shared/catalogue.ts'
import { toTicks } from '#shared/money.ts'
import { countBasket, type Priced, priceOf, type Rules } from '#shared/pricing.ts'
import type { ListSort } from './listInput.ts'

/*
 * Lists are sorted and narrowed by the price that a card shows: of one unit, ordered alone and without a campaign's code,
 * at the buyer's rules. Without rules that is the lowest list price.
 */

/** Whether a list depends on prices. */
export const asksPrices = ({ sort, facets }: { sort?: ListSort; facets?: Facets | undefined }): boolean =>
  sort === 'priceAsc' || sort === 'priceDesc' || isPriceBound(facets)

export const isPriceBound = (facets: Facets | undefined): boolean =>
  facets?.priceFrom !== undefined || facets?.priceTo !== undefined

export function withoutPriceBounds({ priceFrom: _from, priceTo: _to, ...others }: Facets = {}): Facets {
  return others
}

/** `amountMinor`: the product's lowest list price, which a size or lot of `piecesPerLot` has. */
type Lowest = Priced & { amountMinor: number; currencyCode: string }

/** What is shown of products, in ticks. */
export function shownTicks(rules: Rules): (lowest: Lowest) => number {
  const counts = countBasket([], rules)
  return ({ amountMinor, ...priced }) =>
    toTicks(priceOf({ ...priced, listPrice: amountMinor / 100 }, rules, counts).unitPrice)
}
