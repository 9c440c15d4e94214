import { formatMoney } from '#web/format.ts'

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <bdi className="number">{formatMoney(amount, currency)}</bdi>
}
