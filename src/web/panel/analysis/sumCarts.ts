import type { OnlineCustomer } from '#shared/analysis.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import type { Money } from '#shared/orders.ts'

/** Units, and amounts per currency. */
export function sumCarts(customers: Pick<OnlineCustomer, 'totalQty' | 'totals'>[]): {
  qty: number
  totals: Money[]
} {
  const minor = new Map<string, number>()
  for (const { currency, amount } of customers.flatMap(({ totals }) => totals))
    minor.set(currency, (minor.get(currency) ?? 0) + toMinor(amount))
  return {
    qty: customers.reduce((sum, { totalQty }) => sum + totalQty, 0),
    totals: [...minor]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, amount]) => ({ currency, amount: fromMinor(amount) })),
  }
}
