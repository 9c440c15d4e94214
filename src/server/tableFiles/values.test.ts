import { expect, test } from 'vitest'
import { type Cell, readCode, readCount, readPath, readPrice, readText } from './values.ts'

test.each<[Cell, number | string | null]>([
  ['1.234,56', 123456],
  ['1,234.56', 123456],
  ['1234.56', 123456],
  ['1234,56', 123456],
  ['1234', 123400],
  ['12,5', 1250],
  ['0.5', 50],
  ['1.234.567,80', 123456780],
  ['1 234,56', 123456],
  ['1\u00a0234,56', 123456],
  ['₺ 12,90', 1290],
  ['12,90 ₺', 1290],
  ['12,90 TL', 1290],
  ['$12.90', 1290],
  ['12.9000', 1290],
  ['0', 0],
  ['', null],
  ['  ', null],
  [12.9, 1290],
  [0.1 + 0.2, 30],
  [1234.5, 123450],
  ['12.345,678', 'decimals'],
  ['0.125', 'decimals'],
  [1.234, 'decimals'],
  // A fraction to some, a thousand to others.
  ['1.234', 'ambiguousNumber'],
  ['12,500', 'ambiguousNumber'],
  ['-5', 'negative'],
  [-5, 'negative'],
  ['1.23.4', 'notANumber'],
  ['1,2,3', 'notANumber'],
  ['12 EUR each', 'notANumber'],
  ['₺', 'notANumber'],
  ['1e5', 'notANumber'],
  ['99999999999999', 'tooLarge'],
  [new Date(0), 'isDate'],
])('the price %j is %j', (cell, expected) => {
  const read = readPrice(cell)
  expect('value' in read ? read.value : read.reason).toBe(expected)
})

test.each<[Cell, number | string | null]>([
  ['12', 12],
  ['12,00', 12],
  ['12.0', 12],
  ['1.234.567', 1234567],
  [7, 7],
  ['', null],
  ['1,5', 'notWhole'],
  [1.5, 'notWhole'],
  ['5.000', 'ambiguousNumber'],
  ['-1', 'negative'],
  ['3000000000', 'tooLarge'],
  ['ten', 'notANumber'],
])('the count %j is %j', (cell, expected) => {
  const read = readCount(cell)
  expect('value' in read ? read.value : read.reason).toBe(expected)
})

test('codes are trimmed and normalised; invalid ones are refused', () => {
  expect(readCode(' A-1 ', 10)).toEqual({ value: 'A-1' })
  expect(readCode('gu\u0308l', 3)).toEqual({ value: 'gül' })
  expect(readCode('👗'.repeat(10), 10)).toEqual({ value: '👗'.repeat(10) })
  expect(readCode('12345678901', 10)).toEqual({ reason: 'tooLong' })
  expect(readCode('a\tb', 10)).toEqual({ reason: 'controlCharacter' })
  expect(readCode(42, 10)).toEqual({ value: '42' })
  expect(readCode(new Date(), 10)).toEqual({ reason: 'isDate' })
  expect(readCode('8,69E+12', 50)).toEqual({ reason: 'scientific' })
  expect(readCode(8690000000017, 50)).toEqual({ value: '8690000000017' })
})

test('texts lose line breaks, paths extra spaces', () => {
  expect(readText(' two\r\n lines ', 20)).toEqual({ value: 'two lines' })
  expect(readPath('Kadın>Elbise  >  Yazlık')).toEqual({ value: 'Kadın > Elbise > Yazlık' })
  expect(readPath('Kadın > > Elbise')).toEqual({ reason: 'required' })
  expect(readPath(`Kadın > ${'x'.repeat(101)}`)).toEqual({ reason: 'tooLong' })
})
