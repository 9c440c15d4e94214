import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { testFolder } from '#test/folder.ts'
import { encodingOf } from './csv.ts'
import { ImportProblem } from './report.ts'
import type { Row } from './rows.ts'
import { openTable } from './table.ts'

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

async function file(content: string | Buffer): Promise<string> {
  const name = path.join(await testFolder(), 'file.csv')
  await writeFile(name, content)
  return name
}

const open = (name: string, known = new Map<string, string>()) =>
  openTable({ file: name, mainLanguage: 'tr' }, (heading) => known.get(heading))

async function read(content: string | Buffer) {
  const { header, rows } = await open(await file(content))
  const found: [number, ...unknown[]][] = []
  for await (const { line, cells } of rows) found.push([line, ...cells])
  return { header, rows: found }
}

const text = 'brandName;itemDescription\nİpek;Çiçekli şık elbise, "ğüö"\n'

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['windows-1254', iconv.encode(text, 'win1254')],
  ['UTF-16 with a byte order mark', iconv.encode(text, 'utf16le', { addBOM: true })],
])('a file in %s is read', async (_, content) => {
  expect(await read(content)).toEqual({
    header: ['brandName', 'itemDescription'],
    rows: [[2, 'İpek', 'Çiçekli şık elbise, "ğüö"']],
  })
})

test('the apostrophe by which our exports mark formulas is taken off', async () => {
  const { rows } = await read("a;b;c\n'=1;'＝1;'＋1\n''＠1;'－1;it's\n")
  expect(rows).toEqual([
    [2, '=1', '＝1', '＋1'],
    [3, "'＠1", '－1', "it's"],
  ])
})

test('one Turkish byte at the end of a large file makes it windows-1254', async () => {
  const line = 'brand;a long enough description\n'
  const plain = `brandName;itemDescription\n${line.repeat(20_000)}`
  expect(await encodingOf(await file(plain), 'tr')).toBe('utf8')
  const marked = Buffer.concat([Buffer.from(plain), Buffer.from([0xfe])])
  expect(await encodingOf(await file(marked), 'en')).toBe('win1254')
  // A multi-byte character across two chunks.
  expect(await encodingOf(await file(`${'x'.repeat(256 * 1024 - 1)}ş`), 'tr')).toBe('utf8')
  expect(await encodingOf(await file(Buffer.from([0x61, 0xc5])), 'tr')).toBe('win1254')
})

test('line numbers count multi-line cells, empty lines and any line break', async () => {
  const content = 'a,b\r\n1,"x\r\ny"\r\n\r\n2,z\n"3\n\n",q\r4,w'
  expect((await read(content)).rows).toEqual([
    [2, '1', 'x\r\ny'],
    [5, '2', 'z'],
    [6, '3\n\n', 'q'],
    [9, '4', 'w'],
  ])
})

test('a first line sep=; sets the delimiter and counts as a line', async () => {
  expect(await read('sep=;\na,x;b\n1;2\n')).toEqual({ header: ['a,x', 'b'], rows: [[3, '1', '2']] })
})

test('a quote inside a cell is taken literally', async () => {
  expect((await read('a;b\n5" wide;x\n"y" ;z\n')).rows).toEqual([
    [2, '5" wide', 'x'],
    [3, 'y', 'z'],
  ])
})

test('an unclosed quote is a clear problem', async () => {
  await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toThrow(
    'The file cannot be read as CSV: a quote that opens on line 3 or soon after is not closed.',
  )
})

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['only blank lines', '\n\n', 'The file is empty.'],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /save it as \.xlsx or as CSV/],
  ['a broken workbook', 'PK and nothing else', /^The workbook cannot be read: /],
])('%s is a clear problem', async (_, content, message) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(ImportProblem)
  await expect(reading).rejects.toThrow(message)
})

test('a missing file is a clear problem', async () => {
  await expect(open('/none.csv')).rejects.toThrow(/^The file cannot be opened: ENOENT/)
})

test('headings are found below a title; the rows above are kept for who chooses', async () => {
  const name = await file('Price list, 2026\n\nCode;Name;Price\nA;Code;1\n')
  const known = new Map([
    ['Code', 'code'],
    ['Name', 'name'],
  ])
  const { header, above, headRow, rows } = await open(name, known)
  expect([header, above, headRow]).toEqual([
    ['Code', 'Name', 'Price'],
    [{ line: 1, cells: ['Price list, 2026'] }],
    1,
  ])
  expect(await all(rows)).toEqual([{ line: 4, cells: ['A', 'Code', '1'] }])
})
