import { expect, test } from 'vitest'
import { periodOf, spanOf } from './periods.ts'

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['week', '2026-02-23', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
] as const)('on a Sunday that is the first of March, %s is from %s to %s', (period, from, to) => {
  expect(spanOf(period, new Date(2026, 2, 1, 23, 59))).toEqual({ from, to })
})

test('a span is known again by its days', () => {
  const today = new Date(2026, 0, 15)
  expect(periodOf(spanOf('lastMonth', today), today)).toBe('lastMonth')
  expect(spanOf('lastMonth', today)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodOf({ from: '2026-01-02', to: '2026-01-15' }, today)).toBeUndefined()
  expect(periodOf({}, today)).toBeUndefined()
})
