import type { CheckedLine, Product } from '#shared/catalogue/catalogue.ts'
import type { WhyNot } from '#shared/catalogue/listing.ts'
import type { ErrorCode, LineProblem } from '#shared/errors.ts'
import { type Cart, type CartLine, lineOf, type PlacedLines } from '../stored/cart.ts'

type Price = Pick<CartLine, 'unitPrice' | 'priceCurrencyCode'>
type Lot = Pick<CartLine, 'piecesPerLot' | 'lotDescription'>
/** Why this account cannot order a line. */
export type WhyGone = Exclude<WhyNot, 'noStock'>
export type Offer = (Price & { lot?: Lot; minQty?: number | undefined }) | { gone: WhyGone }
export type Offers = ReadonlyMap<string, Offer>

/** By kind: why it is gone, its new price or lot content, the minimum to order, the stock left. */
export type Problem = { gone?: WhyGone; prices?: Price; lots?: Lot; minimum?: number; stock?: number }

export type FindProblem = (line: CartLine) => Problem | undefined

/** Checks against today's offers and the amended order. */
export function problemFinder(offers: Offers, placed: PlacedLines | undefined): FindProblem {
  return (line) => problemOf(line, offers.get(line.productId), placed?.[line.productId])
}

/**
 * Unchecked lines are compared with their known stock only. Up to its ordered quantity, an amended order
 * needs no offer and keeps its price.
 */
export function problemOf(
  line: CartLine,
  today: Offer | undefined,
  placed?: PlacedLines[string],
): Problem | undefined {
  const offer = placed && line.qty <= placed.qty ? placed : today
  if (offer && 'gone' in offer) return placed ? { stock: placed.qty } : { gone: offer.gone }
  const { minQty = 1 } = today && !('gone' in today) ? today : line
  const lot = offer && 'lot' in offer ? offer.lot : undefined
  const problem: Problem = {}
  if (offer && (offer.unitPrice !== line.unitPrice || offer.priceCurrencyCode !== line.priceCurrencyCode))
    problem.prices = offer
  if (lot && lot.piecesPerLot !== line.piecesPerLot) problem.lots = lot
  if (line.qty < minQty && line.qty !== placed?.qty) problem.minimum = minQty
  if (line.qty > line.inventory) problem.stock = Math.max(0, line.inventory)
  return kindsOf(problem).length > 0 ? problem : undefined
}

/** The texts of each kind of problem: how many lines have it, and the button that fixes them. */
export const problemKinds = {
  prices: { found: 'cart.pricesChanged', fix: 'ordering.cart.takePrices' },
  lots: { found: 'ordering.cart.lotsChanged', fix: 'ordering.cart.takeLots' },
  minimum: { found: 'ordering.cart.belowMinimum', fix: 'ordering.cart.takeAllMinimum' },
  stock: { found: 'ordering.cart.stockShort', fix: 'ordering.cart.takeAllLeft' },
  gone: { found: 'ordering.cart.linesGone', fix: 'ordering.cart.removeGone' },
} as const
export type ProblemKind = keyof typeof problemKinds
export const allKinds = Object.keys(problemKinds) as ProblemKind[]

export const kindsOf = (problem: Problem | undefined): ProblemKind[] =>
  allKinds.filter((kind) => problem?.[kind] !== undefined)

/** The kinds among a cart's lines. */
export function problemKindsOf({ lines, editing }: Cart, offers: Offers): Set<ProblemKind> {
  const findProblem = problemFinder(offers, editing?.placed)
  return new Set(lines.flatMap((line) => kindsOf(findProblem(line))))
}

/** For all lines or one. */
export function withFixed(
  lines: CartLine[],
  findProblem: FindProblem,
  kinds: readonly ProblemKind[],
  only?: string,
): CartLine[] {
  return lines.flatMap((line) => {
    const problem = only && only !== line.productId ? undefined : findProblem(line)
    const toFix = kindsOf(problem).filter((kind) => kinds.includes(kind))
    if (toFix.length === 0) return [line]
    return fixLine(line, Object.fromEntries(toFix.map((kind) => [kind, problem?.[kind]])))
  })
}

/** At today's price and remaining stock; none if it must go. */
function fixLine(line: CartLine, { gone, prices = line, lots, minimum, stock }: Problem): CartLine[] {
  if (gone || stock === 0 || (minimum && minimum > line.inventory)) return []
  const { unitPrice, priceCurrencyCode } = prices
  return [{ ...line, ...lots, unitPrice, priceCurrencyCode, qty: stock ?? minimum ?? line.qty }]
}

