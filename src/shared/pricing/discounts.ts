import { changedPrices } from './priceChanges.ts'
import type { LinePrice, PriceStep } from './pricing.ts'

/** Percents that an agent takes off a line, and off each line of the order. */
export type Discounts = { line?: number | undefined; order?: number | undefined }

/** The price of a unit with an agent's discounts, which come after all rules and count for no tier. */
export function discounted(
  { unitPrice, steps }: LinePrice,
  { line = 0, order = 0 }: Discounts,
  piecesPerLot: number,
): LinePrice {
  const given = [
    { by: 'line' as const, percents: [line] },
    { by: 'order' as const, percents: [order] },
  ].filter(({ percents: [percent] }) => percent !== 0)
  const prices = changedPrices(unitPrice, piecesPerLot, given)
  const own = given.map(
    ({ by, percents }, at): PriceStep => ({
      by,
      name: '',
      basis: 'none',
      from: 0,
      percents,
      unitPrice: prices[at] ?? unitPrice,
    }),
  )
  return { unitPrice: prices.at(-1) ?? unitPrice, steps: [...steps, ...own] }
}

/** Percent off, one after the other: 10 and 5 are 14.5. */
export function discountOf({ line = 0, order = 0 }: Discounts): number {
  return (line * 100 + order * 100 - line * order) / 100
}
