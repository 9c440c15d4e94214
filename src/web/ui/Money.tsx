import { formatMoney } from '#web/format.ts'

/** An amount with its currency's sign, readable in either direction. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <bdi className="number">{formatMoney(amount, currency)}</bdi>
}
