import type { Product } from '#shared/catalogue/catalogue.ts'
import { discounted } from '#shared/pricing/discounts.ts'
import {
  type BasketLine,
  type Counts,
  countBasket,
  indexRules,
  type LinePrice,
  nextTier,
  type OrderBefore,
  type PriceRule,
  priceBasket,
  priceOf,
} from '#shared/pricing/pricing.ts'
import {
  type BrokenLimit,
  brokenLimitsOf,
  type CountedLine,
  type QuantityRule,
} from '#shared/pricing/quantities.ts'
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
    const basket = lines.map((line) => basketLine(line, editing))
    const prices = new Map<string, { line: CartLine; price: LinePrice }>()
    const counts = countBasket(basket, rules, orderBefore({ editing, campaignCode }))
    const lost: LostPrice[] = []
    const priced = priceBasket(basket, rules, counts).map((byRules, index) => {
      const line = lines[index] as CartLine
      const was = basket[index]?.agreed?.unitPrice
      if (was !== undefined && was !== byRules.unitPrice) lost.push({ line, was, now: byRules.unitPrice })
      const { piecesPerLot } = basket[index] as BasketLine
      const price = withDiscounts(byRules, { discount: line.discount, piecesPerLot }, discount)
      prices.set(line.productId, { line, price })
      return withPrice(line, price.unitPrice)
    })
    const brokenLimits = brokenLimitsOf(
      priced.map(countedLine),
      given.quantities,
      linesBefore(priced, editing),
    )
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
    const offered = basketLine(line, basket.editing)
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

type Discounted = Pick<CartLine, 'discount' | 'piecesPerLot'>

function withDiscounts(
  price: LinePrice,
  { discount: line, piecesPerLot }: Discounted,
  order: number,
): LinePrice {
  return order > 0 || line ? discounted(price, { line, order }, piecesPerLot) : price
}

function basketLine(line: CartLine, editing: Cart['editing']): BasketLine {
  const listed = { ...line, listPrice: line.unitPrice, currencyCode: line.priceCurrencyCode }
  const placed = editing?.placed[line.productId]
  if (!placed || line.qty > placed.qty) return listed
  return { ...listed, ...agreedOf(placed, line.piecesPerLot) }
}

/** Lots and steps are missing in old stored carts. */
function agreedOf(placed: PlacedLines[string], lotToday: number) {
  const {
    unitPrice: listPrice,
    agreedPrice: unitPrice = listPrice,
    steps = [],
    piecesPerLot = lotToday,
  } = placed
  return { listPrice, agreed: { unitPrice, steps }, piecesPerLot }
}

/** The amended order as it was; undefined for a new order. */
function orderBefore({
  editing,
  campaignCode,
}: Pick<Cart, 'editing' | 'campaignCode'>): OrderBefore | undefined {
  if (!editing) return undefined
  const lines = Object.values(editing.placed).map((placed) => {
    const { qty, priceCurrencyCode: currencyCode, itemCode = '', brandId = '' } = placed
    return { itemCode, brandId, colorCode: '', categoryId: '', qty, currencyCode, ...agreedOf(placed, 1) }
  })
  return { lines, keepsCode: campaignCode === editing.said.campaignCode }
}

const countedLine = (line: CartLine): CountedLine => ({ ...line, currencyCode: line.priceCurrencyCode })

/** The amended order's lines that are still there, as they were ordered. */
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
