import { expect, test } from 'vitest'
import { type GridItem, gridOf, itemsOf, sumLines } from './orderGrid.ts'

function item(code: string, size: string, more: Partial<GridItem> = {}): GridItem {
  const [itemCode = '', colorCode = ''] = code.split('/')
  return {
    productId: `${code} ${size}`,
    itemCode,
    itemDescription: '',
    brandName: '',
    colorCode,
    colorDescription: '',
    itemDim1Code: size,
    lotCode: '',
    lotDescription: '',
    piecesPerLot: 1,
    images: [],
    updatedDate: '',
    ...more,
  }
}
const lot = (code: string, name: string) => item(code, '', { lotCode: name, piecesPerLot: 6, sortOrder: 9 })

test('makes one row per item and colour, with sizes sorted and lots beside them', () => {
  const [block, ...others] = gridOf([
    item('A/01', 'L', { sortOrder: 2 }),
    item('A/02', 'M', { sortOrder: 1 }),
    lot('A/01', 'S-L'),
    item('A/01', 'S', { sortOrder: 0 }),
  ])
  expect(others).toEqual([])
  expect(block?.sizes).toEqual(['S', 'M', 'L'])
  expect(block?.rows.map((row) => itemsOf(row).map(({ productId }) => productId))).toEqual([
    ['A/01 S', 'A/01 L', 'A/01 '],
    ['A/02 M'],
  ])
})

test('makes a block per size notation; rows with only lots need none', () => {
  const blocks = gridOf([
    item('A/01', 'S'),
    item('B/01', '42'),
    lot('C/01', 'X'),
    item('D/01', '41'),
    item('E/01', '6Y'),
    item('F/01', 'Tek'),
    item('G/01', '4Y'),
    item('H/01', 'Std'),
  ])
  expect(blocks.map(({ sizes }) => sizes)).toEqual([['S'], ['41', '42'], ['4Y', '6Y'], ['Tek'], ['Std']])
  expect(blocks[0]?.rows.map(({ first }) => first.itemCode)).toEqual(['A', 'C'])
  const joined = gridOf([item('A/01', '40'), item('B/01', '42'), item('B/01', '40')])
  expect(joined.map(({ sizes }) => sizes)).toEqual([['40', '42']])
})

test('keeps distant numbers in separate blocks, so that the table stays narrow', () => {
  const sizes = (code: string, from: number) =>
    Array.from({ length: 8 }, (_, index) => item(code, String(from + index)))
  expect(gridOf([...sizes('A/01', 30), ...sizes('B/01', 40)])).toHaveLength(2)
  expect(gridOf([...sizes('A/01', 30), ...sizes('B/01', 34)])).toHaveLength(1)
})

test('sorts letters across products and keeps the product order of other sizes', () => {
  const letters = gridOf([item('A/01', 'XL'), item('B/01', 'S'), item('C/01', 'M'), item('C/01', 'XXL')])
  expect(letters.map(({ sizes }) => sizes)).toEqual([['S', 'M', 'XL', 'XXL']])
  const children = gridOf([
    item('A/01', '4-5Y', { sortOrder: 1 }),
    item('A/01', '2-3Y', { sortOrder: 0 }),
    item('A/02', '6-7Y', { sortOrder: 2 }),
    item('A/02', '4-5Y', { sortOrder: 1 }),
  ])
  expect(children.map(({ sizes }) => sizes)).toEqual([['2-3Y', '4-5Y', '6-7Y']])
})

test('sums units and pieces, and each currency separately', () => {
  const line = (qty: number, unitPrice: number, priceCurrencyCode: string, piecesPerLot = 1) => ({
    qty,
    unitPrice,
    priceCurrencyCode,
    piecesPerLot,
  })
  expect(sumLines([line(3, 0.1, 'TRY'), line(2, 34, 'EUR', 6), line(1, 0.2, 'TRY')])).toEqual({
    lines: 3,
    qty: 6,
    pieces: 16,
    totals: [
      { currency: 'TRY', amount: 0.5 },
      { currency: 'EUR', amount: 68 },
    ],
  })
})
