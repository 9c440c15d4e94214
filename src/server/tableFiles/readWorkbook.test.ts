import { deflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { WorkbookFault, type WorkbookLimits, workbookLimits } from '#shared/workbook/fault.ts'
import { openWorkbook } from '#shared/workbook/openWorkbook.ts'
import { CellError, type SheetRow } from '#shared/workbook/sheet.ts'
import { isDateFormat } from '#shared/workbook/styles.ts'
import { xmlReader } from '#shared/workbook/xml.ts'
import { textCell, workbookOf, workbookParts, zip } from '#test/workbooks.ts'
import { unpackText } from './unpackText.ts'

async function rowsOf(bytes: Uint8Array, limits: Partial<WorkbookLimits> = {}): Promise<SheetRow[]> {
  const [sheet] = await openWorkbook(bytes, unpackText, { ...workbookLimits, ...limits })
  const rows: SheetRow[] = []
  for await (const row of sheet?.rows() ?? []) rows.push(row)
  return rows
}

const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof WorkbookFault ? error.code : error),
  )

test('every type of cell is read', async () => {
  const rows = await rowsOf(
    workbookOf(
      [
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"/><c r="C2"><v>12.5</v></c><c r="E2" t="b"><v>1</v></c>',
        '<c r="F2" s="1"><v>46115</v></c><c r="G2" s="2"><v>0.5</v></c><c r="H2" t="d"><v>2026-04-03</v></c>',
        `${textCell('I2', 'a &lt; b &#x131;')}<c r="J2" t="str"><f>A2&amp;"x"</f><v>x_x000D_y</v></c></row>`,
        '<row r="3" spans="1:4"><c r="A3" s="1"/></row>',
        '<row><c t="s"><v>0</v></c><c><v>1e3</v></c></row>',
      ].join('\n'),
      {
        sharedStrings:
          '<si><t>Lale</t></si><si><r><t>Kadın</t></r><r><t xml:space="preserve"> Elbise</t></r><rPh sb="0"><t>not this</t></rPh></si>',
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="0.00 &quot;adet/day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
      },
    ),
  )
  const day = new Date('2026-04-03')
  expect(rows).toEqual([
    { number: 2, cells: ['Kadın Elbise', '', 12.5, '', 'true', day, 0.5, day, 'a < b ı', 'x\ry'] },
    { number: 4, cells: ['Lale', 1000] },
  ])
})

test('errors and formulas without a value differ from empty cells', async () => {
  const [row] = await rowsOf(
    workbookOf(
      [
        '<row r="1"><c r="A1" t="e"><v>#N/A</v></c><c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C1"><f>A2*2</f></c>',
        '<c r="D1"><f>A2&amp;"x"</f><v></v></c><c r="E1"><f t="shared" si="0"/></c><c r="F1" t="str"><f>A2</f></c>',
        '<c r="G1" t="str"><f>IF(A2,"","")</f><v></v></c><c r="H1"><f>A2*3</f><v>6</v></c><x:c r="I1"><x:f>B1</x:f></x:c></row>',
      ].join(''),
    ),
  )
  const error = (text: string) => new CellError(text)
  expect(row?.cells).toEqual([
    error('#N/A'),
    error('#DIV/0!'),
    error('=A2*2'),
    error('=A2&"x"'),
    error('='),
    error('=A2'),
    '',
    6,
    error('=B1'),
  ])
})

test('a large workbook is read the same as by another library', async () => {
  const given = Array.from({ length: 3000 }, (_, row) => [
    { value: `Ürün "${row}" & <b> 'x'` },
    { value: `869${String(row).padStart(10, '0')}`, type: String },
    { value: row / 8 },
    row % 3 === 0 ? null : { value: new Date(Date.UTC(2026, 0, row % 28)), format: 'dd/mm/yyyy' },
    { value: row % 2 === 0 },
  ])
  const bytes = await writeExcelFile(given, {}).toBuffer()
  const other = await readSheet(bytes)
  const rows = await rowsOf(new Uint8Array(bytes))
  const plain = rows.map(({ cells }) => cells.map((cell) => (cell === '' ? null : cell)))
  expect(plain).toEqual(
    other.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell))),
  )
  expect(rows.at(-1)?.number).toBe(3000)
})

test('days are counted from 1904 where the workbook says so', async () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
  const [row] = await rowsOf(
    workbookOf('<row r="1"><c r="A1"><v>0</v></c></row>', { styles, date1904: true }),
  )
  expect(row?.cells).toEqual([new Date('1904-01-01')])
})

test('date formats are distinguished from number formats', () => {
  const dates = ['yyyy-mm-dd', 'dd.mm.yy;@', '[$-41F]d mmmm yyyy', '[h]:mm:ss', 'h:mm AM/PM', 'm/d']
  const numbers = [
    '0.00',
    'General',
    '#,##0.00 "adet"',
    '0.00E+00',
    '[Red]0',
    '_-* #,##0.00\\ _d_-',
    '@',
    '0\\d',
  ]
  expect([...dates, ...numbers].filter(isDateFormat)).toEqual(dates)
})

