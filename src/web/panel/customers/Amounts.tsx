import type { Money } from '#shared/orders/orders.ts'
import { owedText } from '#web/ui/credit/owedText.ts'

/** One line per currency. */
export function Amounts({ amounts }: { amounts: Money[] }) {
  if (amounts.length === 0) return '–'
  return amounts.map(({ currency, amount }) => (
    <div key={currency}>
      <bdi>{owedText(amount, currency)}</bdi>
    </div>
  ))
}
