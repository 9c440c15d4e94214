import type { CheckedLine, Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { ItemQty } from '../cart/stored/cart.ts'
import { faultOf, type LineFault, type ReadLine } from './orderLine.ts'
import { readQty } from './quantity.ts'

export type ListLine = ReadLine & {
  id: number
  /** Chosen by hand for an ambiguous code. */
  productId?: string
}

/** unchecked: not asked yet. */
type LineProblem = LineFault | Exclude<CheckedLine['status'], 'ok'> | 'unchecked'

export type Offer = { product: Product; item: ProductItem }

export type ResolvedLine = ListLine & {
  count: number
  problem?: LineProblem
  offer?: Offer
  candidates: Offer[]
  /** Units left for a line that wants more. */
  left: number
}

/** By {@link questionOf}, so the same question is asked once. */
export type Answers = { lines: Map<string, CheckedLine>; offers: Map<string, Offer> }

/** The quantity is compared with the stock here. */
function questionOf({ code, colorCode, size }: ReadLine): string {
  return JSON.stringify([code.trim(), colorCode.trim(), size.trim()])
}

const asWhole = (line: ListLine, whole: { code: string; qty: string }): ListLine => ({
  ...line,
  ...whole,
  colorCode: '',
  size: '',
})

/** What the server must know to resolve the line. */
export function questionsOf(line: ListLine): string[] {
  const { whole } = line
  return [...(whole ? [questionOf(asWhole(line, whole))] : []), ...(faultOf(line) ? [] : [questionOf(line)])]
}

/** The reading of a line that means a product, the whole text first. */
function readingOf(line: ListLine, answers: Answers): ListLine {
  if (!line.whole) return line
  const whole = asWhole(line, line.whole)
  const status = answers.lines.get(questionOf(whole))?.status
  return status === 'unknown' || status === 'notInItem' ? line : whole
}

/** Stock taken by the cart and earlier lines is not left for later ones. */
export function resolveLines(
  lines: ListLine[],
  answers: Answers,
  inCart: Map<string, number>,
): ResolvedLine[] {
  const taken = new Map(inCart)
  return lines.map((given) => {
    const line = readingOf(given, answers)
    const count = readQty(line.qty) ?? 0
    const answer = answers.lines.get(questionOf(line))
    const candidates = (answer?.candidates ?? []).flatMap((id) => answers.offers.get(id) ?? [])
    const offer = answers.offers.get(line.productId ?? answer?.productId ?? '')
    const resolved = { ...line, count, candidates, left: 0, ...(offer ? { offer } : {}) }
    const fault = faultOf(line)
    if (fault) return { ...resolved, problem: fault }
    if (!answer) return { ...resolved, problem: 'unchecked' }
    if (!line.productId && answer.status !== 'ok' && answer.status !== 'short') {
      return { ...resolved, problem: answer.status }
    }
    if (!offer) return { ...resolved, problem: 'unknown' }
    if (offer.item.unitPrice === undefined) return { ...resolved, problem: 'noPrice' }
    if (offer.item.inventory <= 0) return { ...resolved, problem: 'noStock' }
    const before = taken.get(offer.item.productId) ?? 0
    const left = Math.max(0, offer.item.inventory - before)
    if (count > left) return { ...resolved, left, problem: 'short' }
    taken.set(offer.item.productId, before + count)
    return resolved
  })
}

/** Merges lines of the same variant. */
export function cartItemsOf(lines: ResolvedLine[]): ItemQty[] {
  const items = new Map<string, ItemQty>()
  for (const { problem, offer, count } of lines) {
    if (problem || !offer) continue
    const before = items.get(offer.item.productId)?.qty ?? 0
    items.set(offer.item.productId, { ...offer, qty: before + count })
  }
  return [...items.values()]
}
