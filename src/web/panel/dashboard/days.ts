import type { Step } from '#shared/analysis/analysis.ts'
import { locale } from '#web/i18n.ts'

const dayMonth = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' })
const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })

const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

export const formatDay = (day: string) => dayMonthYear.format(toDate(day))
export const weekdayOf = (day: string) => weekday.format(toDate(day))

type Range = { from: string; to: string }

/** The month's name, or the days. */
export function rangeLabel({ from, to }: Range, step: Step): string {
  if (step === 'month') return month.format(toDate(from))
  return dayMonthYear.formatRange(toDate(from), toDate(to))
}

/** Shortened for an axis. */
export function axisLabel({ from }: Range, step: Step): string {
  return (step === 'month' ? month : dayMonth).format(toDate(from))
}
