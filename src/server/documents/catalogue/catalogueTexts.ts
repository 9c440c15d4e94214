import type { Words } from '../words.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

const maxLots = 3

export const codesOf = ({ itemCode, colorCode, colorDescription }: CatalogueProduct) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' · ')

/** Isolated, so that right-to-left text does not reorder what stands beside it. */
const isolated = (part: string) => `\u2068${part}\u2069`

export const sizesOf = ({ sizes }: CatalogueProduct) =>
  sizes.map(({ sizeLabel }) => isolated(sizeLabel)).join(' · ')

/** '' without prices. */
export function pricesOf({ prices }: CatalogueProduct, { unitPrice }: Words): string {
  return prices
    .map(({ min, max, currency }) =>
      min === max ? unitPrice(min, currency) : `${unitPrice(min, currency)} – ${unitPrice(max, currency)}`,
    )
    .join(' / ')
}

export function lotsOf({ lots }: CatalogueProduct, { say, unitPrice }: Words): string[] {
  const shown = lots.slice(0, maxLots).map(({ lotDescription, pieces, amount, currency }) => {
    const price = amount !== undefined && currency ? unitPrice(amount, currency) : ''
    const parts = [lotDescription, say('product.pieces', { count: pieces }), price].filter(Boolean)
    return parts.map(isolated).join(' · ')
  })
  return lots.length > maxLots ? [...shown, '…'] : shown
}
