import { type ExportColumn, headingOf, type Voice } from './columns.ts'

/** Indexes into {@link styles}. */
const styleIndex = { text: 0, head: 1, whole: 2, money: 3, instant: 4, quoted: 5 } as const

/** Format 22: date and time in the reader's locale. */
export const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/>' +
  '<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="3" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>'

/** One piece per batch; the header is frozen, columns are filterable. */
export async function* sheetText<Row>(
  columns: ExportColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  voice: Voice,
): AsyncGenerator<string> {
  const direction = voice.language === 'ar' ? ' rightToLeft="1"' : ''
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView workbookViewId="0"${direction}>` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.map(widthOf).join('')}</cols><sheetData>` +
    rowOf(
      1,
      columns.map((column) => textCell(headingOf(column, voice), styleIndex.head)),
    )
  let count = 1
  for await (const rows of batches) {
    if (count + rows.length > maxRows) throw new Error('A sheet has no room for more rows')
    const rowTexts = rows.map((row) => {
      count += 1
      return rowOf(
        count,
        columns.map((column) => cellOf(column, row, voice)),
      )
    })
    yield rowTexts.join('')
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetters(columns.length)}${count}"/></worksheet>`
}

const maxRows = 1_048_576
const maxCellCharacters = 32_767

/** Some readers need cell references. */
function rowOf(number: number, cells: string[]): string {
  const placed = cells.map((cell, index) => cell && `<c r="${columnLetters(index + 1)}${number}"${cell}`)
  return `<row r="${number}">${placed.join('')}</row>`
}

/** Rest of the tag and content; '' if empty. */
type Cell = string

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice): Cell {
  if (column.kind === 'text') {
    const text = column.value(row, voice) ?? ''
    // quotePrefix keeps text from becoming a formula when edited.
    return textCell(text, /^[=+\-@\t\r]/.test(text) ? styleIndex.quoted : styleIndex.text)
  }
  if (column.kind === 'instant') {
    const instant = column.value(row)
    return instant ? numberCell(daysOf(voice.clock(instant)), styleIndex.instant) : ''
  }
  const number = column.value(row)
  return number === undefined ? '' : numberCell(number, styleIndex[column.kind])
}

const numberCell = (number: number, style: number): Cell => ` s="${style}"><v>${number}</v></c>`

function textCell(text: string, style: number): Cell {
  if (text === '') return ''
  return ` t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since 1899-12-30, to the minute: Excel's time. */
const daysOf = (time: Date) => Math.round(time.getTime() / 60_000) / 1440 + 25_569

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without characters invalid in XML. Excel would decode _x0041_. */
export function xmlText(text: string): string {
  return text
    .slice(0, maxCellCharacters)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

function widthOf<Row>({ kind, width }: ExportColumn<Row>, index: number): string {
  const defaultWidth = { text: 24, whole: 10, money: 14, instant: 17 }[kind]
  return `<col min="${index + 1}" max="${index + 1}" width="${width ?? defaultWidth}" customWidth="1"/>`
}

/** A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
