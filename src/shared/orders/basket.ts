/*
 * What an order that is made or amended costs, and which limits it breaks. The cart, the panel's editor and the server work
 * it out alike; what the server finds counts.
 */
import { discounted } from '#shared/pricing/discounts.ts'
import {
  type BasketLine,
  type Counts,
  countBasket,
  type LinePrice,
  type Priced,
  priceBasket,
  type Rules,
} from '#shared/pricing/pricing.ts'
import {
  type BrokenLimit,
  brokenLimitsOf,
  type CountedLine,
  type QuantityRule,
} from '#shared/pricing/quantities.ts'

/** List price of one unit, and the pieces in it. */
type Listed = { listPrice: number; currencyCode: string; piecesPerLot: number }

/** A line as it was ordered. `agreed`: the price before an agent's discounts, made from `listPrice`; `unitPrice`: after them. */
export type OrderedItem = Listed & { qty: number; agreed: LinePrice; unitPrice: number }

/** A size or lot. An amended order has all that it had before, with quantity 0 where it was removed. */
export type BasketItem = Omit<Priced, 'piecesPerLot'> & {
  productId: string
  /** '' for a size. */
  lotCode: string
  qty: number
  /** Today's; absent for what cannot be ordered. */
  offer?: Listed | undefined
  /** Its price and content stay while its quantity does not grow. */
  ordered?: OrderedItem | undefined
  /** Percent that an agent takes off. */
  discount?: number | undefined
}

export type PricedItem = Listed & {
  qty: number
  /** As it was ordered, so that it needs no offer. */
  isKept: boolean
  /** By the rules. */
  byRules: LinePrice
  /** With an agent's discounts. */
  price: LinePrice
}

export type Basket = {
  rules: Rules
  /** The limits that the buyer has agreed. */
  quantities?: readonly QuantityRule[]
  /** Percent that an agent takes off all lines. */
  discount: number
  /** For an amended order: whether it has the code it was ordered with, and whether what it had may not stay unasked. */
  amends?: { keepsCode: boolean; isUnsettled?: boolean | undefined } | undefined
}

export type PricedBasket = {
  /** In the order of the items; undefined for what cannot be ordered. */
  items: (PricedItem | undefined)[]
  counts: Counts
  brokenLimits: BrokenLimit[]
}

export function pricedBasket(items: readonly BasketItem[], basket: Basket): PricedBasket {
  const { rules, quantities = [], discount: order, amends } = basket
  const lines = items.map(basketLineOf)
  const before = amends && {
    lines: items.flatMap((item) => (item.ordered ? [{ ...item, ...item.ordered }] : [])),
    keepsCode: amends.keepsCode,
  }
  const present = lines.filter((line) => line !== undefined)
  const counts = countBasket(present, rules, before)
  const prices = priceBasket(present, rules, counts)
  let next = 0
  const priced = items.map(({ qty, discount = 0 }, index): PricedItem | undefined => {
    const line = lines[index]
    if (!line) return undefined
    const byRules = prices[next] as LinePrice
    next += 1
    const { listPrice, currencyCode, piecesPerLot, agreed } = line
    const isDiscounted = discount > 0 || order > 0
    const price = isDiscounted ? discounted(byRules, { line: discount, order }, piecesPerLot) : byRules
    return { qty, listPrice, currencyCode, piecesPerLot, isKept: agreed !== undefined, byRules, price }
  })
  return { items: priced, counts, brokenLimits: limitsBroken(items, priced, quantities, amends) }
}

function limitsBroken(
  items: readonly BasketItem[],
  priced: PricedBasket['items'],
  quantities: readonly QuantityRule[],
  amends: Basket['amends'],
): BrokenLimit[] {
  if (quantities.length === 0) return []
  const now = items.flatMap((item, index): CountedLine[] => {
    const one = priced[index]
    return one && item.qty > 0 ? [{ ...item, ...one, unitPrice: one.price.unitPrice }] : []
  })
  const mayStay = amends && !amends.isUnsettled
  const before = items.flatMap((item): CountedLine[] =>
    mayStay && item.ordered ? [{ ...item, ...item.ordered }] : [],
  )
  return brokenLimitsOf(now, quantities, before)
}

/** For its price; undefined for what cannot be ordered. */
export function basketLineOf(item: BasketItem): BasketLine | undefined {
  const { ordered, offer, qty } = item
  if (ordered && qty <= ordered.qty) return { ...item, ...ordered, qty }
  return offer && { ...item, ...offer }
}
