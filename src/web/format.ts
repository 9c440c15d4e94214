import { currencySign } from '#shared/numbers/money.ts'
import { locale } from './i18n.ts'
import { amountText, countText } from './numberText.ts'
import { settings } from './settings.ts'

/** ₺1.234,50 */
export function formatMoney(amount: number, currencyCode: string): string {
  return `${currencySign(currencyCode)}${amountText(amount, locale)}`
}

export function formatCount(count: number): string {
  return countText(count, locale)
}

let dateTimeFormat: Intl.DateTimeFormat | undefined

/** In the wholesaler's time zone. */
export function formatDateTime(instant: string): string {
  // Lazy: a page's first Intl format is slow.
  dateTimeFormat ??= new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings.timeZone,
  })
  return dateTimeFormat.format(new Date(instant))
}

let timeFormat: Intl.DateTimeFormat | undefined

/** In the wholesaler's time zone, without the date. */
export function formatTime(instant: string): string {
  timeFormat ??= new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: settings.timeZone })
  return timeFormat.format(new Date(instant))
}
