import { expect, test } from 'vitest'
import { judgeNumber, type NumberKind, numberKinds, readField } from './numberKinds.ts'

test.each<[NumberKind, string, number]>([
  ['amount', '0', 0],
  ['amount', '12,5', 12.5],
  ['amount', '1234,500', 1234.5],
  ['amount', '1.250,50', 1250.5],
  ['amount', '1,250.50', 1250.5],
  ['amount', '₺1.250,50', 1250.5],
  ['amount', '1 234,50 ₺', 1234.5],
  ['amount', '12 TL', 12],
  ['amount', '١٢٫٥', 12.5],
  ['percent', '%20', 20],
  ['percent', '12,5 %', 12.5],
  ['rate', '48,123456', 48.123456],
  ['rate', '0.125', 0.125],
  ['factor', '×1,2', 1.2],
  ['whole', '1250', 1250],
  ['whole', '12,00', 12],
  ['whole', '1 250', 1250],
  ['whole', '١٢', 12],
  ['port', '65535', 65_535],
])('%s: %s is %d', (kind, text, number) => expect(readField(kind, text)).toEqual({ number }))

test.each<[NumberKind, string, string]>([
  ['amount', '', 'invalid'],
  ['amount', '1e3', 'invalid'],
  ['amount', '12 adet', 'invalid'],
  ['amount', '%20', 'invalid'],
  ['amount', '1.234.50', 'invalid'],
  ['amount', '-1', 'tooSmall'],
  ['amount', '0.125', 'decimals'],
  ['amount', '1234,567', 'decimals'],
  ['percent', '₺20', 'invalid'],
  ['rate', '1,1234567', 'sixDecimals'],
  ['whole', '1,5', 'wholeNumber'],
  ['whole', '-1', 'tooSmall'],
  ['whole', '₺12', 'invalid'],
])('%s: %j is refused as %s', (kind, text, problem) =>
  expect(readField(kind, text)).toMatchObject({ problem: `field.${problem}`, choices: [] }),
)

test.each<[NumberKind, string, number[]]>([
  ['amount', '1.250', [1250, 1.25]],
  ['amount', '100.000', [100_000, 100]],
  ['amount', '1,250', [1250, 1.25]],
  // An amount has no third decimal.
  ['amount', '12.345', [12_345]],
  ['rate', '38.125', [38_125, 38.125]],
  ['whole', '1.250', [1250]],
  ['whole', '5.000', [5000, 5]],
])('%s: whether %s means %j is asked', (kind, text, choices) =>
  expect(readField(kind, text)).toMatchObject({ choices }),
)

test('only numbers within the limits are offered', () => {
  const limits = { min: 1, max: 100 }
  expect(readField('percent', '12.500', limits)).toEqual({ problem: 'field.ambiguous', choices: [12.5] })
  expect(readField('whole', '1.250', limits)).toEqual({ problem: 'field.wholeNumber', choices: [] })
  expect(readField('whole', '101', limits)).toEqual({ problem: 'field.tooBig', choices: [], limit: 100 })
  expect(readField('whole', '0', limits)).toEqual({ problem: 'field.tooSmall', choices: [], limit: 1 })
})

test('a number from elsewhere is judged too', () => {
  const limits = { min: 0, max: 100 }
  expect(judgeNumber('whole', 12.5, limits)).toMatchObject({ problem: 'field.wholeNumber' })
  expect(judgeNumber('amount', 1.125, limits)).toMatchObject({ problem: 'field.decimals' })
  expect(judgeNumber('rate', 1.125, limits)).toEqual({ number: 1.125 })
  expect(judgeNumber('rate', 101, limits)).toMatchObject({ problem: 'field.tooBig' })
})

const samples: Record<NumberKind, number[]> = {
  whole: [0, 12, 1250, 100_000, 1_234_567],
  port: [22, 8080, 65_535],
  amount: [0, 0.5, 12.05, 1250, 1250.5, 1_234_567.89],
  percent: [0, 12.5, 99.99],
  rate: [0.000001, 0.0125, 1.125, 48.123456, 1250, 12_345.678],
  factor: [0.5, 1.125],
}

test.each(['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar-u-nu-latn'])('reads what it shows in %s', (locale) => {
  for (const [kind, numbers] of Object.entries(samples) as [NumberKind, number[]][]) {
    const { shown, typed } = numberKinds[kind]
    for (const number of numbers) {
      const read = readField(kind, shown(number, locale))
      expect('number' in read ? [read.number] : read.choices).toContain(number)
      const decimals = String(number).split('.')[1]?.length
      // In a rate, the text alone cannot tell three decimals from thousands.
      if (decimals !== 3 || number < 1) expect(readField(kind, typed(number, locale))).toEqual({ number })
    }
  }
})
