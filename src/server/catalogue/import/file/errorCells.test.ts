import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lines, shopOf, summarizeBadRows } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { textCell, workbookOf } from '#test/workbooks.ts'

/* Spreadsheet errors are bad rows in every column, by command and in the panel. */

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

const columns =
  'brandName categoryName itemCode itemDescription colorCode colorDescription itemDim1Code lotCode lotDescription piecesPerLot barcode inventory priceCB currencyCB attribute01 photos'.split(
    ' ',
  )
const good = [
  'Ayla',
  'Kadın',
  'A1',
  'Ürün',
  '01',
  'Kırmızı',
  'S',
  '',
  '',
  '',
  '',
  '3',
  '120',
  'TRY',
  'x',
  'a.jpg',
]

const place = (column: number, row: number) => `${String.fromCharCode(65 + column)}${row}`

/** One row per column with an error in it; sizes keep the rows distinct. */
function workbook(errorCell: (place: string) => string): Buffer {
  const head = columns.map((name, at) => textCell(place(at, 1), name)).join('')
  const rows = columns.map((_, wrong) => {
    const number = wrong + 2
    const cells = good.map((value, at) => {
      if (at === wrong) return errorCell(place(at, number))
      return textCell(place(at, number), columns[at] === 'itemDim1Code' ? `S${wrong}` : value)
    })
    return `<row r="${number}">${cells.join('')}</row>`
  })
  return workbookOf(`<row r="1">${head}</row>${rows.join('')}`)
}

async function badRows(
  name: string,
  content: string | Buffer,
): Promise<{ command: string[]; panel: string[] }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'errors-'))
  const inShop = shopOf(app.database, shop.tenantId, folder)
  const file = await inShop.file(name, content)
  const report = await inShop.importFile(file, { dryRun: true })
  const id = await run.upload(await readFile(file), name)
  await rm(folder, { recursive: true })
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
  const content = workbookOf(
    ['itemCode', 'colorCode', 'itemDim1Code', 'priceCB'].reduce(
      (row, name, at) => row + textCell(place(at, 1), name),
      '<row r="1">',
    ) +
      `</row><row r="2">${textCell('A2', 'A1')}${textCell('B2', '01')}${textCell('C2', 'S')}<c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
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
