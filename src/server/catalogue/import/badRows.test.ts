import { expect, test } from 'vitest'
import type { ImportOptions } from '#server/catalogue/import/catalogueImport.ts'
import { describeBadRow, ImportProblem } from '#server/tableFiles/report.ts'
import { type VariantCodeField, variantCodeFields, variantFields } from '#shared/catalogue/catalogueFields.ts'
import { lines, summarizeBadRows, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

const headerWith = (code: VariantCodeField) =>
  `brandName;categoryName;itemCode;itemDescription;colorCode;itemDim1Code;${code};priceCB;inventory`
const header = headerWith('barcode')

const badRowsOf = async (rows: string[], options?: ImportOptions) =>
  summarizeBadRows((await shop.importText(lines(...rows), options)).bad)

test('every bad cell is listed with its line, column, reason and value, and nothing is imported', async () => {
  const report = await shop.importText(
    lines(
      header,
      'Lale;Kadın;A1;Elbise;red;S;100;12,50;3',
      `Lale;Kadın;A9;"Elbise`,
      `uzun";red;M;101;12,50;3`,
      `Lale;Kadın;;Elbise;red;S;102;12,50;3`,
      `Lale;Kadın;A2;Elbise;${'c'.repeat(11)};S;103;-1;3`,
      `Lale;Kadın;A3;Elbise;red;${'s'.repeat(11)};104;1,234;2,5`,
      `${'b'.repeat(101)};Kadın;A4;Elbise;red;S;4,82E+12;12,345;x`,
      `Lale;Kadın;A5;Elbise;red;;105;1;1`,
      `Lale;Kadın;A6;Elbise;red;S;106;1`,
      `Lale;Kadın;A7;Elbise;red;S;107;1;1;more`,
      ';;;;;;;;',
      `Lale;Kadın;A8\u0007;Elbise;red;S;108;1;99999999999`,
    ),
  )
  expect(summarizeBadRows(report.bad)).toEqual([
    '5 itemCode required',
    '6 colorCode tooLong ccccccccccc',
    '6 priceCB negative -1',
    '7 itemDim1Code tooLong sssssssssss',
    '7 inventory notWhole 2,5',
    '7 priceCB ambiguousNumber 1,234',
    '8 barcode scientific 4,82E+12',
    '8 inventory notANumber x',
    `8 brandName tooLong ${'b'.repeat(100)}`,
    '8 priceCB ambiguousNumber 12,345',
    '9 itemDim1Code required',
    '10  cellCount',
    '11  cellCount',
    '13 itemCode controlCharacter A8\u0007',
    '13 inventory tooLarge 99999999999',
  ])
  expect(report).toMatchObject({ rows: 10, badCount: 15, applied: false, brandsAdded: 0 })
  expect(await shop.variants()).toEqual([])
  expect(await shop.rows('select * from brands where tenant_id = $1')).toEqual([])
})

test('skipBad imports the good rows', async () => {
  const report = await shop.importText(
    lines(header, 'Lale;Kadın;A1;Elbise;red;S;100;12,50;3', 'Lale;Kadın;A1;Elbise;red;M;101;x;3'),
    { skipBad: true },
  )
  expect(report).toMatchObject({ rows: 2, badCount: 1, applied: true, variants: { added: 1 } })
  expect((await shop.variants()).map(({ name }) => name)).toEqual(['A1/red/S'])
})

test('the first 1000 bad rows are kept, all are counted', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => `Lale;Kadın;A1;Elbise;red;${index};;x;3`)
  const report = await shop.importText(lines(header, ...rows, 'Lale;Kadın;A1;Elbise;red;0;;1;9'))
  expect(report.badCount).toBe(1500)
  expect(report.bad).toHaveLength(1000)
  expect(report.bad.at(-1)?.line).toBe(1001)
})

test('a repeated size or lot is fine with the same data and bad with other data', async () => {
  const report = await shop.importText(
    lines(
      header,
      'Lale;Kadın;A1;Elbise;red;S;100;12,50;3',
      'Lale;Kadın;A1; Elbise ;red;S;100;12.50;3',
      'Lale;Kadın;A1;Elbise;red;S;100;12,50;4',
    ),
    { skipBad: true },
  )
  expect(summarizeBadRows(report.bad)).toEqual(['4 itemCode duplicate A1 red S'])
  expect(report).toMatchObject({ rows: 3, applied: true, variants: { added: 1 } })
  expect(await shop.variant('A1/red/S')).toMatchObject({ inventory: 3 })
})

