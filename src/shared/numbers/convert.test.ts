import { expect, test } from 'vitest'
import { convert, convertFrom } from './convert.ts'

const rates = [
  { currency: 'EUR', rate: 48.123457 },
  { currency: 'USD', rate: 0.1 },
]
const euro = (amount: number) => ({ currency: 'EUR', amount })
const lira = (amount: number) => ({ currency: 'TRY', amount })

test('sums in one currency, and lists what was converted', () => {
  expect(convert([euro(10), lira(100.1)], 'TRY', rates)).toEqual({
    amount: 581.33,
    byRate: ['EUR'],
    missing: [],
  })
  expect(convert([lira(0.1), lira(0.2)], 'TRY', [])).toEqual({ amount: 0.3, byRate: [], missing: [] })
  expect(convert([], 'TRY', rates)).toEqual({ amount: 0, byRate: [], missing: [] })
})

test('skips and lists currencies without a rate', () => {
  const pounds = { currency: 'GBP', amount: 5 }
  expect(convert([pounds, lira(1)], 'TRY', rates)).toEqual({ amount: 1, byRate: [], missing: ['GBP'] })
})

test('rounds once at the end, half away from zero', () => {
  const dollars = { currency: 'USD', amount: 0.05 }
  // Half a kuruş each, so two make one.
  expect(convert([dollars, dollars], 'TRY', rates).amount).toBe(0.01)
  expect(convert([dollars], 'TRY', rates).amount).toBe(0.01)
  expect(convert([{ currency: 'USD', amount: -0.05 }], 'TRY', rates).amount).toBe(-0.01)
})

test('is exact, unlike floating point', () => {
  expect(convert([euro(90_071_992_547_409.9)], 'EUR', []).amount).toBe(90_071_992_547_409.9)
  expect(convert([euro(1_000_000_000.01)], 'TRY', rates).amount).toBe(48_123_457_000.48)
})

test('does not lose what a weak currency is worth in a strong one', () => {
  const pounds = { currency: 'LBP', amount: 895_000_000 }
  const given = { base: 'LBP', rates: [{ currency: 'USD', rate: 89_500 }] }
  expect(convertFrom([pounds], 'USD', given).amount).toBe(10_000)
})
