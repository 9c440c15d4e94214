import type { Money } from '#shared/orders.ts'
import { formatMoney } from '#web/format.ts'

/** One line per currency. */
export function Amounts({ amounts }: { amounts: Money[] }) {
  if (amounts.length === 0) return '–'
  return amounts.map(({ currency, amount }) => (
    <div key={currency}>
      <bdi>{formatMoney(amount, currency)}</bdi>
    </div>
  ))
}
