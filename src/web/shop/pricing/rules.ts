import type { Product } from '#shared/catalogue/catalogue.ts'
import {
  type BasketItem,
  basketLineOf,
  type OrderedItem,
  type PricedItem,
  pricedBasket,
} from '#shared/orders/basket.ts'
import { discounted } from '#shared/pricing/discounts.ts'
import {
  type BasketLine,
  type Counts,
  indexRules,
  type LinePrice,
  nextTier,
  type PriceRule,
  priceOf,
} from '#shared/pricing/pricing.ts'
import type { BrokenLimit, QuantityRule } from '#shared/pricing/quantities.ts'
import type { Cart, CartLine, PlacedLines } from '../cart/stored/cart.ts'
import type { Basket, LostPrice, Offer, Pricing, WhyPrice } from './pricing.ts'

type WorkedOut = {
  editing: Cart['editing']
  discount: number
  campaignCode: string
  counts: Counts
  /** By product id. */
  prices: ReadonlyMap<string, { line: CartLine; price: LinePrice }>
  lines: CartLine[]
  brokenLimits: BrokenLimit[]
  lost: LostPrice[]
}

/** A buyer's rules, as the server answers them. */
export type BuyerRules = {
  rules: PriceRule[]
  parents: Record<string, string>
  quantities: QuantityRule[]
  isCodeKnown?: boolean | undefined
  codeRetrySeconds?: number | undefined
}

/** `parents`: the parents of the categories that rules are for. */
export function pricingBy(given: BuyerRules): Pricing {
  const rules = indexRules(given.rules, new Map(Object.entries(given.parents)))
  /** Each state of the cart is worked out once, for all callers. */
  const known = new WeakMap<CartLine[], WorkedOut>()
  /** Lines whose price stays the same are the same objects, so that only changed ones are redrawn. */
  const pricedOf = new WeakMap<CartLine, CartLine>()
  const withPrice = (line: CartLine, unitPrice: number): CartLine => {
    if (unitPrice === line.unitPrice) return line
    const before = pricedOf.get(line)
    if (before?.unitPrice === unitPrice) return before
    const priced = { ...line, unitPrice }
    pricedOf.set(line, priced)
    return priced
  }

  const workOut = ({ lines, editing, discount, campaignCode }: Basket): WorkedOut => {
    const before = known.get(lines)
    if (before?.editing === editing && before.discount === discount && before.campaignCode === campaignCode)
      return before
    const amends = editing ? { keepsCode: campaignCode === editing.said.campaignCode } : undefined
    const items = [...lines.map((line) => itemOf(line, editing)), ...removedItems(lines, editing)]
    const basket = pricedBasket(items, { rules, quantities: given.quantities, discount, amends })
    const prices = new Map<string, { line: CartLine; price: LinePrice }>()
    const lost: LostPrice[] = []
    const priced = lines.map((line, index) => {
      const { byRules, price } = basket.items[index] as PricedItem
      const was = basket.items[index]?.isKept ? items[index]?.ordered?.agreed.unitPrice : undefined
      if (was !== undefined && was !== byRules.unitPrice) lost.push({ line, was, now: byRules.unitPrice })
      prices.set(line.productId, { line, price })
      return withPrice(line, price.unitPrice)
    })
    const { counts, brokenLimits } = basket
    const found = { editing, discount, campaignCode, counts, prices, lines: priced, brokenLimits, lost }
    known.set(lines, found)
    return found
  }

  /** The item's price in the cart; undefined if it is in another currency than today's. */
  const inCart = ({ item }: Offer, basket: Basket) => {
    const found = workOut(basket).prices.get(item.productId)
    return found?.line.priceCurrencyCode === item.currencyCode ? found : undefined
  }

  const whyLine = (line: CartLine, basket: Basket): WhyPrice => {
    const { counts, prices } = workOut(basket)
    const offered = basketLineOf(itemOf(line, basket.editing)) as BasketLine
    const { listPrice, currencyCode } = offered
    const price = prices.get(line.productId)?.price ?? priceOf(offered, rules, counts)
    return { ...price, listPrice, currencyCode, next: nextTier(offered, rules, counts) }
  }

  return {
    isCodeKnown: given.isCodeKnown,
    codeRetrySeconds: given.codeRetrySeconds,
    priced: (basket) => workOut(basket).lines,
    linePrice: (productId, basket) => workOut(basket).prices.get(productId)?.price.unitPrice,
    offerPrice: (offer, basket) => {
      const found = inCart(offer, basket)
      if (found) return found.price.unitPrice
      const offered = offeredLine(offer)
      return offered && priceOf(offered, rules, workOut(basket).counts).unitPrice
    },
    whyLine,
    whyOffer: (offer, basket) => {
      const found = inCart(offer, basket)
      if (found) return whyLine(found.line, basket)
      const offered = offeredLine(offer)
      if (!offered) return undefined
      const { counts } = workOut(basket)
      const { listPrice, currencyCode } = offered
      const price = priceOf(offered, rules, counts)
      return { ...price, listPrice, currencyCode, next: nextTier(offered, rules, counts) }
    },
    brokenLimits: (basket) => workOut(basket).brokenLimits,
    lost: (basket) => workOut(basket).lost,
    hasRules: (of) => rules.of({ ...of, piecesPerLot: 1 }).length > 0,
  }
}

function itemOf(line: CartLine, editing: Cart['editing']): BasketItem {
  const { unitPrice: listPrice, priceCurrencyCode: currencyCode, piecesPerLot } = line
  const placed = editing?.placed[line.productId]
  return {
    ...line,
    offer: { listPrice, currencyCode, piecesPerLot },
    ordered: placed && orderedOf(placed, editing, piecesPerLot),
  }
}

/** Price, lot and steps are missing in old stored carts. */
function orderedOf(placed: PlacedLines[string], editing: Cart['editing'], piecesToday: number): OrderedItem {
  const { qty, unitPrice: listPrice, priceCurrencyCode: currencyCode, discount: line } = placed
  const { agreedPrice = listPrice, steps = [], piecesPerLot = piecesToday } = placed
  const agreed = { unitPrice: agreedPrice, steps }
  const { unitPrice } = discounted(agreed, { line, order: editing?.said.discount }, piecesPerLot)
  return { qty, listPrice, currencyCode, piecesPerLot, agreed, unitPrice }
}

/** What the amended order had and the cart has no more. */
function removedItems(lines: CartLine[], editing: Cart['editing']): BasketItem[] {
  if (!editing) return []
  const left = new Set(lines.map(({ productId }) => productId))
  return Object.entries(editing.placed).flatMap(([productId, placed]) => {
    if (left.has(productId)) return []
    const { itemCode = '', brandId = '', lotCode = '' } = placed
    const nowhere = { colorCode: '', categoryId: '', itemCode, brandId, lotCode }
    return [{ ...nowhere, productId, qty: 0, ordered: orderedOf(placed, editing, 1) }]
  })
}

function offeredLine({ product, item }: { product: Product; item: Offer['item'] }) {
  const { unitPrice: listPrice, currencyCode, piecesPerLot } = item
  if (listPrice === undefined || currencyCode === undefined) return undefined
  const { itemCode, colorCode, brandId, categoryId } = product
  return { itemCode, colorCode, brandId, categoryId, piecesPerLot, listPrice, currencyCode }
}
