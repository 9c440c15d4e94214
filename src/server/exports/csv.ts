import type { Language } from '#shared/tenancy.ts'
import { escapeFormula } from '#shared/text/formulaMark.ts'
import { type ExportColumn, headingOf, type Voice } from './columns.ts'

/** Cell separator and decimal point by language. */
const separatorsOf = (language: Language) =>
  language === 'en' || language === 'ar' ? { cell: ',', point: '.' } : { cell: ';', point: ',' }

export const decimalPoint = (language: Language) => separatorsOf(language).point

/** One piece per batch. The byte order mark makes Excel read UTF-8. */
export async function* csvText<Row>(
  columns: ExportColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  voice: Voice,
): AsyncGenerator<string> {
  const separators = separatorsOf(voice.language)
  const lineOf = (cells: string[]) => `${cells.join(separators.cell)}\r\n`
  yield `\ufeff${lineOf(columns.map((column) => quoteCell(headingOf(column, voice))))}`
  for await (const rows of batches) {
    yield rows
      .map((row) => lineOf(columns.map((column) => cellOf(column, row, voice, separators.point))))
      .join('')
  }
}

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice, point: string): string {
  if (column.kind === 'text' || column.kind === 'mixed') {
    const value = column.value(row, voice) ?? ''
    return typeof value === 'number' ? plainNumber(value, point) : quoteCell(value)
  }
  if (column.kind === 'day') return column.value(row) ?? ''
  if (column.kind === 'instant') {
    const instant = column.value(row)
    return instant ? voice.clock(instant).toISOString().slice(0, 16).replace('T', ' ') : ''
  }
  const number = column.value(row)
  if (number === undefined) return ''
  if (column.kind === 'money') return number.toFixed(2).replace('.', point)
  return column.kind === 'unitPrice' ? priceText(number, point) : String(number)
}

const plainNumber = (value: number, point: string) => String(value).replace('.', point)

/** Two decimals, and up to four where the price has them. */
export function priceText(price: number, point: string): string {
  const [whole = '', decimals = ''] = price.toFixed(4).split('.')
  return `${whole}${point}${decimals.replace(/0{1,2}$/, '')}`
}

/** Never a formula. */
export function quoteCell(text: string): string {
  const plain = escapeFormula(text)
  return /[",;\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
