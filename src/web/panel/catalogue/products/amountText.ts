import { locale } from '#web/i18n.ts'

const plain = new Intl.NumberFormat(locale, {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Two decimals, the locale's separator, no grouping. */
export const amountText = (amount: number) => plain.format(amount)
