import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lines, shopOf, summarizeBadRows } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { rowsOf, textCell, workbookOf } from '#test/workbooks.ts'

/* Spreadsheet errors are bad rows in every column, by command and in the panel. */

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

const values = {
  brandName: 'Ayla',
  categoryName: 'Kadın',
  itemCode: 'A1',
  itemDescription: 'Ürün',
  colorCode: '01',
  colorDescription: 'Kırmızı',
  itemDim1Code: 'S',
  lotCode: '',
  lotDescription: '',
  piecesPerLot: '',
  barcode: '',
  inventory: '3',
  priceCB: '120',
  currencyCB: 'TRY',
  attribute01: 'x',
  photos: 'a.jpg',
}
const columns = Object.keys(values)

/** One row per column with an error in it; sizes keep the rows distinct. */
function workbook(error: (place: string) => string): Buffer {
  const rows = columns.map((wrong, at) =>
    Object.values({ ...values, itemDim1Code: `S${at}`, [wrong]: error }),
  )
  return workbookOf(rowsOf([columns, ...rows]))
}

async function badRows(
  name: string,
  content: string | Buffer,
): Promise<{ command: string[]; panel: string[] }> {
  const inShop = shopOf(app.database, shop.tenantId, app.folder)
  const file = await inShop.file(name, content)
  const report = await inShop.importFile(file, { dryRun: true })
  const id = await run.upload(await readFile(file), name)
  await run.check(id)
  const shownRows = await run.changes(id, { state: 'bad' })
  const panel = shownRows.map((row) => row.replace(/^row\s*:?\s*/, ''))
  return { command: summarizeBadRows(report.bad), panel }
}

test.each([
  ['an error', (at: string) => `<c r="${at}" t="e"><v>#DIV/0!</v></c>`, '#DIV/0!'],
  ['a formula without a result', (at: string) => `<c r="${at}"><f>A9*2</f></c>`, '=A9*2'],
  ['the text of an error', (at: string) => textCell(at, '#SAYI/0!'), '#SAYI/0!'],
])('%s in a workbook is reported with line and column', async (_, errorCell, shown) => {
  const { command, panel } = await badRows('liste.xlsx', workbook(errorCell))
  const expected = columns.map((name, at) => `${at + 2} ${name} cellError ${shown}`)
  expect(command).toEqual(expected)
  expect(panel).toEqual(expected)
})

test('an error in a price cell keeps the price', async () => {
  const before = await run.variant('A1', 'S')
  expect(before?.prices).toContain('CB 100')
  const error = (at: string) => `<c r="${at}" t="e"><f>1/0</f><v>#DIV/0!</v></c>`
  const content = workbookOf(
    rowsOf([
      ['itemCode', 'colorCode', 'itemDim1Code', 'priceCB'],
      ['A1', '01', 'S', error],
    ]),
  )
  const id = await run.upload(content, 'fiyat.xlsx')
  await run.check(id)
  expect(await run.read(id)).toMatchObject({ badCount: 1, can: { apply: false } })
  expect(await run.variant('A1', 'S')).toEqual(before)
})

test.each([
  '#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE!',
  '#SAYI/0! #YOK #AD? #BOŞ! #SAYI! #BAŞV! #DEĞER!',
  '#ДЕЛ/0! #Н/Д #ИМЯ? #VALEUR! #RIF! #NV ####',
])('a CSV has them as text: %s', async (texts) => {
  const errors = texts.split(' ')
  const { command, panel } = await badRows(
    'liste.csv',
    lines(
      'itemCode;colorCode;itemDim1Code;priceCB;inventory;barcode',
      ...errors.map((text) => `A1;01;S;${text};${text};${text}`),
    ),
  )
  const expected = errors.flatMap((text, at) =>
    ['barcode', 'inventory', 'priceCB'].map((name) => `${at + 2} ${name} cellError ${text}`),
  )
  expect(command.toSorted()).toEqual(expected.toSorted())
  expect(panel.toSorted()).toEqual(expected.toSorted())
})

test('in a Shopify file none becomes a size, a colour or a photo', async () => {
  const { command } = await badRows(
    'shopify.csv',
    lines(
      'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Image Src',
      'shirt,Shirt,Lale,Shirts,Size,#N/A,Color,Red,10,',
      'skirt,Skirt,Lale,Skirts,Size,S,Color,#REF!,10,',
      'coat,Coat,Lale,Coats,Size,S,Color,Red,#VALUE!,#N/A',
    ),
  )
  expect(command).toEqual([
    '2 itemDim1Code cellError #N/A',
    '3 colorDescription cellError #REF!',
    '4 Variant Price cellError #VALUE!',
    '4 photos cellError #N/A',
  ])
})
