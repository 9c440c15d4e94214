import type { LinePrice, PriceStep } from './pricing.ts'

/** The price before an agent's discounts. `listPrice`: absent where no rule and no discount changed it. */
export function undiscounted({
  unitPrice,
  listPrice,
  steps = [],
}: {
  unitPrice: number
  listPrice?: number | undefined
  steps?: PriceStep[] | undefined
}): LinePrice {
  const rules = steps.filter(({ by }) => by === undefined)
  if (rules.length === steps.length) return { unitPrice, steps }
  return { unitPrice: rules.at(-1)?.unitPrice ?? listPrice ?? unitPrice, steps: rules }
}

/** Percent that an agent took off this line; 0 for none. */
export function lineDiscountOf(steps: readonly PriceStep[] | undefined): number {
  return steps?.find(({ by }) => by === 'line')?.percents?.[0] ?? 0
}
