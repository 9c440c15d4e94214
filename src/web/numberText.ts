/*
 * Formats like Intl (a test compares): a page's first Intl.NumberFormat costs 12 ms on a computer, 50 ms on a
 * cheap phone.
 */
/** Group separator, then decimal separator. */
const separators: Record<string, string> = {
  tr: '.,',
  en: ',.',
  ru: '\u00A0,',
  it: '.,',
  fr: '\u202F,',
  ro: '.,',
  'ar-u-nu-latn': ',.',
}

export const decimalSeparator = (locale: string) => separators[locale]?.[1] ?? '.'

/** Rounds. `locale` is one of src/web/i18n.ts. */
export const countText = (count: number, locale: string) =>
  wholeText(count, locale) ?? formatWithIntl(count, locale, 0, 0)

export const numberText = (value: number, locale: string, maxDecimals = 3) =>
  wholeText(value, locale) ?? formatWithIntl(value, locale, 0, maxDecimals)

/** As it is typed: without grouping, with all its decimals. */
export const typedText = (value: number | string, locale: string) =>
  String(value).replace('.', decimalSeparator(locale))

function wholeText(value: number, locale: string): string | undefined {
  return locale in separators && /^\d+$/.test(String(value)) ? groupDigits(String(value), locale) : undefined
}

/** Two decimals; up to four where a unit price has them. */
export function amountText(amount: number, locale: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(String(amount)) ?? []
  if (!whole || !(locale in separators)) return formatWithIntl(amount, locale, 2, 4)
  return groupDigits(whole, locale) + separators[locale]?.[1] + decimals.padEnd(2, '0')
}

/** Italian does not group four digits. */
const groupDigits = (digits: string, locale: string) =>
  locale === 'it' && digits.length === 4
    ? digits
    : digits.replaceAll(/\B(?=(\d{3})+$)/g, separators[locale]?.[0] ?? '')

const formats = new Map<string, Intl.NumberFormat>()

/** For negative numbers, rounding and NaN. */
function formatWithIntl(value: number, locale: string, minDecimals: number, maxDecimals: number): string {
  const key = `${locale} ${minDecimals} ${maxDecimals}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: minDecimals, maximumFractionDigits: maxDecimals })
  formats.set(key, format)
  return format.format(value)
}
