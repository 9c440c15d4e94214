import { deflateRawSync } from 'node:zlib'
import { columnLetters } from '#server/exports/workbook.ts'

/* Malformed workbooks, byte by byte. */

/** Parts may be compressed already. */
export function zip(parts: Record<string, string | { packed: Buffer; size: number }>): Buffer {
  const bodies: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const { packed, size } =
      typeof part === 'string' ? { packed: deflateRawSync(part), size: Buffer.byteLength(part) } : part
    const sizes = [packed.length, size, name.length]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    sizes.slice(0, 2).forEach((value, at) => local.writeUInt32LE(value, 18 + 4 * at))
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    sizes.slice(0, 2).forEach((value, at) => entry.writeUInt32LE(value, 20 + 4 * at))
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), packed)
    index.push(entry, Buffer.from(name))
    offset += local.length + name.length + packed.length
  }
  const indexed = Buffer.concat(index)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(indexed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, indexed, end])
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

export function workbookParts(
  rows: string,
  { sharedStrings = '', styles = '', date1904 = false } = {},
): Record<string, string> {
  return {
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook><workbookPr date1904="${date1904}"/><sheets><sheet name="Ürünler &amp; stok" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', '/xl/worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...(sharedStrings ? { 'xl/sharedStrings.xml': `<sst>${sharedStrings}</sst>` } : {}),
    ...(styles ? { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` } : {}),
  }
}

type SheetOf = { name: string; state?: 'hidden' | 'veryHidden'; rows: string }

/** With several sheets. */
export function workbookOfSheets(sheets: SheetOf[]): Buffer {
  const named = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${state ? ` state="${state}"` : ''}/>`,
  )
  const relations = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `/xl/worksheets/of${at}.xml`))
  return zip({
    ...workbookParts(''),
    'xl/workbook.xml': `<workbook><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/of${at}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** A spreadsheet of LibreOffice, and one of Apple Numbers: an archive too, but no workbook. */
export const openDocument = (): Buffer =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<office:document-content/>',
    'META-INF/manifest.xml': '<manifest:manifest/>',
  })
export const numbersFile = (): Buffer =>
  zip({ 'Data/picture.png': 'picture', 'Index/Document.iwa': 'packed', 'Index/ViewState.iwa': 'packed' })

export const workbookOf = (...given: Parameters<typeof workbookParts>): Buffer => zip(workbookParts(...given))

/** A text, or what writes the cell at a place like `A1`. */
type Cell = string | ((place: string) => string)

/** From the first row on. */
export const rowsOf = (rows: Cell[][]): string =>
  rows
    .map((cells, at) => {
      const written = cells.map((cell, column) => {
        const place = `${columnLetters(column + 1)}${at + 1}`
        return typeof cell === 'string' ? textCell(place, cell) : cell(place)
      })
      return `<row r="${at + 1}">${written.join('')}</row>`
    })
    .join('')

export const textCell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
