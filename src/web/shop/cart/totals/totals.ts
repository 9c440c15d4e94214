import { byCurrency, fromMinor, minorOfLine, toTicks } from '#shared/numbers/money.ts'
import type { Money } from '#shared/orders/orders.ts'
import type { CartLine } from '../stored/cart.ts'

/** Pieces: a lot counts its content. */
export function totalPieces(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty * line.piecesPerLot, 0)
}

/** Summed in minor units, so cents add up. */
export function totalsOf(lines: CartLine[]): Money[] {
  const sums = byCurrency(
    lines.map((line) => [line.priceCurrencyCode, minorOfLine(line.qty, toTicks(line.unitPrice))]),
  )
  return [...sums].map(([currency, amount]) => ({ currency, amount: fromMinor(amount) }))
}
