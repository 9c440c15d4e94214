import { longestRange } from '#shared/analysisRules.ts'
import { addDays, daysBetween } from '#shared/clock.ts'
import { asDay, oneOf } from '../list/listSearch.ts'

export const periods = [
  'today',
  'yesterday',
  '7days',
  '30days',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const
export type Period = (typeof periods)[number]
export const firstPeriod: Period = '30days'

export type Range = { from: string; to: string }

/** Which days the dashboard shows: a period, or days of one's own; and which currency its charts and orders go by. */
export type DashboardSearch = { period?: Period; currency?: string } & Partial<Range>

const readPeriod = oneOf(periods)

/** Reads the address: what is not valid, or as it is anyway, is left out. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const [from, to] = [asDay(search.from), asDay(search.to)]
  const period = readPeriod(search.period)
  const isRange = from && to && from <= to && daysBetween(from, to) <= longestRange
  const { currency } = search
  return {
    ...(isRange ? { from, to } : {}),
    ...(!isRange && period && period !== firstPeriod ? { period } : {}),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
  }
}

/** The days of a period, as it is today. */
export function daysOf(period: Period, today: string): Range {
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfBefore = addDays(firstOfMonth, -1)
  const yesterday = addDays(today, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    '7days': { from: addDays(today, -6), to: today },
    '30days': { from: addDays(today, -29), to: today },
    thisMonth: { from: firstOfMonth, to: today },
    lastMonth: { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore },
    thisYear: { from: `${today.slice(0, 5)}01-01`, to: today },
  }[period]
}

/** The days that an address asks for. */
export function rangeOf({ period = firstPeriod, from, to }: DashboardSearch, today: string): Range {
  return from && to ? { from, to } : daysOf(period, today)
}

/** Days with another end: the end that was not chosen gives way where they would be none, or too many. */
export function withEnd(range: Range, change: Partial<Range>): Range {
  const { from, to } = { ...range, ...change }
  if (from <= to && daysBetween(from, to) <= longestRange) return { from, to }
  if (change.from) return { from, to: from > to ? from : addDays(from, longestRange - 1) }
  return { from: from > to ? to : addDays(to, 1 - longestRange), to }
}
