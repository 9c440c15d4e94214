import { locale } from '#web/i18n.ts'

const numbers = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** '1 EUR = 48.50 TRY'. */
export const rateText = (rate: { currency: string; rate: number }, currency: string): string =>
  `1 ${rate.currency} = ${numbers.format(rate.rate)} ${currency}`

export const decimalSeparator =
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
