import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysBetween, instantOf, isTimeZone, startOf } from './clock.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

describe('a day', () => {
  test.each([
    ['Europe/Istanbul', '2026-03-04T21:00:00.000Z'],
    ['Europe/Rome', '2026-03-04T23:00:00.000Z'],
    ['America/New_York', '2026-03-05T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-04T18:15:00.000Z'],
  ])('starts at midnight in %s', (timeZone, start) => {
    expect(startOf('2026-03-05', timeZone)).toEqual(new Date(start))
    expect(dayOf(new Date(start), timeZone)).toBe('2026-03-05')
    expect(dayOf(new Date(Date.parse(start) - 1), timeZone)).toBe('2026-03-04')
  })

  test.each([
    // Clocks moved forward on 27 March 2016, and never back since.
    ['Europe/Istanbul', '2016-03-27', 23],
    ['Europe/Istanbul', '2026-03-29', 24],
    ['Europe/Rome', '2026-03-29', 23],
    ['Europe/Rome', '2026-10-25', 25],
    ['Europe/Bucharest', '2026-03-29', 23],
    ['Europe/Bucharest', '2026-10-25', 25],
  ])('in %s on %s has %d hours', (timeZone, day, hours) => {
    const [start, end] = [startOf(day, timeZone), startOf(addDays(day, 1), timeZone)]
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours)
  })

  // In the last four, clocks are changed at midnight or at one, or by half an hour.
  test.each([
    'Europe/Istanbul',
    'Europe/Rome',
    'Europe/Bucharest',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Australia/Lord_Howe',
  ])('in %s begins with its first instant, all year long', (timeZone) => {
    for (const day of daysFrom('2024-12-31', 367)) {
      const start = startOf(day, timeZone)
      expect([day, dayOf(start, timeZone)]).toEqual([day, day])
      expect([day, dayOf(new Date(start.getTime() - 1), timeZone)]).toEqual([day, addDays(day, -1)])
    }
  })

  test('that a zone skipped begins with the next one', () => {
    expect(startOf('2011-12-30', 'Pacific/Apia')).toEqual(startOf('2011-12-31', 'Pacific/Apia'))
  })

  test('is of the zone asked for, whichever was asked for before', () => {
    const instant = new Date('2026-01-14T22:30:00Z')
    const ask = () => ['Europe/Rome', 'Europe/Istanbul', 'Asia/Tokyo'].map((zone) => dayOf(instant, zone))
    expect(ask()).toEqual(['2026-01-14', '2026-01-15', '2026-01-15'])
    expect(ask()).toEqual(['2026-01-14', '2026-01-15', '2026-01-15'])
  })

  test('is still right after more zones and hours than are remembered', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.every((zone) => dayOf(startOf('2026-07-01', zone), zone) === '2026-07-01')).toBe(true)
    const start = startOf('2026-01-01', 'Europe/Rome').getTime()
    for (let hour = 0; hour < 24 * 365; hour += 1) dayOf(new Date(start + hour * 3_600_000), 'Europe/Rome')
    expect(dayOf(new Date(start), 'Europe/Rome')).toBe('2026-01-01')
  })

  test('counts across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-01-01', '2026-12-31')).toBe(365)
    expect(daysBetween('2026-05-05', '2026-05-05')).toBe(1)
  })
})

test.each([
  ['2026-03-29T14:05Z', '2026-03-29T12:05:00.000Z'],
  // Skipped: then it is half past three.
  ['2026-03-29T02:30Z', '2026-03-29T01:30:00.000Z'],
  // Twice: the first.
  ['2026-10-25T02:30Z', '2026-10-25T00:30:00.000Z'],
])('%s on clocks in Rome is %s', (local, instant) => {
  expect(instantOf(Date.parse(local), 'Europe/Rome').toISOString()).toBe(instant)
})

test('names of time zones are known, others are not', () => {
  expect(['Europe/Rome', 'Europe/Kiev', 'UTC', 'America/Argentina/Salta'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', '+03:00', 'Rome', "Europe/Rome'"].some(isTimeZone)).toBe(false)
})
