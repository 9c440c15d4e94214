/*
 * Numbers as Intl writes them. The first Intl.NumberFormat of a page costs a computer 12 ms and a cheap phone 50, while
 * its first list waits; prices and counts are all that it would be asked for. The test holds both against each other.
 */
type Style = { group: string; decimal: string /** Digits before the first group's sign. */; least: number }

const space = '\u00A0'
const narrow = '\u202F'
const styles: Record<string, Style> = {
  tr: { group: '.', decimal: ',', least: 4 },
  en: { group: ',', decimal: '.', least: 4 },
  ru: { group: space, decimal: ',', least: 4 },
  it: { group: '.', decimal: ',', least: 5 },
  fr: { group: narrow, decimal: ',', least: 4 },
  ro: { group: '.', decimal: ',', least: 4 },
  'ar-u-nu-latn': { group: ',', decimal: '.', least: 4 },
}

/** A count, 1.234, rounded where it is none; of a `locale` of the product's languages, see src/web/i18n.ts. */
export const countText = (count: number, locale: string) =>
  wholeText(count, locale) ?? byIntl(count, locale, 0, 0)

/** A number with as many as three decimals. */
export const numberText = (value: number, locale: string) =>
  wholeText(value, locale) ?? byIntl(value, locale, 0, 3)

function wholeText(value: number, locale: string): string | undefined {
  const { [locale]: style } = styles
  return style && /^\d+$/.test(String(value)) ? grouped(String(value), style) : undefined
}

/** An amount with two decimals, 1.234,50. */
export function amountText(amount: number, locale: string): string {
  const { [locale]: style } = styles
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d\d?))?$/.exec(String(amount)) ?? []
  if (!style || !whole) return byIntl(amount, locale, 2, 2)
  return grouped(whole, style) + style.decimal + decimals.padEnd(2, '0')
}

const grouped = (digits: string, { group, least }: Style) =>
  digits.length < least ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, group)

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
