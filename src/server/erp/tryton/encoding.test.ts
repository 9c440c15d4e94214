import { describe, expect, test } from 'vitest'
import { earlier, isSameAmount, minorOf, priceOf, textOfTime, timeOf } from './encoding.ts'

const decimal = (text: string) => ({ __class__: 'Decimal' as const, decimal: text })

describe("Tryton's values", () => {
  test.each([
    [0, '0.0000', 0],
    [0.05, '0.0500', 5],
    [1.99, '1.9900', 199],
    [0.266, '0.2660', 27],
    [-0.07, '-0.0700', -7],
    [900_719_925_474.99, '900719925474.9900', 90_071_992_547_499],
  ])('%d is a price of %s, which is %d cents', (price, text, minor) => {
    expect(priceOf(price)).toEqual(decimal(text))
    expect(minorOf(decimal(text))).toBe(minor)
  })

  test.each([
    ['12', 1200],
    ['10.8999000000000000', 1090],
    ['0.005', 1],
    ['0.00499', 0],
    ['-0.005', -1],
    ['-0.001', 0],
    ['1E+2', 10_000],
    ['0E-4', 0],
  ])('%s is %d cents', (text, minor) => {
    expect(minorOf(decimal(text))).toBe(minor)
  })

  test('trailing zeros do not change an amount', () => {
    expect(isSameAmount(decimal('1.5'), decimal('1.5000'))).toBe(true)
    expect(isSameAmount(decimal('10'), decimal('10.00'))).toBe(true)
    expect(isSameAmount(decimal('10'), decimal('1.00'))).toBe(false)
    expect(isSameAmount(decimal('1.5001'), decimal('1.5'))).toBe(false)
  })

  test('times keep their microseconds and sort as text', () => {
    const text = '2026-03-05T09:01:02.003456'
    expect(textOfTime(timeOf(text))).toBe(text)
    expect(earlier(text, 2003)).toBe('2026-03-05T09:01:00.000000')
    expect(timeOf('2026-03-05T09:01:02.003Z')).toMatchObject({ second: 2, microsecond: 3000 })
  })
})
