import { expect, test } from 'vitest'
import { daysBetween } from '#shared/clock.ts'
import { periodRange } from './periods.ts'

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['thisWeek', '2026-02-23', '2026-03-01'],
  ['7days', '2026-02-23', '2026-03-01'],
  ['30days', '2026-01-31', '2026-03-01'],
  ['thisMonth', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['thisYear', '2026-01-01', '2026-03-01'],
] as const)('on a Sunday that is the first of March, %s is from %s to %s', (period, from, to) => {
  expect(periodRange(period, '2026-03-01')).toEqual({ from, to })
})

test('periods end where the year and the month do', () => {
  expect(periodRange('yesterday', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' })
  expect(periodRange('thisMonth', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  expect(periodRange('lastMonth', '2028-03-15')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodRange('thisWeek', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(daysBetween(...(Object.values(periodRange('7days', '2026-03-02')) as [string, string]))).toBe(7)
})
