import path from 'node:path'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { summarizeBadRows, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

async function workbook(rows: (string | number | boolean | Date | null)[][]): Promise<string> {
  const file = path.join(shop.folder, 'products.xlsx')
  const cells = rows.map((row) =>
    row.map((value) =>
      value === null ? null : value instanceof Date ? { value, format: 'yyyy-mm-dd' } : { value },
    ),
  )
  await writeExcelFile(cells).toFile(file)
  return file
}

test('an .xlsx workbook is read with its own numbers, dates and row numbers', async () => {
  const report = await shop.importFile(
    await workbook([
      [
        'brandName',
        'categoryName',
        'itemCode',
        'itemDescription',
        'itemDim1Code',
        'barcode',
        'priceCB',
        'inventory',
      ],
      ['Lale', 'Kadın > Elbise', 1001, 'Elbise', 38, 8690000000012, 12.5, 3],
      [null, null, null, null, null, null, null, null],
      ['Lale', 'Kadın > Elbise', 1001, 'Elbise', 40, 8690000000029, '1.234,50', 3],
      ['Lale', 'Kadın > Elbise', 1001, 'Elbise', new Date('2026-04-03'), null, 12.345, 2.5],
      ['Lale', 'Kadın > Elbise', 1001, 'Elbise', '42', null, null, null],
    ]),
    { skipBad: true, answers: { 'decimals priceCB': 'refuse' } },
  )
  expect(summarizeBadRows(report.bad)).toEqual([
    '5 itemDim1Code isDate 2026-04-03',
    '5 inventory notWhole 2.5',
    '5 priceCB decimals 12.345',
  ])
  expect(report).toMatchObject({ rows: 4, variants: { added: 3 }, applied: true })
  expect(await shop.variants()).toMatchObject([
    { name: '1001//38', barcode: '8690000000012', inventory: 3, prices: ['CB 12.50 TRY'] },
    { name: '1001//40', barcode: '8690000000029', inventory: 3, prices: ['CB 1234.50 TRY'] },
    { name: '1001//42', barcode: null, inventory: 0, prices: [] },
  ])
})

test('an empty workbook is a clear problem', async () => {
  await expect(shop.importFile(await workbook([]))).rejects.toThrow(/empty|cannot be read/)
})
