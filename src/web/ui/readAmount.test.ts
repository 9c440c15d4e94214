import { expect, test } from 'vitest'
import { readAmount } from './readAmount.ts'

test.each([
  ['0', 0],
  ['12', 12],
  ['12,5', 12.5],
  ['12.50', 12.5],
  ['1234,500', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234.5', 1234.5],
  ['1 234,50 ₺', 1234.5],
  ['$12', 12],
  ['12 TL', 12],
  ['1.234.567', 1234567],
  ['12,', 12],
  ['١٢٫٥', 12.5],
  ['1000000', 1_000_000],
])('%s is %d', (text, amount) => expect(readAmount(text)).toEqual({ amount }))

test.each([
  ['', 'invalid'],
  ['-1', 'invalid'],
  ['1,2,3', 'invalid'],
  ['12 adet', 'invalid'],
  ['1.234.50', 'invalid'],
  ['12.345', 'ambiguous'],
  ['1,234', 'ambiguous'],
  ['0.125', 'decimals'],
  ['1234,567', 'decimals'],
] as const)('%s is no amount: %s', (text, problem) =>
  expect(readAmount(text)).toEqual({ problem: `field.${problem}` }),
)
