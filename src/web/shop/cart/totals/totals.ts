import { fromMinor, minorOfLine, toTicks } from '#shared/numbers/money.ts'
import type { Money } from '#shared/orders/orders.ts'
import type { CartLine } from '../stored/cart.ts'

/** Pieces: a lot counts its content. */
export function totalPieces(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty * line.piecesPerLot, 0)
}

/** Summed in minor units, so cents add up. */
export function totalsOf(lines: CartLine[]): Money[] {
  const minor = new Map<string, number>()
  for (const { priceCurrencyCode, unitPrice, qty } of lines) {
    minor.set(priceCurrencyCode, (minor.get(priceCurrencyCode) ?? 0) + minorOfLine(qty, toTicks(unitPrice)))
  }
  return [...minor].map(([currency, amount]) => ({ currency, amount: fromMinor(amount) }))
}
