import { locale } from '#web/i18n.ts'

const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago an ISO instant was, or in how long it is, as seen at `now` in milliseconds: '3 hours ago'. */
export function formatRelative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  const [unit, length] = units.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1]
  return format.format(Math.trunc(seconds / length), unit)
}
