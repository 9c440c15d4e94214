/*
 * Numbers as Intl writes them. The first Intl.NumberFormat of a page costs a computer 12 ms and a cheap phone 50, while
 * its first list waits; prices and counts are all that it would be asked for. The test holds both against each other.
 */
/** What stands between groups of digits, and before the decimals. */
const signs: Record<string, string> = {
  tr: '.,',
  en: ',.',
  ru: '\u00A0,',
  it: '.,',
  fr: '\u202F,',
  ro: '.,',
  'ar-u-nu-latn': ',.',
}

/** What stands before the decimals. */
export const decimalSign = (locale: string) => signs[locale]?.[1] ?? '.'

/** A count, 1.234, rounded where it is none; of a `locale` of the product's languages, see src/web/i18n.ts. */
export const countText = (count: number, locale: string) =>
  wholeText(count, locale) ?? byIntl(count, locale, 0, 0)

/** A number with as many as three decimals. */
export const numberText = (value: number, locale: string) =>
  wholeText(value, locale) ?? byIntl(value, locale, 0, 3)

function wholeText(value: number, locale: string): string | undefined {
  return locale in signs && /^\d+$/.test(String(value)) ? grouped(String(value), locale) : undefined
}

/** An amount with two decimals, 1.234,50. */
export function amountText(amount: number, locale: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d\d?))?$/.exec(String(amount)) ?? []
  if (!whole || !(locale in signs)) return byIntl(amount, locale, 2, 2)
  return grouped(whole, locale) + signs[locale]?.[1] + decimals.padEnd(2, '0')
}

/** Italian leaves four digits together. */
const grouped = (digits: string, locale: string) =>
  locale === 'it' && digits.length === 4
    ? digits
    : digits.replaceAll(/\B(?=(\d{3})+$)/g, signs[locale]?.[0] ?? '')

const formats = new Map<string, Intl.NumberFormat>()

/** What is negative, to be rounded, or no number at all. */
function byIntl(value: number, locale: string, least: number, most: number): string {
  const key = `${locale} ${least} ${most}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, format)
  return format.format(value)
}
