import { createHash } from 'node:crypto'
import { Refusal } from '#shared/errors.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import { maxOrderLines } from '#shared/orderRules.ts'
import type { PlaceOrderInput } from '#shared/orders.ts'

export type Line = PlaceOrderInput['lines'][number]

/** A line with the price it is ordered at, in minor units. */
export type PricedLine = { variantId: string; qty: number; amountMinor: number; currencyCode: string }

/** Of what a person asked for. Prices are left out: they are the server's, and a screen may have renewed them. */
export function hashOf(input: PlaceOrderInput): Buffer {
  const lines = mergeLines(input.lines).map(({ productId, qty }) => `${productId} ${qty}`)
  const { orderType, currAccCode, subCurrAccId = '', salesPersonCode, description, guest } = input
  const whose = [
    orderType,
    currAccCode,
    subCurrAccId,
    salesPersonCode,
    description,
    ...(guest ? [guest] : []),
  ]
  const content = [...whose, ...lines.toSorted()]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** One line per size or lot, in the order first seen; the same one sent twice is one line of both quantities. */
export function mergeLines(lines: Line[]): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const known = merged.get(line.productId)
    merged.set(line.productId, known ? { ...line, qty: known.qty + line.qty } : line)
  }
  return [...merged.values()]
}

/** Units are stored as integer, and amounts travel as numbers: past these bounds a sum would be refused or wrong. */
const mostUnits = 2 ** 31 - 1

/** Refuses with `order.tooManyLines` more than one order holds. */
export function refuseTooMany(lines: unknown[]): void {
  if (lines.length <= maxOrderLines) return
  throw new Refusal('order.tooManyLines', { values: { most: maxOrderLines, count: lines.length } })
}

export function refuseBeyondNumbers(lines: Line[]): void {
  refuseTooMany(lines)
  const amount = lines.reduce((sum, line) => sum + line.qty * toMinor(line.unitPrice), 0)
  if (unitsOf(lines) > mostUnits || amount > Number.MAX_SAFE_INTEGER) throw new Refusal('order.tooLarge')
}

export function unitsOf(lines: { qty: number }[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0)
}

/** Minor units by currency, the currencies in the order first seen. */
export function totalsOf(lines: PricedLine[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { qty, amountMinor, currencyCode } of lines) {
    totals.set(currencyCode, (totals.get(currencyCode) ?? 0) + qty * amountMinor)
  }
  return totals
}

/** What is stored of an order's lines as a whole, in minor units. */
export type Sums = { qty: number; totals: Map<string, number>; largest: { amount: number; currency: string } }

export function sumsOf(lines: PricedLine[]): Sums {
  const totals = totalsOf(lines)
  return { qty: unitsOf(lines), totals, largest: largestOf(totals) }
}

/** The largest of an order's totals, in minor units, and its currency: what lists sort it by. */
function largestOf(totals: Map<string, number>): { amount: number; currency: string } {
  const all = [...totals].map(([currency, amount]) => ({ currency, amount }))
  const [largest] = all.toSorted(
    (one, other) => other.amount - one.amount || (one.currency < other.currency ? -1 : 1),
  )
  if (!largest) throw new Error('An order without lines')
  return largest
}

/** Totals as the change log keeps them: 1234.50 TRY. */
export function writtenTotals(totals: Map<string, number>): string[] {
  return [...totals].map(([currency, minor]) => `${fromMinor(minor).toFixed(2)} ${currency}`)
}
