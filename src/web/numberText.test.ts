import { expect, test } from 'vitest'
import { amountText, countText, numberText } from './numberText.ts'

const locales = ['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar-u-nu-latn']
const values = [
  0,
  1,
  12,
  999,
  1000,
  1234,
  9999,
  10_000,
  123_456,
  1_234_567,
  5e20,
  1e21,
  0.5,
  1.05,
  1.005,
  19.9,
  1234.5,
  9999.99,
  12_345.67,
  0.266,
  1234.5678,
  1_000_000.1,
  1e-7,
  -1,
  -1234.5,

  Number.NaN,
  Number.POSITIVE_INFINITY,
]

test.each(locales)('formats numbers in %s like Intl', (locale) => {
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  expect(values.map((value) => amountText(value, locale))).toEqual(
    values.map((value) => amounts.format(value)),
  )
  const numbers = new Intl.NumberFormat(locale)
  expect(values.map((value) => numberText(value, locale))).toEqual(
    values.map((value) => numbers.format(value)),
  )
  expect(values.map((value) => countText(value, locale))).toEqual(values.map((value) => counts.format(value)))
})
