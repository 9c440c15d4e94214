import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { startsFormula } from '#shared/text/formulaMark.ts'

export type CellStyle = {
  /** A built-in number format (ECMA-376 part 1, 18.8.30) or a pattern. */
  format?: number | string
  isBold?: boolean
  /** In points. */
  size?: number
  /** As in #e8edf3. */
  background?: string
  align?: 'left' | 'right'
  /** Keeps text from becoming a formula when edited. */
  isQuoted?: boolean
}

/** Empty if undefined or ''. Dates are local time as if it were UTC, because spreadsheets have no zones. */
export type Cell = { value: string | number | Date | undefined; style: CellStyle }

export type Sheet = {
  name: string
  isRightToLeft: boolean
  /** Widths of columns, in characters; columns without one have the program's default. */
  widths: number[]
  /** First rows that stay while scrolling. */
  frozenRows: number
  /** Filters by the first row. */
  hasFilter?: boolean
  /** In batches. */
  rows: Iterable<Cell[][]> | AsyncIterable<Cell[][]>
}

/** Styles that cells may share: each is written once. */
export const cellStyles = {
  text: {},
  /** Stays text when edited, where it would become a number, a day or a time. */
  literal: { format: 49 },
  whole: { format: 3 },
  /** Without separators. */
  serial: { format: 1 },
  /** As many decimals as it has. */
  number: {},
  money: { format: 4 },
  /** With up to four decimals where the price has them. */
  unitPrice: { format: '#,##0.00##' },
  /** In the format that is usual where the reader is. */
  day: { format: 14 },
  /** Date and time in the format that is usual where the reader is. */
  instant: { format: 22 },
  heading: { isBold: true, background: '#e8edf3' },
} as const satisfies Record<string, CellStyle>

/** XLSX as a stream: one batch of rows in memory. If they fail the file is truncated and so invalid. */
export function workbookFile(sheets: Iterable<Sheet> | AsyncIterable<Sheet>): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as PassThrough
  let text: Readable | undefined
  file.once('close', () => text?.destroy())
  zip.on('error', (error: Error) => file.destroy(error))
  const write = async () => {
    const styles = openStyles()
    const names: string[] = []
    for await (const sheet of sheets) {
      if (file.destroyed) return
      names.push(sheetName(sheet.name))
      text = Readable.from(sheetText(sheet, styles), { objectMode: false })
      // Level 3 is faster and hardly larger, because sheets are repetitive.
      zip.addReadStream(text, `xl/worksheets/sheet${names.length}.xml`, { compressionLevel: 3 })
      await finished(text)
    }
    // These need all names and styles, so they come last.
    for (const [name, part] of Object.entries(partsOf(names, styles.all)))
      zip.addBuffer(Buffer.from(xmlHeader + part), name)
    zip.end()
  }
  write().catch((error: Error) => file.destroy(error))
  return file
}

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const main = `xmlns="${openXml}/spreadsheetml/2006/main"`
const relation = `${openXml}/officeDocument/2006/relationships`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function partsOf(names: string[], styles: CellStyle[]): Record<string, string> {
  const each = (made: (number: number, name: string) => string) =>
    names.map((name, index) => made(index + 1, name)).join('')
  const sheets = each(
    (number, name) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const relations = each(
    (number) =>
      `<Relationship Id="rId${number}" Type="${relation}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const overrides = each(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  )
  return {
    '[Content_Types].xml': `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${overrides}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relation}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${openXml}/package/2006/relationships">${relations}<Relationship Id="rId${names.length + 1}" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(styles),
  }
}

/** Excel's limits for sheet names. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)

type Styles = { all: CellStyle[]; indexOf: (style: CellStyle) => number }

/** Styles are found by identity, because a sheet asks millions of times. Index 0 is the default. */
function openStyles(): Styles {
  const all: CellStyle[] = []
  const indexes = new Map<CellStyle, number>()
  const indexOf = (style: CellStyle) => {
    let index = indexes.get(style)
    if (index === undefined) {
      index = all.push(style) - 1
      indexes.set(style, index)
    }
    return index
  }
  indexOf(cellStyles.text)
  return { all, indexOf }
}

