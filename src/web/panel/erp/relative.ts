import { locale } from '#web/i18n.ts'

const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** '3 hours ago' or 'in 3 hours', seen from `now` (ms). */
export function formatRelative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  const [unit, unitSeconds] = units.find(([, candidateSeconds]) => Math.abs(seconds) >= candidateSeconds) ?? [
    'second',
    1,
  ]
  return format.format(Math.trunc(seconds / unitSeconds), unit)
}
