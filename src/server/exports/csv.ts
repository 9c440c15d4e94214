import type { Language } from '#shared/tenancy.ts'
import { type ExportColumn, headingOf, type Voice } from './columns.ts'
import { withMark } from './formulaMark.ts'

/** What spreadsheets of a language take for the next cell, and for the point of a number. */
const marksOf = (language: Language) =>
  language === 'en' || language === 'ar' ? { cell: ',', point: '.' } : { cell: ';', point: ',' }

/** Rows as the text of a CSV file, a piece for each batch. The mark at its beginning tells Excel that it is UTF-8. */
export async function* csvText<Row>(
  columns: ExportColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  voice: Voice,
): AsyncGenerator<string> {
  const marks = marksOf(voice.language)
  const lineOf = (cells: string[]) => `${cells.join(marks.cell)}\r\n`
  yield `\ufeff${lineOf(columns.map((column) => quoted(headingOf(column, voice))))}`
  for await (const rows of batches) {
    yield rows.map((row) => lineOf(columns.map((column) => cellOf(column, row, voice, marks.point)))).join('')
  }
}

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice, point: string): string {
  if (column.kind === 'text') return quoted(column.value(row, voice) ?? '')
  if (column.kind === 'instant') {
    const instant = column.value(row)
    return instant ? voice.clock(instant).toISOString().slice(0, 16).replace('T', ' ') : ''
  }
  const number = column.value(row)
  if (number === undefined) return ''
  return column.kind === 'money' ? number.toFixed(2).replace('.', point) : String(number)
}

/** A cell of text, never a formula. */
export function quoted(text: string): string {
  const plain = withMark(text)
  return /[",;\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
