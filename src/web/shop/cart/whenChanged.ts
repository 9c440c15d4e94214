import { formatDateTime } from '#web/format.ts'
import { locale } from '#web/i18n.ts'

const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const day = 24 * 3_600_000

/** An instant as people say it: today and yesterday by these words, anything older by its date. */
export function whenChanged(instant: string, now = new Date()): string {
  const then = new Date(instant)
  const daysAgo = Math.round((midnight(now) - midnight(then)) / day)
  if (daysAgo < 0 || daysAgo > 1) return formatDateTime(instant)
  return `${relativeDay.format(-daysAgo, 'day')} ${time.format(then)}`
}

const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0)
