import { locale } from '#web/i18n.ts'

const plain = new Intl.NumberFormat(locale, {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** An amount as it stands in a field: with two decimals, the reader's own separator and no other. */
export const amountText = (amount: number) => plain.format(amount)
