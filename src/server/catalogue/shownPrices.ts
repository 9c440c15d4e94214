import type { Facets } from '#shared/catalogue/catalogue.ts'
import { fromMinor, type Minor, type Ticks, toTicks } from '#shared/numbers/money.ts'
import { countBasket, type Priced, priceOf, type Rules } from '#shared/pricing/pricing.ts'
import type { ListSort } from './listInput.ts'

/*
 * Lists are sorted and narrowed by the price that a card shows: of one unit, ordered alone and without a campaign's code,
 * at the buyer's rules. Without rules that is the lowest list price.
 */

/** Whether a list depends on prices. */
export const asksPrices = ({ sort, facets }: { sort?: ListSort; facets?: Facets | undefined }): boolean =>
  sort === 'priceAsc' || sort === 'priceDesc' || facets?.onOffer === true || isPriceBound(facets)

const isPriceBound = (facets: Facets | undefined): boolean =>
  facets?.priceFrom !== undefined || facets?.priceTo !== undefined

export function withoutPriceBounds({
  priceFrom: _from,
  priceTo: _to,
  onOffer: _offer,
  ...others
}: Facets = {}): Facets {
  return others
}

/** `amountMinor`: the product's lowest list price, which a size or lot of `piecesPerLot` has. */
type Lowest = Priced & { amountMinor: Minor; currencyCode: string }

/** What is shown of products. Most have the rules and the list price of others: each price is worked out once. */
export function shownTicks(rules: Rules): (lowest: Lowest) => Ticks {
  const counts = countBasket([], rules)
  const known = new Map<ReturnType<Rules['of']>, Map<string, Ticks>>()
  return ({ amountMinor, ...priced }) => {
    const own = rules.of(priced)
    const prices = known.get(own) ?? new Map<string, Ticks>()
    known.set(own, prices)
    const key = `${amountMinor} ${priced.currencyCode} ${priced.piecesPerLot}`
    const ticks =
      prices.get(key) ??
      toTicks(priceOf({ ...priced, listPrice: fromMinor(amountMinor) }, rules, counts).unitPrice)
    prices.set(key, ticks)
    return ticks
  }
}
