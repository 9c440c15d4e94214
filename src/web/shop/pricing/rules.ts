import type { Product } from '#shared/catalogue.ts'
import {
  type BasketLine,
  type Counts,
  countBasket,
  indexRules,
  type LinePrice,
  nextTier,
  type PriceRule,
  priceBasket,
  priceOf,
} from '#shared/pricing.ts'
import { type CountedLine, type QuantityRule, type Unmet, unmetOf } from '#shared/quantities.ts'
import type { Cart, CartLine } from '../cart/cart.ts'
import type { Basket, Offer, Pricing } from './pricing.ts'

type WorkedOut = {
  editing: Cart['editing']
  counts: Counts
  prices: ReadonlyMap<string, LinePrice>
  lines: CartLine[]
  unmet: Unmet[]
}

/** What the server tells of a buyer's rules. */
export type Given = {
  rules: PriceRule[]
  parents: Record<string, string>
  quantities: QuantityRule[]
  isCodeKnown?: boolean | undefined
}

/** `parents`: of the categories that rules are for. */
export function pricingBy(given: Given): Pricing {
  const rules = indexRules(given.rules, new Map(Object.entries(given.parents)))
  /** Each state of the cart is worked out once, whoever asks. */
  const known = new WeakMap<CartLine[], WorkedOut>()
  /** Lines whose price stays are the same objects, so that only what changed is redrawn. */
  const pricedOf = new WeakMap<CartLine, CartLine>()
  const withPrice = (line: CartLine, unitPrice: number): CartLine => {
    if (unitPrice === line.unitPrice) return line
    const before = pricedOf.get(line)
    if (before?.unitPrice === unitPrice) return before
    const priced = { ...line, unitPrice }
    pricedOf.set(line, priced)
    return priced
  }

  const workOut = ({ lines, editing }: Basket): WorkedOut => {
    const before = known.get(lines)
    if (before?.editing === editing) return before
    const basket = lines.map((line) => basketLine(line, editing))
    const prices = new Map<string, LinePrice>()
    const counts = countBasket(basket, rules)
    const priced = priceBasket(basket, rules, counts).map((price, index) => {
      const line = lines[index] as CartLine
      prices.set(line.productId, price)
      return withPrice(line, price.unitPrice)
    })
    const unmet = unmetOf(priced.map(countedLine), given.quantities, linesBefore(priced, editing))
    const found = { editing, counts, prices, lines: priced, unmet }
    known.set(lines, found)
    return found
  }

  /** A line of the cart costs what it was agreed at. */
  const priceBeside = (offer: Offer, basket: Basket): LinePrice | undefined => {
    const { counts, prices } = workOut(basket)
    const offered = offeredLine(offer)
    return prices.get(offer.item.productId) ?? (offered && priceOf(offered, rules, counts))
  }

  return {
    isCodeKnown: given.isCodeKnown,
    priced: (basket) => workOut(basket).lines,
    linePrice: (productId, basket) => workOut(basket).prices.get(productId)?.unitPrice,
    offerPrice: (offer, basket) => priceBeside(offer, basket)?.unitPrice,
    whyLine: (line, basket) => {
      const { counts, prices } = workOut(basket)
      const offered = basketLine(line, basket.editing)
      const { listPrice, currencyCode } = offered
      const price = prices.get(line.productId) ?? priceOf(offered, rules, counts)
      return { ...price, listPrice, currencyCode, next: nextTier(offered, rules, counts) }
    },
    whyOffer: (offer, basket) => {
      const offered = offeredLine(offer)
      const price = priceBeside(offer, basket)
      if (!offered || !price) return undefined
      const { listPrice, currencyCode } = offered
      return { ...price, listPrice, currencyCode, next: nextTier(offered, rules, workOut(basket).counts) }
    },
    unmet: (basket) => workOut(basket).unmet,
    hasRules: (of) => rules.of({ ...of, piecesPerLot: 1 }).length > 0,
  }
}

function basketLine(line: CartLine, editing: Cart['editing']): BasketLine {
  const listed = { ...line, listPrice: line.unitPrice, currencyCode: line.priceCurrencyCode }
  const placed = editing?.placed[line.productId]
  if (!placed || line.qty > placed.qty) return listed
  // Missing in old stored carts.
  const { agreedPrice = placed.unitPrice, piecesPerLot = line.piecesPerLot } = placed
  return { ...listed, agreedPrice, piecesPerLot }
}

const countedLine = (line: CartLine): CountedLine => ({ ...line, currencyCode: line.priceCurrencyCode })

/** What an amended order had of the lines that are still there. */
const linesBefore = (lines: CartLine[], editing: Cart['editing']): CountedLine[] =>
  lines.flatMap((line) => {
    const placed = editing?.placed[line.productId]
    if (!placed) return []
    const { qty, agreedPrice = placed.unitPrice, piecesPerLot = line.piecesPerLot } = placed
    return [{ ...countedLine(line), qty, unitPrice: agreedPrice, piecesPerLot }]
  })

function offeredLine({ product, item }: { product: Product; item: Offer['item'] }) {
  const { unitPrice: listPrice, currencyCode, piecesPerLot } = item
  if (listPrice === undefined || currencyCode === undefined) return undefined
  const { itemCode, colorCode, brandId, categoryId } = product
  return { itemCode, colorCode, brandId, categoryId, piecesPerLot, listPrice, currencyCode }
}
