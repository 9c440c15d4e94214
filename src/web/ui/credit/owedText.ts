import { formatMoney } from '#web/format.ts'

/** -₺50,00: what is owed may be negative, and then the sign comes first. */
export const owedText = (amount: number, currencyCode: string) =>
  amount < 0 ? `-${formatMoney(-amount, currencyCode)}` : formatMoney(amount, currencyCode)
