import { fromMinor, toMinor } from './money.ts'
import { withPercent } from './percentOff.ts'
import type { LinePrice, PriceStep } from './pricing.ts'

/** Percents that an agent takes off a line, and off each line of the order. */
export type Discounts = { line?: number | undefined; order?: number | undefined }

/** The price with an agent's discounts, which come after all rules and count for no tier. */
export function discounted({ unitPrice, steps }: LinePrice, { line = 0, order = 0 }: Discounts): LinePrice {
  const given = [
    { by: 'line' as const, percent: line },
    { by: 'order' as const, percent: order },
  ]
  let minor = toMinor(unitPrice)
  const own = given.flatMap(({ by, percent }): PriceStep[] => {
    if (percent === 0) return []
    minor = withPercent(minor, Math.round(percent * 100))
    return [{ by, name: '', basis: 'none', from: 0, percents: [percent], unitPrice: fromMinor(minor) }]
  })
  return { unitPrice: fromMinor(minor), steps: [...steps, ...own] }
}

/** Percent off, one after the other: 10 and 5 are 14.5. */
export function discountOf({ line = 0, order = 0 }: Discounts): number {
  return (line * 100 + order * 100 - line * order) / 100
}
