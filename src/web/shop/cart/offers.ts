import type { CheckedLine, Product } from '#shared/catalogue.ts'
import type { ErrorCode, LineProblem } from '#shared/errors.ts'
import type { WhyNot } from '#shared/listing.ts'
import { type Cart, type CartLine, lineOf, type Placed } from './cart.ts'

type Price = Pick<CartLine, 'unitPrice' | 'priceCurrencyCode'>
/** What is in a lot. */
type Lot = Pick<CartLine, 'piecesPerLot' | 'lotDescription'>
/** Why a line can no longer be ordered by this account. */
export type WhyGone = Exclude<WhyNot, 'noStock'>
/** What the server offers of a line today: its price and what is in a lot of it, or why there is none. */
export type Offer = (Price & { lot?: Lot }) | { gone: WhyGone }
export type Offers = ReadonlyMap<string, Offer>

/**
 * What stands between a line and an order: it is gone; or its price is another one, a lot of it holds another number of
 * pieces, or fewer units are left.
 */
export type Problem = {
  gone?: WhyGone
  newUnitPrice?: number
  newPriceCurrencyCode?: string
  newLot?: Lot
  left?: number
}

/** Says what is wrong with a line, if anything. */
export type Judge = (line: CartLine) => Problem | undefined

/** Judges lines by today's offers, and by what the order under amendment has already. */
export function judgeOf(offers: Offers, placed: Placed | undefined): Judge {
  return (line) => problemOf(line, offers.get(line.productId), placed?.[line.productId])
}

/**
 * What is wrong with a line, or undefined. A line that was not asked for yet is held against its known stock only. Of
 * an order under amendment no more than it has needs no offer and keeps its price.
 */
export function problemOf(
  line: CartLine,
  today: Offer | undefined,
  placed?: Placed[string],
): Problem | undefined {
  const offer = placed && line.qty <= placed.qty ? placed : today
  if (offer && 'gone' in offer) return placed ? { left: placed.qty } : { gone: offer.gone }
  const left = line.qty > line.inventory ? Math.max(0, line.inventory) : undefined
  const isOther =
    offer !== undefined &&
    (offer.unitPrice !== line.unitPrice || offer.priceCurrencyCode !== line.priceCurrencyCode)
  const lot = offer && 'lot' in offer ? offer.lot : undefined
  const isOtherLot = lot !== undefined && lot.piecesPerLot !== line.piecesPerLot
  if (left === undefined && !isOther && !isOtherLot) return undefined
  return {
    ...(isOther ? { newUnitPrice: offer.unitPrice, newPriceCurrencyCode: offer.priceCurrencyCode } : {}),
    ...(isOtherLot ? { newLot: lot } : {}),
    ...(left === undefined ? {} : { left }),
  }
}

/** The line as it can be ordered: at today's price, as many as are left; undefined where it has to go. */
export function settled(line: CartLine, problem: Problem | undefined): CartLine | undefined {
  if (!problem) return line
  const { gone, left, newUnitPrice = line.unitPrice, newPriceCurrencyCode = line.priceCurrencyCode } = problem
  if (gone || left === 0) return undefined
  const agreed = {
    ...line,
    ...problem.newLot,
    unitPrice: newUnitPrice,
    priceCurrencyCode: newPriceCurrencyCode,
  }
  return { ...agreed, qty: left ?? line.qty }
}

export type Kind = 'prices' | 'lots' | 'stock' | 'gone'

/** Of which kind a line's problems are. */
export function kindsOf(problem: Problem | undefined): Kind[] {
  if (!problem) return []
  if (problem.gone) return ['gone']
  return [
    ...(problem.newUnitPrice === undefined ? [] : (['prices'] as const)),
    ...(problem.newLot ? (['lots'] as const) : []),
    ...(problem.left === undefined ? [] : (['stock'] as const)),
  ]
}

