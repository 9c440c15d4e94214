import { expect, test } from 'vitest'
import { currencyUnit } from './currencySigns.ts'
import { factorUnit, percentUnit, readNumber, readNumberWith } from './readNumber.ts'

test.each([
  ['0', 0, 0],
  ['12', 12, 0],
  ['1000000', 1_000_000, 0],
  ['12,5', 12.5, 1],
  ['12.50', 12.5, 1],
  ['.5', 0.5, 1],
  [',05', 0.05, 2],
  ['12,', 12, 0],
  ['1234,567', 1234.567, 3],
  ['1234,500', 1234.5, 1],
  // Turkish, Italian and Romanian; English; Russian and French; Swiss.
  ['1.250,50', 1250.5, 1],
  ['1,250.50', 1250.5, 1],
  ['1.234.567', 1_234_567, 0],
  ['1,234,567.8', 1_234_567.8, 1],
  ['1 250,50', 1250.5, 1],
  ['1\u00a0250', 1250, 0],
  ['1\u202f250\u202f000,5', 1_250_000.5, 1],
  ["1'250.50", 1250.5, 1],
  ['1’250', 1250, 0],
  // No thousands begin with a zero.
  ['0.125', 0.125, 3],
  ['0,500', 0.5, 1],
  // Arabic and Persian.
  ['١٢٫٥', 12.5, 1],
  ['١٬٢٥٠', 1250, 0],
  ['١٬٢٥٠٫٥٠', 1250.5, 1],
  ['۱۲۳', 123, 0],
  ['١،٥', 1.5, 1],
  ['\u200f١٢\u200e', 12, 0],
  ['\u2066-12\u2069', -12, 0],
  ['-1', -1, 0],
  ['\u22121.250,50', -1250.5, 1],
  ['+3', 3, 0],
  ['  7 ', 7, 0],
])('%s is %d', (text, number, decimals) => expect(readNumber(text)).toEqual([{ number, decimals }]))

test.each([
  ['1.250', 1250, 1.25],
  ['1,250', 1250, 1.25],
  ['100.000', 100_000, 100],
  ['12,500', 12_500, 12.5],
  ['-1.250', -1250, -1.25],
  ['١.٢٥٠', 1250, 1.25],
  // The sign for decimals, but also typed for the comma.
  ['١٫٢٥٠', 1250, 1.25],
])('%s may be %d or %d', (text, ...numbers) =>
  expect(readNumber(text).map(({ number }) => number)).toEqual(numbers),
)

const unreadable = [
  ['', ' ', '.', ',', '-', '+', '--1', '1-', '(5)', '٫'],
  ['1e3', '1E3', '0x10', 'Infinity', 'NaN', '12 adet', '₺5', '5%', '1+1'],
  ['1,2,3', '1.234.50', '1.23.4', '1,234,50', '1.234,567.8', '1.250.5', '0.125.000', '0.125,5'],
  ['12 50', '1 2', '1 2345', "1'23", '1,250٬000'],
]
test.each(unreadable.flat().map((text) => [text]))('%j is no number', (text) =>
  expect(readNumber(text)).toEqual([]),
)

test.each([
  [currencyUnit, '₺1.250,50', 1250.5],
  [currencyUnit, '-₺ 1.250,50', -1250.5],
  [currencyUnit, '₺-5', -5],
  [currencyUnit, '1.250,50\u00a0₺', 1250.5],
  [currencyUnit, '\u200f١٬٢٥٠٫٥٠ ₺', 1250.5],
  [currencyUnit, '12 tl', 12],
  [currencyUnit, 'USD 12.5', 12.5],
  [currencyUnit, '€12', 12],
  [percentUnit, '%20', 20],
  [percentUnit, '12,5 %', 12.5],
  [percentUnit, '٪١٢', 12],
  [percentUnit, '-%5', -5],
  [factorUnit, '×1,2', 1.2],
  [factorUnit, '1.2x', 1.2],
] as const)('with the unit %s, %s is %d', (unit, text, number) =>
  expect(readNumberWith(unit, text).map((one) => one.number)).toEqual([number]),
)

test('only its own unit may stand beside a number, once', () => {
  expect(['12 %', '₺12 TL', '₺', 'TL', '1₺2'].map((text) => readNumberWith(currencyUnit, text))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
  expect(['₺12', '%', '%%5'].map((text) => readNumberWith(percentUnit, text))).toEqual([[], [], []])
})

const locales = ['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar-u-nu-latn', 'ar-EG', 'fa', 'de-CH']
const numbers = [0, 7, 0.5, 12.05, 999, 1250.5, 100_000.25, 1_234_567, 1_234_567.89, -1250.5]

test.each(locales)('reads money as it is written in %s', (locale) => {
  for (const currency of ['TRY', 'USD', 'EUR']) {
    const formats = [
      { currency, currencyDisplay: 'narrowSymbol' },
      { currency, currencyDisplay: 'code' },
    ]
    for (const format of formats) {
      const money = new Intl.NumberFormat(locale, {
        style: 'currency',
        ...format,
      } as Intl.NumberFormatOptions)
      const read = (text: string) => readNumberWith(currencyUnit, text).map(({ number }) => number)
      expect(numbers.map((number) => read(money.format(number)))).toEqual(numbers.map((number) => [number]))
    }
  }
})

test.each(locales)('never reads a whole number of %s as another one', (locale) => {
  const counts = [1, 12, 999, 1000, 1250, 100_000, 1_234_567]
  const format = new Intl.NumberFormat(locale)
  for (const count of counts) {
    const readings = readNumber(format.format(count)).map(({ number }) => number)
    expect(readings[0]).toBe(count)
    expect(readings.length === 1 || count >= 1000).toBe(true)
  }
})