test('numbers are read as they are shown, where that is more than their digits', async () => {
  const formats = [
    '000000',
    '0%',
    '#,##0.00 "€"',
    '[$$-409]#,##0.00',
    '#,##0.00\\ "TL"',
    '#,##0.00',
    '0.0 "kg"',
    '[$-41F]0.00',
  ]
  const styles = `<numFmts>${formats
    .map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join(
      '',
    )}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}<xf numFmtId="10"/></cellXfs>`
  const values = [123, 1, 12.5, 1.234, 1234.5, 1234.5, 2, 3, 0.075]
  const cells = values.map((value, at) => `<c s="${at}"><v>${value}</v></c>`).join('')
  const [row] = await rowsOf(workbookOf(`<row r="1">${cells}</row>`, { styles }))
  expect(row?.cells).toEqual([
    '000123',
    '100%',
    '12.5\u00a0EUR',
    '1.2340\u00a0USD',
    '1234.5\u00a0TRY',
    1234.5,
    2,
    3,
    '7.5%',
  ])
})

test('XML is read the same however it is split into chunks', () => {
  const xml =
    '\ufeff<?xml version="1.0"?><!-- <no> --><a x="1>2" y=\'"\'><b:c/>t&amp;u<![CDATA[<&>]]>&#65;</a >'
  const whole = heard([xml])
  expect(whole).toEqual('a[ x="1>2" y=\'"\']c[]/c t&u<&>A/a')
  for (let at = 1; at < xml.length; at += 1) expect(heard([xml.slice(0, at), xml.slice(at)])).toBe(whole)
  expect(heard([...xml])).toBe(whole)
})

function heard(pieces: string[]): string {
  let said = ''
  const reader = xmlReader({
    open: (name, attributes) => (said += `${name}[${attributes}]`),
    text: (text) => (said += text.replace('\ufeff', '')),
    close: (name) => (said += `/${name}${name === 'c' ? ' ' : ''}`),
  })
  for (const piece of pieces) reader.write(piece)
  return said
}

test('only declared cells are read, however far apart', async () => {
  const corners = `<row r="1">${textCell('A1', 'itemCode')}</row><row r="1048576">${textCell('B1048576', 'x')}</row>`
  expect(await rowsOf(workbookOf(corners))).toEqual([
    { number: 1, cells: ['itemCode'] },
    { number: 1_048_576, cells: ['', 'x'] },
  ])
  // Some programs style a whole row cell by cell.
  const styled = `<row r="1">${textCell('A1', 'itemCode')}<c r="XFD1" s="1"/></row>`
  expect(await rowsOf(workbookOf(styled))).toEqual([{ number: 1, cells: ['itemCode'] }])
})

test('a workbook beyond the limits is refused', async () => {
  const row = (number: number) => `<row r="${number}">${textCell(`C${number}`, 'x')}</row>`
  const three = workbookOf(row(1) + row(2) + row(3), {
    sharedStrings: '<si><t>one</t></si><si><t>two</t></si>',
  })
  expect(await rowsOf(three)).toHaveLength(3)
  const limits: [keyof WorkbookLimits, number, string][] = [
    ['packedBytes', 100, 'tooLarge'],
    ['unpackedCharacters', 1000, 'tooLarge'],
    ['archiveEntries', 4, 'tooLarge'],
    ['sharedStrings', 1, 'tooLarge'],
    ['sharedCharacters', 5, 'tooLarge'],
    ['rows', 2, 'tooManyRows'],
    ['columns', 2, 'tooManyColumns'],
    ['cells', 8, 'tooManyRows'],
  ]
  for (const [name, most, fault] of limits) {
    expect([name, await faultOf(rowsOf(three, { [name]: most }))]).toEqual([name, fault])
  }
})

test('limits apply to all sheets together', async () => {
  // Many sheets may share one part of the archive.
  const parts = workbookParts(
    `<row r="1">${textCell('J1', 'x')}</row><row r="2">${textCell('A2', 'x')}</row>`,
  )
  const sheet = '<sheet name="x" sheetId="1" r:id="r1"/>'
  const many = zip({
    ...parts,
    'xl/workbook.xml': `<workbook><sheets>${sheet.repeat(3)}</sheets></workbook>`,
  })
  const readAll = async (limits: Partial<WorkbookLimits>) => {
    const sheets = await openWorkbook(many, unpackText, { ...workbookLimits, ...limits })
    for (const { rows } of sheets) for await (const row of rows()) expect(row.number).toBeGreaterThan(0)
    return sheets.length
  }
  expect(await readAll({ rows: 6, cells: 33 })).toBe(3)
  expect(await faultOf(readAll({ rows: 5 }))).toBe('tooManyRows')
  expect(await faultOf(readAll({ cells: 32 }))).toBe('tooManyRows')
})

test('a zip bomb stops at the limit', async () => {
  const size = 401_000_000
  const parts = workbookParts('')
  const bomb = zip({
    ...parts,
    'xl/worksheets/sheet1.xml': { packed: deflateRawSync(Buffer.alloc(size, ' ')), size },
  })
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await faultOf(rowsOf(bomb))).toBe('tooLarge')
})

test.each([
  ['no archive', Buffer.from('PK\u0003\u0004 nothing')],
  ['an archive of something else', zip({ 'content.xml': '<a/>' })],
  ['a document type', workbookOf('', { sharedStrings: '<!DOCTYPE a [<!ENTITY b "c">]>' })],
  [
    'a sheet that is cut off',
    zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': '<sheetData><row r="1">' }),
  ],
  ['rows out of order', workbookOf('<row r="2"/><row r="1"/>')],
  ['a text that is not there', workbookOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>')],
  ['a number that is none', workbookOf('<row r="1"><c r="A1"><v>x</v></c></row>')],
  [
    'bytes that cannot be unpacked',
    zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': { packed: Buffer.alloc(9, 0xff), size: 9 } }),
  ],
])('%s is broken', async (_, bytes) => {
  expect(await faultOf(rowsOf(bytes))).toBe('broken')
})
