import { addDays } from '#shared/clock.ts'

/** Resolved when read: a saved 'today' means today tomorrow too. */
export const periods = [
  'today',
  'yesterday',
  'thisWeek',
  '7days',
  '30days',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const
export type Period = (typeof periods)[number]

export type Range = { from: string; to: string }

/** Weeks start on Monday. */
export function periodRange(period: Period, today: string): Range {
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfPreviousMonth = addDays(firstOfMonth, -1)
  const yesterday = addDays(today, -1)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    thisWeek: { from: addDays(today, -weekday), to: today },
    '7days': { from: addDays(today, -6), to: today },
    '30days': { from: addDays(today, -29), to: today },
    thisMonth: { from: firstOfMonth, to: today },
    lastMonth: { from: `${lastOfPreviousMonth.slice(0, 8)}01`, to: lastOfPreviousMonth },
    thisYear: { from: `${today.slice(0, 5)}01-01`, to: today },
  }[period]
}