/** Lines missing in the answer are gone for a reason still unknown. */
export function offersOf(ids: readonly string[], products: Product[]): Map<string, Offer> {
  const offers = new Map<string, Offer>(ids.map((id) => [id, { gone: 'unknown' }]))
  for (const { items } of products) {
    for (const {
      productId,
      unitPrice,
      currencyCode,
      lotCode,
      lotDescription,
      piecesPerLot,
      minQty,
    } of items) {
      offers.set(
        productId,
        unitPrice === undefined || currencyCode === undefined
          ? { gone: 'noPrice' }
          : {
              unitPrice,
              priceCurrencyCode: currencyCode,
              minQty,
              ...(lotCode ? { lot: { lotDescription, piecesPerLot } } : {}),
            },
      )
    }
  }
  return offers
}

/** Adds the reasons from CheckOrderLines. */
export function withReasons(offers: Offers, lines: CartLine[], checked: CheckedLine[]): Map<string, Offer> {
  const known = new Map(offers)
  for (const [index, { productId }] of lines.entries()) {
    const status = checked[index]?.status
    if (status === 'brandExcluded' || status === 'inactive' || status === 'noPrice') {
      known.set(productId, { gone: status })
    }
  }
  return known
}

export function withRefused(
  offers: Offers,
  code: ErrorCode | undefined,
  refused: LineProblem[],
): Map<string, Offer> {
  const known = new Map(offers)
  for (const {
    productId,
    newUnitPrice,
    newListPrice = newUnitPrice,
    newPriceCurrencyCode,
    piecesPerLot,
    lotDescription,
    minQty,
  } of refused) {
    const before = known.get(productId)
    if (code === 'order.lineUnavailable') {
      known.set(productId, before && 'gone' in before ? before : { gone: 'unknown' })
    }
    if (code === 'order.priceChanged' && newListPrice != null && newPriceCurrencyCode != null) {
      known.set(productId, { unitPrice: newListPrice, priceCurrencyCode: newPriceCurrencyCode })
    }
    if (minQty !== undefined && before && !('gone' in before)) known.set(productId, { ...before, minQty })
    if (code === 'order.lotChanged' && before && !('gone' in before) && piecesPerLot) {
      known.set(productId, { ...before, lot: { piecesPerLot, lotDescription: lotDescription ?? '' } })
    }
  }
  return known
}

/** Agreed prices, lot contents and quantities stay. Unchanged lines keep their identity. */
export function withStock(cart: Cart, products: Product[]): Cart {
  const today = new Map<string, Omit<CartLine, 'qty'>>()
  for (const product of products) {
    for (const item of product.items) today.set(item.productId, lineOf(cart, product, item, 0, ''))
  }
  const lines = cart.lines.map((line) => {
    const { unitPrice, priceCurrencyCode, qty, piecesPerLot, lotDescription } = line
    const found = today.get(line.productId)
    const agreed = { unitPrice, priceCurrencyCode, qty, piecesPerLot }
    // New wording is not a new lot.
    const isSameLot = found?.piecesPerLot === piecesPerLot
    const next = found && { ...found, ...agreed, ...(isSameLot ? {} : { lotDescription }) }
    return next && !isSame(next, line) ? next : line
  })
  return lines.every((line, index) => line === cart.lines[index]) ? cart : { ...cart, lines }
}

export function withRefusedStock(cart: Cart, refused: LineProblem[]): Cart {
  const left = new Map(refused.map(({ productId, inventory }) => [productId, inventory]))
  const lines = cart.lines.map((line) => {
    const inventory = left.get(line.productId)
    return inventory === undefined ? line : { ...line, inventory }
  })
  return { ...cart, lines }
}

function isSame(one: CartLine, other: CartLine): boolean {
  return (Object.keys(one) as (keyof CartLine)[]).every((name) =>
    name === 'images' ? one.images.join() === other.images.join() : one[name] === other[name],
  )
}

/** Restores changed or removed lines in place. */
export function withRestored(lines: CartLine[], before: CartLine[], ids: ReadonlySet<string>): CartLine[] {
  const restored = [...lines]
  for (const [index, line] of before.entries()) {
    if (!ids.has(line.productId)) continue
    const at = restored.findIndex((one) => one.productId === line.productId)
    if (at >= 0) {
      restored[at] = line
      continue
    }
    const neighbour = before[index - 1]?.productId
    restored.splice(restored.findIndex((one) => one.productId === neighbour) + 1, 0, line)
  }
  return restored
}