const quotedStyles = new WeakMap<CellStyle, CellStyle>()

function quoted(style: CellStyle): CellStyle {
  let known = quotedStyles.get(style)
  if (!known) {
    known = { ...style, isQuoted: true }
    quotedStyles.set(style, known)
  }
  return known
}

function stylesXml(styles: CellStyle[]): string {
  const list = (name: string, items: string[]) =>
    items.length > 0 ? `<${name} count="${items.length}">${items.join('')}</${name}>` : ''
  const patterns = [...new Set(styles.flatMap(({ format }) => (typeof format === 'string' ? format : [])))]
  const formatId = (format: CellStyle['format']) =>
    typeof format === 'string' ? 164 + patterns.indexOf(format) : (format ?? 0)
  const formats = patterns.map(
    (pattern) => `<numFmt numFmtId="${formatId(pattern)}" formatCode="${xmlText(pattern)}"/>`,
  )
  const fonts = styles.map(
    ({ isBold, size = 11 }) => `<font>${isBold ? '<b/>' : ''}<sz val="${size}"/><name val="Calibri"/></font>`,
  )
  const fillOf = (pattern: string, colour = '') =>
    `<fill><patternFill patternType="${pattern}">${colour}</patternFill></fill>`
  const fills = styles.map(({ background }) =>
    background ? fillOf('solid', `<fgColor rgb="FF${background.slice(1).toUpperCase()}"/>`) : fillOf('none'),
  )
  const cells = styles.map(({ format, align, isQuoted }, index) => {
    const attributes = `numFmtId="${formatId(format)}" fontId="${index}" fillId="${index + 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`
    const quote = isQuoted ? ' quotePrefix="1"' : ''
    return align
      ? `<xf ${attributes}${quote} applyAlignment="1"><alignment horizontal="${align}"/></xf>`
      : `<xf ${attributes}${quote}/>`
  })
  return (
    // The format reserves the first two fills.
    `<styleSheet ${main}>${list('numFmts', formats)}${list('fonts', fonts)}${list('fills', [fillOf('none'), fillOf('gray125'), ...fills])}` +
    `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', cells)}</styleSheet>`
  )
}

const maxRows = 1_048_576
const maxCellCharacters = 32_767

/** One piece per batch. */
async function* sheetText(sheet: Sheet, styles: Styles): AsyncGenerator<string> {
  const { isRightToLeft, widths, frozenRows, hasFilter, rows } = sheet
  const direction = isRightToLeft ? ' rightToLeft="1"' : ''
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${xmlHeader}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"${direction}>` +
    `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>` +
    `</sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  let count = 0
  for await (const batch of rows) {
    if (count + batch.length > maxRows) throw new Error('A sheet has no room for more rows')
    const texts = batch.map((cells) => {
      count += 1
      return `<row r="${count}">${cells.map((cell, index) => cellXml(cell, index + 1, count, styles)).join('')}</row>`
    })
    yield texts.join('')
  }
  const filter = hasFilter ? `<autoFilter ref="A1:${columnLetters(widths.length)}${count}"/>` : ''
  yield `</sheetData>${filter}</worksheet>`
}

/** Some readers need cell references. */
function cellXml({ value, style }: Cell, column: number, row: number, styles: Styles): string {
  if (value === undefined || value === '') return ''
  const isFormula = typeof value === 'string' && startsFormula(value)
  const open = `<c r="${columnLetters(column)}${row}" s="${styles.indexOf(isFormula ? quoted(style) : style)}"`
  if (typeof value === 'string')
    return `${open} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
  return `${open}><v>${typeof value === 'number' ? value : daysOf(value)}</v></c>`
}

/** Days since 1899-12-30: Excel's time. */
const daysOf = (time: Date) => time.getTime() / 86_400_000 + 25_569

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without characters invalid in XML. Excel would decode _x0041_. */
function xmlText(text: string): string {
  return text
    .slice(0, maxCellCharacters)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
