import { currencySign } from '#shared/money.ts'
import { locale } from './i18n.ts'

const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const dayTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const timeAlone = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** An amount with its sign: ₺1.234,50. */
export function formatMoney(amount: number, currencyCode: string): string {
  return `${currencySign(currencyCode)}${twoDecimals.format(amount)}`
}

export function formatCount(count: number): string {
  return whole.format(count)
}

/** An ISO instant in the reader's own time. */
export function formatDateTime(instant: string): string {
  return dayTime.format(new Date(instant))
}

/** The time of an ISO instant in the reader's own time, without its day. */
export function formatTime(instant: string): string {
  return timeAlone.format(new Date(instant))
}
