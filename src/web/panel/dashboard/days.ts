import type { Step } from '#shared/analysis.ts'
import { locale } from '#web/i18n.ts'

const dayMonth = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' })
const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })

const at = (day: string) => new Date(`${day}T00:00:00Z`)

export const formatDay = (day: string) => dayMonthYear.format(at(day))
export const weekdayOf = (day: string) => weekday.format(at(day))

type Range = { from: string; to: string }

/** A part of a range by its days, or by its month where it is one. */
export function partName({ from, to }: Range, step: Step): string {
  if (step === 'month') return month.format(at(from))
  return dayMonthYear.formatRange(at(from), at(to))
}

/** As short as an axis needs it. */
export function axisName({ from }: Range, step: Step): string {
  return (step === 'month' ? month : dayMonth).format(at(from))
}
