import type { Money as Amount } from '#shared/orders.ts'
import { Money } from './Money.tsx'

/**
 * An amount per currency, one under the other: currencies are never added up. They stand by their codes, so that a
 * cart, its receipt and a list of orders name them alike, and none changes places while quantities are typed.
 */
export function Totals({ totals }: { totals: Amount[] }) {
  const byCode = totals.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return byCode.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ))
}
