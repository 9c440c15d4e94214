import type { Money as Amount } from '#shared/orders.ts'
import { Money } from './Money.tsx'

/** An amount per currency, one under the other: currencies are never added up. */
export function Totals({ totals }: { totals: Amount[] }) {
  return totals.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ))
}
