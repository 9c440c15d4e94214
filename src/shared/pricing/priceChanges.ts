import { fromTicks, toTicks } from '#shared/numbers/money.ts'
import { withPercent } from '#shared/numbers/percentOff.ts'

/** A new price, an amount off, or percents off one after the other. Amounts are for a piece. */
export type PriceChange = {
  fixed?: number | undefined
  off?: number | undefined
  percents?: readonly number[] | undefined
}

/**
 * A unit's price after each of the changes. Percents are rounded to four decimals, half up, at the price of a piece, so that
 * goods in a lot cost what they cost loose; at that of the lot where its price is no whole number of pieces' prices.
 */
export function changedPrices(
  unitPrice: number,
  piecesPerLot: number,
  changes: readonly PriceChange[],
): number[] {
  const whole = toTicks(unitPrice)
  const isDivisible = whole % piecesPerLot === 0
  const [parts, piecesPerPart] = isDivisible ? [piecesPerLot, 1] : [1, piecesPerLot]
  let ticks = whole / parts
  return changes.map((change) => {
    ticks = ticksAfter(ticks, change, piecesPerPart)
    return fromTicks(ticks * parts)
  })
}

function ticksAfter(ticks: number, { fixed, off, percents = [] }: PriceChange, pieces: number): number {
  if (fixed !== undefined) return toTicks(fixed) * pieces
  if (off !== undefined) return Math.max(0, ticks - toTicks(off) * pieces)
  return percents.reduce((price, percent) => withPercent(price, Math.round(percent * 100)), ticks)
}
