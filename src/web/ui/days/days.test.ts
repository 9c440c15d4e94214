import { expect, test } from 'vitest'
import { dayAt, formatDay, isCompleteDay, readDay } from './days.ts'

const today = new Date(2026, 2, 1, 15)

test.each([
  ['31.05.2026', '2026-05-31'],
  ['31/5/26', '2026-05-31'],
  ['31-05-2026', '2026-05-31'],
  ['1 3', '2026-03-01'],
  ['1.3.', '2026-03-01'],
  ['31052026', '2026-05-31'],
  ['2026-05-31', '2026-05-31'],
  ['٣١/٠٥/٢٠٢٦', '2026-05-31'],
  [' 29.02.2028 ', '2028-02-29'],
])('%s is read', (text, day) => expect(readDay(text, today)).toBe(day))

test.each([
  '',
  'x',
  '31.02.2026',
  '29.02.2026',
  '0.1.2026',
  '1.13.2026',
  '1.1.1999',
  '1.1.2100',
  '31',
  '1.1.202',
])('%j is no day', (text) => expect(readDay(text, today)).toBeUndefined())

test('a day is complete with its year', () => {
  expect(['31.05.2026', '2026-05-31', '31052026'].map(isCompleteDay)).toEqual([true, true, true])
  expect(['31.05.20', '31.05', '3105', '310520', '2026-05-3'].filter(isCompleteDay)).toEqual([])
})

test('formats by language', () => {
  expect(formatDay('2026-05-31', 'tr')).toBe('31.05.2026')
  expect(formatDay('2026-05-31', 'ar')).toBe('31/05/2026')
})

test('a late evening belongs to the same day', () => {
  expect(dayAt(new Date(2026, 4, 31, 23, 59))).toBe('2026-05-31')
})
