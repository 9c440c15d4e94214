import type { Rules } from '#shared/pricing/pricing.ts'
import { shownTicks } from '../shownPrices.ts'
import type { Catalogue } from './catalogue.ts'
import { kept } from './kept.ts'
import type { Product } from './product.ts'

/** `rules`: the buyer's, where they change prices. */
export type Buyer = { priceGroup: string; rules: Rules | undefined }

/** Price of a product that a card shows, in ticks; undefined without a list price. */
export type ShownPrice = (product: Product) => number | undefined

/** By slot; `of`: the product that the price was worked out for. */
type Shown = { shape: number; ticks: Float64Array; of: (Product | undefined)[] }

/** The limit for the prices of all sets of rules together: enough for about 60 sets of 30,000 products. */
const maxBytes = 32_000_000
const bytesPerSlot = 16
/** Room is made for so many: a new product seldom makes all anew. */
const slotsAtOnce = 1024

const shownOf = new WeakMap<Catalogue, ReturnType<typeof kept<Shown>>>()
const numbers = new WeakMap<Rules, number>()
let count = 0

/** Tells rules apart in keys. */
export function numberOf(rules: Rules | undefined): number {
  if (!rules) return 0
  const number = numbers.get(rules) ?? ++count
  numbers.set(rules, number)
  return number
}

/** Prices for a viewer. After a change of the catalogue only those of changed products are worked out again. */
export function shownPrices(catalogue: Catalogue, { priceGroup, rules }: Buyer): ShownPrice {
  if (!rules)
    return ({ lowest }) => {
      const price = lowest[priceGroup]
      return price && price[0] * 100
    }
  let buyers = shownOf.get(catalogue)
  if (!buyers) {
    buyers = kept(maxBytes, ({ of }) => of.length * bytesPerSlot)
    shownOf.set(catalogue, buyers)
  }
  const room = Math.ceil(catalogue.slots.length / slotsAtOnce) * slotsAtOnce
  const shown = buyers.get(`${numberOf(rules)} ${priceGroup}`, [room], () => ({
    shape: 0,
    ticks: new Float64Array(room),
    of: Array.from({ length: room }),
  }))
  if (shown.shape !== catalogue.shape) {
    const ticksOf = shownTicks(rules)
    for (const product of catalogue.products.values()) {
      const { slot } = product
      if (shown.of[slot] === product) continue
      shown.of[slot] = product
      shown.ticks[slot] = lowestTicks(product, priceGroup, ticksOf)
    }
    shown.shape = catalogue.shape
  }
  const { ticks } = shown
  return ({ slot, lowest }) => (lowest[priceGroup] ? ticks[slot] : undefined)
}

function lowestTicks(
  { variants, lowest, itemCode, colorCode, brand, category }: Product,
  priceGroup: string,
  ticksOf: ReturnType<typeof shownTicks>,
): number {
  const price = lowest[priceGroup]
  if (!price) return 0
  const [amountMinor, currencyCode] = price
  const isLowest = (one: (typeof variants)[number]) => one.prices[priceGroup]?.[0] === amountMinor
  const { piecesPerLot = 1 } = variants.find(isLowest) ?? {}
  return ticksOf({
    itemCode,
    colorCode,
    brandId: brand.id,
    categoryId: category.id,
    piecesPerLot,
    amountMinor,
    currencyCode,
  })
}
