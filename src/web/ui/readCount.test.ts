import { expect, test } from 'vitest'
import { readCount } from './readCount.ts'

test('reads whole numbers as people and spreadsheets write them', () => {
  expect(['12', ' 7 ', '0', '12.00', '3,0', '١٢', '۳۴'].map(readCount)).toEqual([12, 7, 0, 12, 3, 12, 34])
})

test('rejects what is not a whole number', () => {
  const texts = ['', '-1', '1.5', '1.000', '1e3', 'x', '12 adet', '1234567']
  expect(texts.map(readCount)).toEqual(texts.map(() => undefined))
})
