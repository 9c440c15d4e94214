import { expect, test } from 'vitest'
import { readColors, readSizes } from './sizes.ts'

test.each([
  ['S, M, L', 'S M L'],
  ['S-XL', 'S M L XL'],
  ['xs – 2xl', 'XS S M L XL XXL'],
  ['36-46', '36 38 40 42 44 46'],
  ['36-41', '36 37 38 39 40 41'],
  ['36-40', '36 37 38 39 40'],
  ['36-42/1', '36 37 38 39 40 41 42'],
  ['28-34', '28 29 30 31 32 33 34'],
  ['2Y-12Y', '2Y 4Y 6Y 8Y 10Y 12Y'],
  ['2-12Y', '2Y 4Y 6Y 8Y 10Y 12Y'],
  ['STD', 'STD'],
  ['S S M', 'S M'],
  ['46-36', '46-36'],
  ['100-999', '100-999'],
  ['70B 75B;80B', '70B 75B 80B'],
  ['', ''],
])('%s', (text, sizes) => expect(readSizes(text).join(' ')).toBe(sizes))

test('reads colours from lines of code and name', () => {
  expect(readColors('01 Siyah\n\n02\tKoyu Mavi \n03;Beyaz\n04 - Gri\nBLK')).toEqual([
    { colorCode: '01', colorDescription: 'Siyah' },
    { colorCode: '02', colorDescription: 'Koyu Mavi' },
    { colorCode: '03', colorDescription: 'Beyaz' },
    { colorCode: '04', colorDescription: 'Gri' },
    { colorCode: 'BLK', colorDescription: '' },
  ])
})
