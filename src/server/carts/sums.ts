import { Refusal } from '#shared/errors.ts'
import { byCurrency, fromMinor, minorOfLine, toTicks } from '#shared/numbers/money.ts'
import type { Money } from '#shared/orders/orders.ts'

type Priced = { qty: number; unitPrice: number; currency: string }

/** Larger sums do not fit the integer column. */
const maxUnits = 2 ** 31 - 1

/** Largest amount first. Refuses with `order.tooLarge`. */
export function sumsOf(lines: Priced[]): { qty: number; totals: Money[] } {
  const qty = lines.reduce((sum, line) => sum + line.qty, 0)
  const sums = byCurrency(
    lines.map((line) => [line.currency, minorOfLine(line.qty, toTicks(line.unitPrice))]),
  )
  const amounts = [...sums].toSorted(([, one], [, other]) => other - one)
  if (qty > maxUnits || amounts.some(([, amount]) => amount > Number.MAX_SAFE_INTEGER)) {
    throw new Refusal('order.tooLarge')
  }
  return { qty, totals: amounts.map(([currency, amount]) => ({ currency, amount: fromMinor(amount) })) }
}
