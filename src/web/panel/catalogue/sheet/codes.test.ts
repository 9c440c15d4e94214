import { describe, expect, test } from 'vitest'
import type { Row, SheetColumn } from './cells.ts'
import { type ColumnUse, codedList, guessUses, indexRows, matchList } from './codes.ts'

const column = (key: string, kind: SheetColumn['kind']): SheetColumn => ({
  key,
  name: key,
  width: 100,
  kind,
  level: 'item',
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
    externalCode: '',
    inventory: 0,
    minQty: 1,
    isFreeSample: false,
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
const index = indexRows(rows)
const cell = (of: SheetColumn): ColumnUse => ({ kind: 'cell', column: of })
const names = (list: { row: Row; text: string }[]) =>
  list.map((one) => `${one.row.item.productId}=${one.text}`)

describe('a block', () => {
  test('is a list of codes if its first column mostly holds codes', () => {
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

  test('assigns columns by heading or content', () => {
    const uses = (block: string[][], at?: SheetColumn) => {
      const list = codedList(block, index)
      return list && guessUses(list, index, columns, at)
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
  const match = (lines: string[][], uses: ColumnUse[], takesLots = false) =>
    matchList({ head: undefined, lines }, uses, index, takesLots)

  test('finds rows by barcode and all sizes by item code; lots only on request', () => {
    const found = match(
      [
        ['8690009', '7'],
        ['e1', '5'],
      ],
      [cell(price)],
    )
    expect(names(found.entries)).toEqual(['E2 01 S=7', 'E1 01 S=5', 'E1 01 M=5', 'E1 02 S=5'])
    expect([found.found, found.rows, found.skippedLots]).toEqual([2, 4, 1])
    expect(match([['e1', '5']], [cell(price)], true).rows).toBe(4)
  })

  test('narrows by colour and size, or by a lot’s code', () => {
    const uses: ColumnUse[] = [{ kind: 'color' }, { kind: 'size' }, cell(price)]
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

  test('prefers the more specific code: a barcode over an item code', () => {
    const found = match(
      [
        ['E1', '5'],
        ['8690001', '6'],
      ],
      [cell(price)],
    )
    expect(names(found.entries)).toEqual(['E1 01 S=6', 'E1 01 M=5', 'E1 02 S=5'])
    expect(found.conflicting).toEqual([])
  })

  test('reports and skips unknown and conflicting codes', () => {
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
    expect([found.missing, found.conflicting]).toEqual([['999 8'], ['8690001']])
  })

  test('empty cells change nothing', () => {
    expect(match([['8690001', '', '5']], [cell(stock), cell(price)]).entries).toHaveLength(1)
  })
})
