import { describe, expect, test, vi } from 'vitest'
import type { ProductItem } from '#shared/catalogue/catalogue.ts'
import { testItem, testProduct } from '#web/testing.ts'
import { cellAfter, type Move, moveOf } from '#web/ui/grid/moves.ts'
import { withQuantities } from '../cart/lines/manyLines.ts'
import { emptyCart } from '../cart/stored/cart.ts'
import { gridOf, placeBlock, priceOf, qtyIn, readBlock } from './gridModel.ts'

vi.mock('#web/settings.ts', () => ({ settings: { sizeLabels: { STD: 'TU' } } }))

let count = 0
const size = (itemDim1Code: string, unitPrice?: number, inventory = 10): ProductItem =>
  testItem(`v${(count += 1)}`, {
    itemDim1Code,
    inventory,
    ...(unitPrice === undefined ? {} : { unitPrice, currencyCode: 'EUR' }),
  })
const lot = (lotCode: string, piecesPerLot: number): ProductItem => ({
  ...size('', 50),
  lotCode,
  lotDescription: `${piecesPerLot} of all`,
  piecesPerLot,
})
const color = (colorCode: string, items: ProductItem[]) =>
  testProduct(items, { colorCode, colorDescription: colorCode })

describe('the grid of an item', () => {
  test('has columns by size, named as the reader calls it', () => {
    const { columns } = gridOf([color('black', [size('STD')]), color('red', [size('STD'), size('TU')])])
    expect(columns.map(({ name }) => name)).toEqual(['TU', 'TU'])
  })

  test('has the sizes of all colours in their order, then the lots', () => {
    const grid = gridOf([
      color('black', [size('S', 9), size('L', 9), lot('K6', 6)]),
      color('red', [size('XS', 9), size('S', 9), size('M', 9), size('L', 9.5), lot('K6', 6), lot('K6', 8)]),
    ])
    expect(grid.columns.map(({ name, lot: packed }) => name + (packed ? packed.piecesPerLot : ''))).toEqual([
      'XS',
      'S',
      'M',
      'L',
      'K66',
      'K68',
    ])
    expect(grid.rows[0]?.items.map((item) => item?.itemDim1Code ?? null)).toEqual([
      null,
      'S',
      null,
      'L',
      '',
      null,
    ])
  })

  test('shows a column’s most frequent price', () => {
    const grid = gridOf([
      color('black', [size('S', 9), size('M')]),
      color('red', [size('S', 8), size('M')]),
      color('blue', [size('S', 8)]),
    ])
    const prices = grid.columns.map(({ usual }) => usual && priceOf(usual.item))
    expect(prices).toEqual([{ unitPrice: 8, currencyCode: 'EUR' }, undefined])
  })

  test('reads current cart quantities', () => {
    const line = { productId: 'a', qty: 3 } as never
    expect([qtyIn([line], 'a'), qtyIn([line], 'b'), qtyIn([], 'a')]).toEqual([3, 0, 0])
  })
})

describe('moves', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  const extent = { rows: 3, columns: 4 }
  const closed = new Set(['0 1', '1 0', '2 3'])
  const go = (row: number, column: number, move: Move) =>
    cellAfter({ row, column }, move, extent, (at) => !closed.has(`${at.row} ${at.column}`))

  test('are those of a spreadsheet; left stays left in both directions', () => {
    const move = (key: string, more = {}, direction: 'ltr' | 'rtl' = 'ltr') =>
      moveOf({ ...plain, key, ...more }, direction)
    expect([move('ArrowRight'), move('ArrowRight', {}, 'rtl')]).toEqual(['next', 'before'])
    expect([move('ArrowLeft'), move('ArrowLeft', {}, 'rtl')]).toEqual(['before', 'next'])
    expect([move('Enter'), move('Enter', { shiftKey: true })]).toEqual(['down', 'up'])
    expect([move('Tab'), move('Tab', { shiftKey: true })]).toEqual(['onward', 'back'])
    expect([
      move('Home'),
      move('End'),
      move('Home', { ctrlKey: true }),
      move('End', { ctrlKey: true }),
    ]).toEqual(['rowStart', 'rowEnd', 'start', 'end'])
    expect([move('5'), move('ArrowLeft', { altKey: true }), move('ArrowUp', { shiftKey: true })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('skip closed cells and stop at the edge', () => {
    expect(go(0, 0, 'next')).toEqual({ row: 0, column: 2 })
    expect(go(0, 0, 'down')).toEqual({ row: 2, column: 0 })
    expect([go(0, 0, 'up'), go(0, 3, 'next'), go(0, 0, 'before')]).toEqual([undefined, undefined, undefined])
    expect([go(1, 2, 'rowStart'), go(2, 0, 'rowEnd')]).toEqual([
      { row: 1, column: 1 },
      { row: 2, column: 2 },
    ])
    expect([go(1, 2, 'start'), go(0, 0, 'end')]).toEqual([
      { row: 0, column: 0 },
      { row: 2, column: 2 },
    ])
  })

  test('Tab wraps to the next row and leaves after the last cell', () => {
    expect(go(0, 3, 'onward')).toEqual({ row: 1, column: 1 })
    expect(go(1, 1, 'back')).toEqual({ row: 0, column: 3 })
    expect([go(2, 2, 'onward'), go(0, 0, 'back')]).toEqual([undefined, undefined])
  })
})

describe('pasting', () => {
  test('reads rows and blocks of spreadsheets, and numbers between semicolons or spaces', () => {
    expect(readBlock('1\t2\r\n3\t\r\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ])
    expect(readBlock('\t5')).toEqual([['', '5']])
    expect(readBlock('1; 2;;"4"')).toEqual([['1', '2', '', '4']])
    expect(readBlock(' 1 2   3 \n4')).toEqual([['1', '2', '3'], ['4']])
    expect(readBlock('7')).toEqual([['7']])
    expect(readBlock('"12\n"\t3\r\n4\t5')).toEqual([
      ['12', '3'],
      ['4', '5'],
    ])
    expect(readBlock('1\t2\n\t\n')).toEqual([
      ['1', '2'],
      ['', ''],
    ])
  })

  test('counts values that do not fit', () => {
    const grid = gridOf([
      color('black', [size('S', 9), size('M', 9, 0)]),
      color('red', [size('S', 9), size('M', 9)]),
    ])
    const placed = placeBlock(
      [
        ['1', '2', '3'],
        ['x', ''],
        ['', '9'],
      ],
      { row: 0, column: 0 },
      grid,
      (item) => item.inventory > 0,
    )
    expect(placed.filled.map(({ at, qty }) => [at.row, at.column, qty])).toEqual([
      [0, 0, 1],
      [1, 1, 0],
    ])
    expect([placed.beyond, placed.closed, placed.noNumbers]).toEqual([2, 1, 1])
  })

  test('changes the cart once, limited by stock; 0 removes a line', () => {
    const [small, medium, free] = [size('S', 9, 5), size('M', 9), size('L')]
    const product = color('black', [small, medium, free])
    const set = (cart: ReturnType<typeof emptyCart>, ...qtys: number[]) =>
      withQuantities(
        cart,
        product.items.map((item, index) => ({ product, item, qty: qtys[index] ?? 0 })),
      )
    const first = set(emptyCart(), 7, 2, 3)
    expect(first.lines.map(({ itemDim1Code, qty }) => [itemDim1Code, qty])).toEqual([
      ['S', 5],
      ['M', 2],
    ])
    expect(set(first, 0, 4).lines.map(({ itemDim1Code, qty }) => [itemDim1Code, qty])).toEqual([['M', 4]])
  })
})
