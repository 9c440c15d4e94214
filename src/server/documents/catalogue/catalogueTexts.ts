import type { Words } from '../words.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

/** Lots of a product that are said one by one. */
const mostLots = 3

export const codesOf = ({ itemCode, colorCode, colorDescription }: CatalogueProduct) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' · ')

/** What a piece costs, from the cheapest size to the dearest, in each currency; '' where no price is known. */
export function pricesOf({ prices }: CatalogueProduct, { money }: Words): string {
  return prices
    .map(({ min, max, currency }) =>
      min === max ? money(min, currency) : `${money(min, currency)} – ${money(max, currency)}`,
    )
    .join(' / ')
}

/** Each lot with its pieces, and what it costs as a whole. */
export function lotsOf({ lots }: CatalogueProduct, { say, money }: Words): string[] {
  const said = lots.slice(0, mostLots).map(({ name, pieces, amount, currency }) => {
    const price = amount !== undefined && currency ? money(amount, currency) : ''
    const parts = [name, say('product.pieces', { count: pieces }), price].filter(Boolean)
    // Each in its own direction: figures are not to wander from one to the other.
    return parts.map((part) => `\u2068${part}\u2069`).join(' · ')
  })
  return lots.length > mostLots ? [...said, '…'] : said
}
