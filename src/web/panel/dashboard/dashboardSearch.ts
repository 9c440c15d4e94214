import { maxRangeDays } from '#shared/analysisRules.ts'
import { addDays, daysBetween } from '#shared/clock.ts'
import { asDay, oneOf } from '../list/listSearch.ts'
import { daysOf, type Period, periods, type Range } from '../periods.ts'

export const firstPeriod: Period = '30days'

/** Which days the dashboard shows: a period, or days of one's own. */
export type DashboardSearch = { period?: Period } & Partial<Range>

const readPeriod = oneOf(periods)

/** Reads the address: what is not valid, or as it is anyway, is left out. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const [from, to] = [asDay(search.from), asDay(search.to)]
  const period = readPeriod(search.period)
  const isRange = from && to && from <= to && daysBetween(from, to) <= maxRangeDays
  return {
    ...(isRange ? { from, to } : {}),
    ...(!isRange && period && period !== firstPeriod ? { period } : {}),
  }
}

/** The days that an address asks for. */
export function rangeOf({ period = firstPeriod, from, to }: DashboardSearch, today: string): Range {
  return from && to ? { from, to } : daysOf(period, today)
}

/** Days with another end: the end that was not chosen gives way where they would be none, or too many. */
export function withEnd(range: Range, change: Partial<Range>): Range {
  const { from, to } = { ...range, ...change }
  if (from <= to && daysBetween(from, to) <= maxRangeDays) return { from, to }
  if (change.from) return { from, to: from > to ? from : addDays(from, maxRangeDays - 1) }
  return { from: from > to ? to : addDays(to, 1 - maxRangeDays), to }
}