test.each<[string, string[], string[]]>([
  [
    'contradict the first row of their product; empty cells do not contradict',
    [
      `${header};attribute01;attribute02;colorDescription`,
      'Lale;Kadın;A1;Elbise;red;S;;1;1;;x;',
      'Gül;Kadın > Elbise;A1;Etek;red;M;;1;1;a;y;Kırmızı',
      ';;A1;;red;L;;1;1;;;Kırmızı',
      'Gül;Kadın;A1;Elbise;blue;S;;1;1;b;;',
      'Lale;Kadın;A1;Elbise;red;XL;;1;1;b;x;Al',
    ],
    [
      '3 attribute02 conflict y',
      '3 brandName conflict Gül',
      '3 categoryName conflict Kadın > Elbise',
      '3 itemDescription conflict Etek',
      '6 attribute01 conflict b',
      '6 colorDescription conflict Al',
    ],
  ],
  [
    'are of a new product without brand, category or description',
    [header, ';Kadın;A1;Elbise;red;S;;1;1', 'Lale;;A2;Elbise;red;S;;1;1', 'Lale;Kadın;A3;;;S;;1;1'],
    [
      '2 brandName requiredForNew A1 red',
      '3 categoryName requiredForNew A2 red',
      '4 itemDescription requiredForNew A3',
    ],
  ],
  [
    'have size and lot or neither, or pieces without a lot',
    [
      'brandName,categoryName,itemCode,itemDescription,itemDim1Code,lotCode,piecesPerLot',
      'Lale,Kadın,A1,Elbise,S,W8,8',
      'Lale,Kadın,A1,Elbise,M,,8',
      'Lale,Kadın,A1,Elbise,L,,1',
      'Lale,Kadın,A1,Elbise,,W8,0',
      'Lale,Kadın,A1,Elbise,,,',
    ],
    [
      '2 lotCode sizeAndLot W8',
      '3 piecesPerLot sizeHasNoPieces 8',
      '5 piecesPerLot tooSmall 0',
      '6 itemDim1Code required',
    ],
  ],
])('rows are bad that %s', async (_, rows, bad) => {
  expect(await badRowsOf(rows)).toEqual(bad)
})

test.each(variantCodeFields)('a %s belongs to one size or lot', async (field) => {
  const headings = headerWith(field)
  await shop.importText(
    lines(headings, 'Lale;Kadın;A1;Elbise;red;S;100;1;1', 'Lale;Kadın;A1;Elbise;red;M;101;1;1'),
  )
  const rows = ['S;200', 'M;200', 'L;101', 'XL;', 'XXL;'].map((row) => `Lale;Kadın;A2;Etek;red;${row};1;1`)
  expect(await badRowsOf([headings, ...rows])).toEqual([
    `3 ${field} codeTwice 200`,
    `4 ${field} codeTaken 101`,
  ])
})

test.each(variantCodeFields)('a chain of %ss stays taken if its end is', async (field) => {
  const headings = headerWith(field)
  const rows = ['S;1', 'M;2', 'L;3', 'XL;4'].map((row) => `Lale;Kadın;A1;Elbise;red;${row};1;1`)
  await shop.importText(lines(headings, ...rows))
  const moved = ['S;2', 'M;3', 'L;4', 'XS;9'].map((row) => `Lale;Kadın;A1;Elbise;red;${row};1;1`)
  expect(await badRowsOf([headings, ...moved], { skipBad: true })).toEqual([
    `2 ${field} codeTaken 2`,
    `3 ${field} codeTaken 3`,
    `4 ${field} codeTaken 4`,
  ])
  const column = variantFields[field].column
  const taken = await shop.rows(`select size from variants where tenant_id = $1 and ${column} = '9'`)
  expect(taken).toEqual([{ size: 'XS' }])
})

test('a file by barcode may contain only known barcodes, each once', async () => {
  await shop.importText(lines(header, 'Lale;Kadın;A1;Elbise;red;S;100;1;1'))
  expect(await badRowsOf(['barcode,inventory', '100,5', '999,5', ',5', '100,6', '100,5'])).toEqual([
    '3 barcode unknownBarcode 999',
    '4 barcode required',
    '5 barcode duplicate 100',
  ])
})

test('currencies are three letters', async () => {
  const rows = ['S,1,?', 'M,1,usd', 'L,1,TL', 'XL,1,'].map((row) => `Lale,Kadın,A1,Elbise,${row}`)
  const head = 'brandName,categoryName,itemCode,itemDescription,itemDim1Code,priceCB,currencyCB'
  expect(await badRowsOf([head, ...rows], { skipBad: true })).toEqual(['2 currencyCB currency ?'])
  expect((await shop.variants()).map(({ prices }) => prices[0])).toEqual([
    'CB 1.00 USD',
    'CB 1.00 TRY',
    'CB 1.00 TRY',
  ])
})

test.each([
  ['no known column', 'a,b\n1,2\n', 'The first row of the file names no column that we know: a, b.'],
  [
    'neither size nor lot',
    'itemCode,inventory\nA1,2\n',
    'The file needs the columns itemCode and itemDim1Code or lotCode, or else the column barcode; it has itemCode, inventory.',
  ],
])('a header with %s is one clear problem', async (_, text, message) => {
  const importing = shop.importText(text)
  await expect(importing).rejects.toThrow(ImportProblem)
  await expect(importing).rejects.toThrow(message)
})

test('unknown, repeated and incomplete columns are warnings', async () => {
  const report = await shop.importText(
    lines(
      'ITEMCODE, colorcode ,itemDim1Code,brandname,CategoryName,itemDescription,season,season,itemCode,currencyXX,pricecb',
      'A1,red,S,Lale,Kadın,Elbise,x,y,z,EUR,5',
    ),
  )
  expect(report.warnings).toEqual([
    { code: 'unknownColumn', value: 'season', count: 2 },
    { code: 'repeatedColumn', value: 'itemCode', count: 1 },
    { code: 'ignoredColumn', value: 'currencyXX', count: 1 },
  ])
  expect(await shop.variant('A1/red/S')).toMatchObject({ prices: ['CB 5.00 TRY'] })
})

test('a bad row is described by an English sentence', () => {
  expect(describeBadRow({ line: 2, column: 'priceTF', reason: 'notANumber', value: '12 TRY each' })).toBe(
    'priceTF: this is not a number ("12 TRY each")',
  )
})