/** The lines after problems of these kinds are settled: all of them, or those of one line. */
export function withSettled(
  lines: CartLine[],
  judge: Judge,
  kinds: readonly Kind[],
  only?: string,
): CartLine[] {
  return lines.flatMap((line) => {
    const problem = only && only !== line.productId ? undefined : judge(line)
    return settled(line, narrowed(problem, kinds)) ?? []
  })
}

function narrowed(problem: Problem | undefined, kinds: readonly Kind[]): Problem | undefined {
  if (!problem || !kindsOf(problem).some((kind) => kinds.includes(kind))) return undefined
  if (problem.gone) return problem
  const { left, newLot, ...price } = problem
  return {
    ...(kinds.includes('prices') ? price : {}),
    ...(newLot && kinds.includes('lots') ? { newLot } : {}),
    ...(left !== undefined && kinds.includes('stock') ? { left } : {}),
  }
}

/** Today's offers of the lines asked for; what was not answered is gone, for a reason not known yet. */
export function offersOf(ids: readonly string[], products: Product[]): Map<string, Offer> {
  const offers = new Map<string, Offer>(ids.map((id) => [id, { gone: 'unknown' }]))
  for (const { items } of products) {
    for (const { productId, unitPrice, currencyCode, lotCode, lotDescription, piecesPerLot } of items) {
      offers.set(
        productId,
        unitPrice === undefined || currencyCode === undefined
          ? { gone: 'noPrice' }
          : {
              unitPrice,
              priceCurrencyCode: currencyCode,
              ...(lotCode ? { lot: { lotDescription, piecesPerLot } } : {}),
            },
      )
    }
  }
  return offers
}

/** The offers with the reasons why lines are gone, as the check of their codes has answered them. */
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

/** The offers after the server has refused an order for the sake of some lines. */
export function withRefused(
  offers: Offers,
  code: ErrorCode | undefined,
  refused: LineProblem[],
): Map<string, Offer> {
  const known = new Map(offers)
  for (const { productId, newUnitPrice, newPriceCurrencyCode, piecesPerLot, lotDescription } of refused) {
    const before = known.get(productId)
    if (code === 'order.lineUnavailable') {
      known.set(productId, before && 'gone' in before ? before : { gone: 'unknown' })
    }
    if (code === 'order.priceChanged' && newUnitPrice != null && newPriceCurrencyCode != null) {
      known.set(productId, { unitPrice: newUnitPrice, priceCurrencyCode: newPriceCurrencyCode })
    }
    if (code === 'order.lotChanged' && before && !('gone' in before) && piecesPerLot) {
      known.set(productId, { ...before, lot: { piecesPerLot, lotDescription: lotDescription ?? '' } })
    }
  }
  return known
}

/**
 * The cart with today's stock, names and photos. Prices and what is in a lot stay those that the person has agreed to,
 * quantities as they were typed. Lines of which nothing is new stay the very same.
 */
export function withStock(cart: Cart, products: Product[]): Cart {
  const fresh = new Map<string, Omit<CartLine, 'qty'>>()
  for (const product of products) {
    for (const item of product.items) fresh.set(item.productId, lineOf(cart, product, item, 0, ''))
  }
  const lines = cart.lines.map((line) => {
    const { unitPrice, priceCurrencyCode, qty, piecesPerLot, lotDescription } = line
    const found = fresh.get(line.productId)
    const agreed = { unitPrice, priceCurrencyCode, qty, piecesPerLot }
    // Other words for the same pieces are no other lot.
    const isSameLot = found?.piecesPerLot === piecesPerLot
    const next = found && { ...found, ...agreed, ...(isSameLot ? {} : { lotDescription }) }
    return next && !isSame(next, line) ? next : line
  })
  return lines.every((line, index) => line === cart.lines[index]) ? cart : { ...cart, lines }
}

/** The cart with the stock that a refusal has named. */
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

/**
 * Lines that were changed or taken away, put back as they were and where they stood; every other line stays as it is
 * now.
 */
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
