import type { Money as Amount } from '#shared/orders/orders.ts'
import { Money } from './Money.tsx'

/** Sorted by currency code: the same order everywhere, stable while quantities change. */
export function Totals({ totals }: { totals: Amount[] }) {
  const byCode = totals.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return byCode.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ))
}
