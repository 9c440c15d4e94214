import { locale } from '#web/i18n.ts'

const numbers = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** What one of a currency is worth in another: '1 EUR = 48.50 TRY'. */
export const rateText = (of: { currency: string; rate: number }, currency: string): string =>
  `1 ${of.currency} = ${numbers.format(of.rate)} ${currency}`

/** What stands before the decimals of a number in the page's language. */
export const decimalSeparator =
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
