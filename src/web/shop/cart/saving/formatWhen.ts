import { formatDateTime, formatTime } from '#web/format.ts'
import { locale } from '#web/i18n.ts'

const dayMs = 24 * 3_600_000

/** "Today", "yesterday" or the date, with the time. */
export function formatWhen(instant: string, now = new Date()): string {
  const then = new Date(instant)
  const daysAgo = Math.round((midnight(now) - midnight(then)) / dayMs)
  if (daysAgo < 0 || daysAgo > 1) return formatDateTime(instant)
  // Created lazily: slow, and rarely needed.
  const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return `${relativeDay.format(-daysAgo, 'day')} ${formatTime(instant)}`
}

const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0)
