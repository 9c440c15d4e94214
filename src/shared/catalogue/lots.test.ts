import { expect, test } from 'vitest'
import { lotDescriptionOf, lotSizesOf, piecesIn } from './lots.ts'

const sizes = [
  { size: 'S', pieces: 1 },
  { size: 'XL', pieces: 2 },
]
const readSizes = (lotDescription: string, piecesPerLot: number) =>
  lotSizesOf({ lotDescription, piecesPerLot })

test('formats a lot’s contents, and parses them again', () => {
  expect(lotDescriptionOf(sizes)).toBe('S/XL 1-2')
  expect(piecesIn(sizes)).toBe(3)
  expect(readSizes('S/XL 1-2', 3)).toEqual(sizes)
  expect(readSizes('S / XL 1 - 2', 3)).toEqual(sizes)
  expect(readSizes('STD 6', 6)).toEqual([{ size: 'STD', pieces: 6 }])
})

test.each([
  ['Asorti 6’lı', 6],
  ['S/XL 1-2', 4],
  ['S/XL 1', 1],
  ['S/S 1-2', 3],
  ['S/XL 1-0', 1],
  ['', 1],
])('%s with %i pieces has no sizes', (text, pieces) => expect(readSizes(text, pieces)).toBeUndefined())

test('the office’s data take precedence over the description', () => {
  expect(lotSizesOf({ lotDescription: 'M 3', piecesPerLot: 3, lotSizes: sizes })).toEqual(sizes)
  expect(lotSizesOf({ lotDescription: 'M 3', piecesPerLot: 3, lotSizes: [] })).toEqual([
    { size: 'M', pieces: 3 },
  ])
})
