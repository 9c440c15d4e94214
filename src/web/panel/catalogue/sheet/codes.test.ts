import { describe, expect, test } from 'vitest'
import type { Row, SheetColumn } from './cells.ts'
import { codedList, indexOf, likelyUses, matchList, type Use } from './codes.ts'

const column = (key: string, kind: SheetColumn['kind']): SheetColumn => ({
  key,
  name: key,
  width: 100,
  kind,
  of: 'item',
  field: key,
})
const [stock, price] = [column('Stock', 'count'), column('Price CB', 'price')]
const columns = [column('Code', 'fixed'), stock, price]

function row(itemCode: string, colorCode: string, size: string, barcode = '', lotCode = ''): Row {
  const product = {
    id: `${itemCode} ${colorCode}`,
    itemCode,
    itemDescription: itemCode,
    colorCode,
    colorDescription: `Color ${colorCode}`,
    isActive: true,
    items: [],
  }
  const item = {
    productId: `${itemCode} ${colorCode} ${size}${lotCode}`,
    itemDim1Code: size,
    lotCode,
    barcode,
    inventory: 0,
    sortOrder: 1,
    isActive: true,
    prices: [],
  }
  return { product, item }
}
const rows = [
  row('E1', '01', 'S', '8690001'),
  row('E1', '01', 'M', '8690002'),
  row('E1', '01', '', '', 'L6'),
  row('E1', '02', 'S'),
  row('E2', '01', 'S', '8690009'),
]
const index = indexOf(rows)
const cell = (of: SheetColumn): Use => ({ kind: 'cell', column: of })
const names = (list: { row: Row; text: string }[]) =>
  list.map((one) => `${one.row.item.productId}=${one.text}`)

describe('a block', () => {
  test('is a list of codes where its first column mostly holds some', () => {
    expect(
      codedList(
        [
          ['8690001', '5'],
          ['8690002', '6'],
          ['999', '7'],
        ],
        index,
      )?.lines,
    ).toHaveLength(3)
    expect(
      codedList(
        [
          ['Code', 'Price'],
          ['e1', '5'],
        ],
        index,
      ),
    ).toEqual({ head: ['Code', 'Price'], lines: [['e1', '5']] })
    expect(
      codedList(
        [
          ['1', '5'],
          ['2', '6'],
          ['E1', '7'],
        ],
        index,
      ),
    ).toBeUndefined()
    expect(codedList([['8690001'], ['8690002']], index)).toBeUndefined()
  })

  test('has columns for what their names or contents say', () => {
    const uses = (block: string[][], at?: SheetColumn) => {
      const list = codedList(block, index)
      return list && likelyUses(list, index, columns, at)
    }
    expect(
      uses([
        ['8690001', '5'],
        ['8690002', '6'],
      ]),
    ).toEqual([cell(price)])
    expect(uses([['8690001', '5']], stock)).toEqual([cell(stock)])
    expect(
      uses([
        ['Code', 'Stock', 'x'],
        ['8690001', '5', '6'],
      ]),
    ).toEqual([cell(stock), cell(price)])
    expect(
      uses([
        ['E1', '01', 'S', '5'],
        ['E1', '02', 'S', '6'],
      ]),
    ).toEqual([{ kind: 'color' }, { kind: 'size' }, cell(price)])
  })
})

describe('a list', () => {
  const match = (lines: string[][], uses: Use[], takesLots = false) =>
    matchList({ head: undefined, lines }, uses, index, takesLots)

  test('finds rows by barcode, and all sizes by item code, but no lot unless asked for', () => {
    const found = match(
      [
        ['8690009', '7'],
        ['e1', '5'],
      ],
      [cell(price)],
    )
    expect(names(found.entries)).toEqual(['E2 01 S=7', 'E1 01 S=5', 'E1 01 M=5', 'E1 02 S=5'])
    expect([found.found, found.rows, found.lots]).toEqual([2, 4, 1])
    expect(match([['e1', '5']], [cell(price)], true).rows).toBe(4)
  })

  test('is narrowed by colour and size, a lot by its own code', () => {
    const uses: Use[] = [{ kind: 'color' }, { kind: 'size' }, cell(price)]
    expect(
      names(
        match(
          [
            ['E1', 'color 02', '', '5'],
            ['E1', '01', 'L6', '30'],
          ],
          uses,
        ).entries,
      ),
    ).toEqual(['E1 01 L6=30', 'E1 02 S=5'])
    expect(match([['E1', '03', '', '5']], uses).missing).toEqual(['E1 03'])
  })

  test('goes by what names a row more closely: the barcode of one size before the code of all', () => {
    const found = match(
      [
        ['E1', '5'],
        ['8690001', '6'],
      ],
      [cell(price)],
    )
    expect(names(found.entries)).toEqual(['E1 01 S=6', 'E1 01 M=5', 'E1 02 S=5'])
    expect(found.doubled).toEqual([])
  })

  test('says what it has not found and what it has twice, and leaves both out', () => {
    const found = match(
      [
        ['8690001', '5'],
        ['8690001', '6'],
        ['8690002', '7'],
        ['8690002', '7'],
        ['999', '8'],
      ],
      [cell(price)],
    )
    expect(names(found.entries)).toEqual(['E1 01 M=7'])
    expect([found.missing, found.doubled]).toEqual([['999 8'], ['8690001']])
  })

  test('takes nothing away where it says nothing', () => {
    expect(match([['8690001', '', '5']], [cell(stock), cell(price)]).entries).toHaveLength(1)
  })
})
