import { type ExportColumn, headingOf, type Voice } from './columns.ts'

/** Cells by their place in {@link styles}. */
const look = { text: 0, head: 1, whole: 2, money: 3, instant: 4, quoted: 5 } as const

/** Format 22 is a date with its time, written the way of whoever opens the file. */
export const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/>' +
  '<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="3" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>'

/** The XML of a sheet, a piece for each batch: its first row stays in sight, and each column can be filtered. */
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
      columns.map((column) => textCell(headingOf(column, voice), look.head)),
    )
  let count = 1
  for await (const rows of batches) {
    if (count + rows.length > mostRows) throw new Error('A sheet has no room for more rows')
    const written = rows.map((row) => {
      count += 1
      return rowOf(
        count,
        columns.map((column) => cellOf(column, row, voice)),
      )
    })
    yield written.join('')
  }
  yield `</sheetData><autoFilter ref="A1:${letters(columns.length)}${count}"/></worksheet>`
}

/** Excel's own limits. */
const mostRows = 1_048_576
const mostCharacters = 32_767

/** Each cell says where it is: some readers of workbooks want to be told. */
function rowOf(number: number, cells: string[]): string {
  const placed = cells.map((cell, index) => cell && `<c r="${letters(index + 1)}${number}"${cell}`)
  return `<row r="${number}">${placed.join('')}</row>`
}

/** The rest of a cell's tag and what is in it; '' for an empty one. */
type Cell = string

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice): Cell {
  if (column.kind === 'text') {
    const text = column.value(row, voice) ?? ''
    // Kept as text it is no formula; the mark keeps it one when somebody edits the cell.
    return textCell(text, /^[=+\-@\t\r]/.test(text) ? look.quoted : look.text)
  }
  if (column.kind === 'instant') {
    const instant = column.value(row)
    return instant ? numberCell(daysOf(voice.clock(instant)), look.instant) : ''
  }
  const number = column.value(row)
  return number === undefined ? '' : numberCell(number, look[column.kind])
}

const numberCell = (number: number, style: number): Cell => ` s="${style}"><v>${number}</v></c>`

function textCell(text: string, style: number): Cell {
  if (text === '') return ''
  return ` t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since the last one of 1899, to the minute: what a spreadsheet keeps a time as. */
const daysOf = (time: Date) => Math.round(time.getTime() / 60_000) / 1440 + 25_569

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text within XML, without what no XML may hold; Excel would read _x0041_ as a letter. */
export function xmlText(text: string): string {
  return text
    .slice(0, mostCharacters)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

function widthOf<Row>({ kind, width }: ExportColumn<Row>, index: number): string {
  const usual = { text: 24, whole: 10, money: 14, instant: 17 }[kind]
  return `<col min="${index + 1}" max="${index + 1}" width="${width ?? usual}" customWidth="1"/>`
}

/** What a spreadsheet calls its column: A, B … Z, AA. */
export function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
