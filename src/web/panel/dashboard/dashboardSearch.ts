import { maxRangeDays } from '#shared/analysis/analysisRules.ts'
import { addDays, daysBetween } from '#shared/clock.ts'
import { asDay, oneOf } from '../list/listSearch.ts'
import { type Period, periodRange, periods, type Range } from '../periods.ts'

export const defaultPeriod: Period = '30days'

export type DashboardSearch = { period?: Period } & Partial<Range>

const readPeriod = oneOf(periods)

/** Drops invalid and default values. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const [from, to] = [asDay(search.from), asDay(search.to)]
  const period = readPeriod(search.period)
  const isRange = from && to && from <= to && daysBetween(from, to) <= maxRangeDays
  return {
    ...(isRange ? { from, to } : {}),
    ...(!isRange && period && period !== defaultPeriod ? { period } : {}),
  }
}

export function dashboardRange({ period = defaultPeriod, from, to }: DashboardSearch, today: string): Range {
  return from && to ? { from, to } : periodRange(period, today)
}

/** Changes one end; the other end moves if the range would be empty or too long. */
export function adjustRange(range: Range, change: Partial<Range>): Range {
  const { from, to } = { ...range, ...change }
  if (from <= to && daysBetween(from, to) <= maxRangeDays) return { from, to }
  if (change.from) return { from, to: from > to ? from : addDays(from, maxRangeDays - 1) }
  return { from: from > to ? to : addDays(to, 1 - maxRangeDays), to }
}
