import { createHash } from 'node:crypto'
import { Refusal } from '#shared/errors.ts'
import { byCurrency, fromMinor, type Minor, minorOfLine, type Ticks, toTicks } from '#shared/numbers/money.ts'
import { headerNames } from '#shared/orders/headerFields.ts'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import { type TaxRounding, taxOf } from '#shared/pricing/tax.ts'

export type Line = PlaceOrderInput['lines'][number]

/**
 * `ticks`: the price of one unit. `listMinor` and `steps`: what rules made the price from; absent where it is the list
 * price.
 */
export type PricedLine = {
  variantId: string
  qty: number
  ticks: Ticks
  currencyCode: string
  listMinor?: Minor | undefined
  steps?: PriceStep[] | undefined
  /** VAT; null or absent if not known. */
  taxPercent?: number | null | undefined
}

/** Hash of what the person entered, without prices: the server sets them, and a screen may refresh them. */
export function hashOf(input: PlaceOrderInput, merged = mergeLines(input.lines)): Buffer {
  const lines = merged.map(
    ({ productId, qty, discount }) => `${productId} ${qty}${discount ? ` ${discount}` : ''}`,
  )
  const { orderType, currAccCode, subCurrAccId = '', salesPersonCode, description, guest, ...rest } = input
  const header = [
    orderType,
    currAccCode,
    subCurrAccId,
    salesPersonCode,
    description,
    ...(guest ? [guest] : []),
    // Empty fields are left out, so that stored hashes stay right when a field is added.
    ...headerNames.flatMap((name) => (name !== 'description' && rest[name] ? [{ [name]: rest[name] }] : [])),
  ]
  const content = [...header, ...lines.toSorted()]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** One line per variant, quantities added. */
export function mergeLines(lines: Line[]): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const known = merged.get(line.productId)
    merged.set(line.productId, known ? { ...line, qty: known.qty + line.qty } : line)
  }
  return [...merged.values()]
}

/** Larger sums do not fit the integer column. */
const maxUnits = 2 ** 31 - 1

/** Refuses with `order.tooManyLines`. */
export function refuseTooMany(lines: unknown[]): void {
  if (lines.length <= maxOrderLines) return
  throw new Refusal('order.tooManyLines', { values: { most: maxOrderLines, count: lines.length } })
}

export function refuseTooLarge(lines: Line[]): void {
  refuseTooMany(lines)
  const ticks = lines.reduce((sum, line) => sum + line.qty * toTicks(line.unitPrice), 0)
  if (unitsOf(lines) > maxUnits || ticks > Number.MAX_SAFE_INTEGER) throw new Refusal('order.tooLarge')
}

function unitsOf(lines: { qty: number }[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0)
}

/** Sums stored for an order's lines, by currency. `texts`: the totals for the change log, 1234.50 TRY. */
export type Sums = {
  qty: number
  totals: Map<string, Minor>
  /** VAT, where it is known. */
  taxes: Map<string, Minor>
  largest: { amount: Minor; currency: string }
  texts: string[]
}

/** `rounding`: null for an order without VAT. */
export function sumsOf(lines: PricedLine[], rounding: TaxRounding | null): Sums {
  const totals = byCurrency(lines.map((line) => [line.currencyCode, minorOfLine(line.qty, line.ticks)]))
  const texts = [...totals].map(([currency, amount]) => `${fromMinor(amount).toFixed(2)} ${currency}`)
  return { qty: unitsOf(lines), totals, taxes: taxesOf(lines, rounding), largest: largestOf(totals), texts }
}

function taxesOf(lines: PricedLine[], rounding: TaxRounding | null): Map<string, Minor> {
  if (!rounding) return new Map()
  const taxed = lines.map(({ qty, ticks, currencyCode, taxPercent = null }) => ({
    currency: currencyCode,
    netMinor: minorOfLine(qty, ticks),
    percent: taxPercent,
  }))
  return new Map(taxOf(taxed, rounding).map(({ currency, taxMinor }) => [currency, taxMinor]))
}

/** Lists sort by it. */
function largestOf(totals: Map<string, Minor>): Sums['largest'] {
  const all = [...totals].map(([currency, amount]) => ({ currency, amount }))
  const [largest] = all.toSorted(
    (one, other) => other.amount - one.amount || (one.currency < other.currency ? -1 : 1),
  )
  if (!largest) throw new Error('An order without lines')
  return largest
}
