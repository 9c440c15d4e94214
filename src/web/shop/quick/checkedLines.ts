import type { CheckedLine, Product, ProductItem } from '#shared/catalogue.ts'
import type { ItemQty } from '../cart/cart.ts'
import { faultOf, type LineFault, type ReadLine } from './orderLine.ts'
import { readQty } from './quantity.ts'

/** A line of the list, known by its number. */
export type ListLine = ReadLine & {
  id: number
  /** Chosen by hand where the code stood for several. */
  productId?: string
}

/** What keeps a line out of the cart. unchecked: nobody has been asked yet. */
type LineProblem = LineFault | Exclude<CheckedLine['status'], 'ok'> | 'unchecked'

export type Offer = { product: Product; item: ProductItem }

/** A line with what it stands for, or with what is wrong. */
export type JudgedLine = ListLine & {
  count: number
  problem?: LineProblem
  offer?: Offer
  candidates: Offer[]
  /** Units that are left for a line that wants more. */
  left: number
}

/** What the server has said, by {@link questionOf}: the same line is never asked about twice. */
export type Answers = { lines: Map<string, CheckedLine>; offers: Map<string, Offer> }

/** What the server is asked about a line; the quantity is compared with the stock here. */
export function questionOf({ code, colorCode, size }: ReadLine): string {
  return JSON.stringify([code.trim(), colorCode.trim(), size.trim()])
}

/**
 * Judges all lines. Stock counts once: what the cart has of a size or lot already, and what earlier lines take of
 * it, is not there for a later one.
 */
export function judge(lines: ListLine[], answers: Answers, inCart: Map<string, number>): JudgedLine[] {
  const taken = new Map(inCart)
  return lines.map((line) => {
    const count = readQty(line.qty) ?? 0
    const answer = answers.lines.get(questionOf(line))
    const candidates = (answer?.candidates ?? []).flatMap((id) => answers.offers.get(id) ?? [])
    const offer = answers.offers.get(line.productId ?? answer?.productId ?? '')
    const judged = { ...line, count, candidates, left: 0, ...(offer ? { offer } : {}) }
    const fault = faultOf(line)
    if (fault) return { ...judged, problem: fault }
    if (!answer) return { ...judged, problem: 'unchecked' }
    if (!line.productId && answer.status !== 'ok' && answer.status !== 'short') {
      return { ...judged, problem: answer.status }
    }
    if (!offer) return { ...judged, problem: 'unknown' }
    if (offer.item.unitPrice === undefined) return { ...judged, problem: 'noPrice' }
    if (offer.item.inventory <= 0) return { ...judged, problem: 'noStock' }
    const before = taken.get(offer.item.productId) ?? 0
    const left = Math.max(0, offer.item.inventory - before)
    if (count > left) return { ...judged, left, problem: 'short' }
    taken.set(offer.item.productId, before + count)
    return judged
  })
}

/** What goes into the cart: lines of the same size or lot together. */
export function wantedOf(lines: JudgedLine[]): ItemQty[] {
  const wanted = new Map<string, ItemQty>()
  for (const { problem, offer, count } of lines) {
    if (problem || !offer) continue
    const before = wanted.get(offer.item.productId)?.qty ?? 0
    wanted.set(offer.item.productId, { ...offer, qty: before + count })
  }
  return [...wanted.values()]
}
