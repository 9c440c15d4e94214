import { fromTicks, type Ticks, ticks, toTicks } from '#shared/numbers/money.ts'
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
  let price = ticks(whole / parts)
  return changes.map((change) => {
    price = priceAfter(price, change, piecesPerPart)
    return fromTicks(ticks(price * parts))
  })
}

function priceAfter(price: Ticks, { fixed, off, percents = [] }: PriceChange, pieces: number): Ticks {
  if (fixed !== undefined) return ticks(toTicks(fixed) * pieces)
  if (off !== undefined) return ticks(Math.max(0, price - toTicks(off) * pieces))
  return percents.reduce<Ticks>((left, percent) => ticks(withPercent(left, Math.round(percent * 100))), price)
}
