import type { CheckedLine, Product } from '#shared/catalogue.ts'
import type { ErrorCode, LineProblem } from '#shared/errors.ts'
import type { WhyNot } from '#shared/listing.ts'
import { type Cart, type CartLine, lineOf, type Placed } from './cart.ts'

type Price = Pick<CartLine, 'unitPrice' | 'priceCurrencyCode'>
/** Why a line can no longer be ordered by this account. */
export type WhyGone = Exclude<WhyNot, 'noStock'>
/** What the server offers of a line today: its price, or why there is none. */
export type Offer = Price | { gone: WhyGone }
export type Offers = ReadonlyMap<string, Offer>

/** What stands between a line and an order: it is gone; or its price is another one, or fewer units are left. */
export type Problem = { gone?: WhyGone; newUnitPrice?: number; newPriceCurrencyCode?: string; left?: number }

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
  if (left === undefined && !isOther) return undefined
  return {
    ...(isOther ? { newUnitPrice: offer.unitPrice, newPriceCurrencyCode: offer.priceCurrencyCode } : {}),
    ...(left === undefined ? {} : { left }),
  }
}

/** The line as it can be ordered: at today's price, as many as are left; undefined where it has to go. */
export function settled(line: CartLine, problem: Problem | undefined): CartLine | undefined {
  if (!problem) return line
  const { gone, left, newUnitPrice = line.unitPrice, newPriceCurrencyCode = line.priceCurrencyCode } = problem
  if (gone || left === 0) return undefined
  return { ...line, unitPrice: newUnitPrice, priceCurrencyCode: newPriceCurrencyCode, qty: left ?? line.qty }
}

export type Kind = 'prices' | 'stock' | 'gone'

/** Of which kind a line's problems are. */
export function kindsOf(problem: Problem | undefined): Kind[] {
  if (!problem) return []
  if (problem.gone) return ['gone']
  return [
    ...(problem.newUnitPrice === undefined ? [] : (['prices'] as const)),
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
  const { left, ...price } = problem
  return {
    ...(kinds.includes('prices') ? price : {}),
    ...(left !== undefined && kinds.includes('stock') ? { left } : {}),
  }
}

/** Today's offers of the lines asked for; what was not answered is gone, for a reason not known yet. */
export function offersOf(ids: readonly string[], products: Product[]): Map<string, Offer> {
  const offers = new Map<string, Offer>(ids.map((id) => [id, { gone: 'unknown' }]))
  for (const { items } of products) {
    for (const { productId, unitPrice, currencyCode } of items) {
      offers.set(
        productId,
        unitPrice === undefined || currencyCode === undefined
          ? { gone: 'noPrice' }
          : { unitPrice, priceCurrencyCode: currencyCode },
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
  for (const { productId, newUnitPrice, newPriceCurrencyCode } of refused) {
    if (code === 'order.lineUnavailable') {
      const before = known.get(productId)
      known.set(productId, before && 'gone' in before ? before : { gone: 'unknown' })
    }
    if (code === 'order.priceChanged' && newUnitPrice != null && newPriceCurrencyCode != null) {
      known.set(productId, { unitPrice: newUnitPrice, priceCurrencyCode: newPriceCurrencyCode })
    }
  }
  return known
}

/**
 * The cart with today's stock, names and photos. Prices stay those that the person has agreed to, quantities as they
 * were typed. Lines of which nothing is new stay the very same.
 */
export function withStock(cart: Cart, products: Product[]): Cart {
  const fresh = new Map<string, Omit<CartLine, 'qty'>>()
  for (const product of products) {
    for (const item of product.items) fresh.set(item.productId, lineOf(cart, product, item, 0, ''))
  }
  const lines = cart.lines.map((line) => {
    const { unitPrice, priceCurrencyCode, qty } = line
    const found = fresh.get(line.productId)
    const next = found && { ...found, unitPrice, priceCurrencyCode, qty }
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
