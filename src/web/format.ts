import { currencySign } from '#shared/money.ts'
import { locale } from './i18n.ts'
import { amountText, countText } from './numberText.ts'

/** An amount with its sign: ₺1.234,50. */
export function formatMoney(amount: number, currencyCode: string): string {
  return `${currencySign(currencyCode)}${amountText(amount, locale)}`
}

export function formatCount(count: number): string {
  return countText(count, locale)
}

let dayTime: Intl.DateTimeFormat | undefined

/** An ISO instant in the reader's own time. */
export function formatDateTime(instant: string): string {
  // Made when one is first shown: the first format of a page takes long.
  dayTime ??= new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return dayTime.format(new Date(instant))
}

let timeAlone: Intl.DateTimeFormat | undefined

/** The time of an ISO instant in the reader's own time, without its day. */
export function formatTime(instant: string): string {
  timeAlone ??= new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  return timeAlone.format(new Date(instant))
}
