import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysBetween, startOf } from './clock.ts'

describe('a day', () => {
  test('starts at midnight in Istanbul, three hours before UTC', () => {
    expect(startOf('2026-03-05')).toEqual(new Date('2026-03-04T21:00:00Z'))
    expect(dayOf(new Date('2026-03-04T20:59:59.999Z'))).toBe('2026-03-04')
    expect(dayOf(new Date('2026-03-04T21:00:00.000Z'))).toBe('2026-03-05')
  })

  test('is an hour longer or shorter when Turkey changed its clocks', () => {
    // Clocks moved forward on 27 March 2016, and never back since.
    expect(startOf('2016-03-27')).toEqual(new Date('2016-03-26T22:00:00Z'))
    expect(startOf('2016-03-28')).toEqual(new Date('2016-03-27T21:00:00Z'))
    for (const day of ['2015-11-08', '2015-11-09', '2016-12-31', '2026-02-28']) {
      expect(dayOf(startOf(day))).toBe(day)
      expect(dayOf(new Date(startOf(day).getTime() - 1))).toBe(addDays(day, -1))
    }
  })

  test('counts across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-01-01', '2026-12-31')).toBe(365)
    expect(daysBetween('2026-05-05', '2026-05-05')).toBe(1)
  })
})
