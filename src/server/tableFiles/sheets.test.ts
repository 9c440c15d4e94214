import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#test/folder.ts'
import { rowsOf, workbookOfSheets } from '#test/workbooks.ts'
import type { Row } from './rows.ts'
import { openTable } from './table.ts'

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

const known = new Map([
  ['Code', 'code'],
  ['Price', 'price'],
])
const cover = rowsOf([['Price list'], ['Autumn 2026']])
const list = (price: string) => rowsOf([['Our prices'], ['Code', 'Price', 'Note'], ['A', price]])

async function open(sheets: Parameters<typeof workbookOfSheets>[0], sheet?: number) {
  const file = path.join(await testFolder(), 'file.xlsx')
  await writeFile(file, workbookOfSheets(sheets))
  const table = await openTable({ file, sheet, mainLanguage: 'tr' }, (heading) => known.get(heading))
  return { ...table, rows: await all(table.rows) }
}

test('the sheet whose headings are known is read, and never a hidden one by itself', async () => {
  const sheets = [
    { name: 'Old', state: 'hidden', rows: list('1') },
    { name: 'Older', state: 'veryHidden', rows: list('2') },
    { name: 'Cover', rows: cover },
    { name: 'List', rows: list('100') },
    { name: 'More', rows: list('7') },
  ] as const
  const found = await open([...sheets])
  expect(found).toMatchObject({ sheets: ['Cover', 'List', 'More'], sheet: 1, headRow: 1 })
  expect(found.rows).toEqual([{ line: 3, cells: ['A', '100', ''] }])
  expect(await open([...sheets], 2)).toMatchObject({ sheet: 2, rows: [{ line: 3, cells: ['A', '7', ''] }] })
  // Without headings that are known, the first with anything in it.
  expect(
    await open([
      { name: 'Empty', rows: '' },
      { name: 'Cover', rows: cover },
    ]),
  ).toMatchObject({
    header: ['Price list'],
    sheet: 1,
  })
})

test('a workbook of hidden sheets alone is read, and an empty one refused', async () => {
  expect(await open([{ name: 'Old', state: 'hidden', rows: list('1') }])).toMatchObject({ sheets: ['Old'] })
  await expect(open([{ name: 'Empty', rows: '' }])).rejects.toThrow('The file is empty.')
})
