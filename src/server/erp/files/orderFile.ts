import { buffer } from 'node:stream/consumers'
import { quoteCell } from '#server/exports/csv.ts'
import { cellStyles, type Cell as WorkbookCell, workbookFile } from '#server/exports/workbook.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import { fillPattern, numberOf } from '#shared/erp/fieldPattern.ts'
import type { FilesSettings } from '#shared/erp/files.ts'
import { plainText } from '#shared/text/text.ts'
import { ErpError } from '../connector.ts'

export type Column = FilesSettings['columns'][number]
type Dialect = FilesSettings['dialect']
type Cell = string | { number: number; decimals: number }

const dialectMarks = { semicolon: { cell: ';', point: ',' }, comma: { cell: ',', point: '.' } } as const

/** Built in memory; large columns repeat per line. */
const maxCharacters = 20_000_000

/** CSV or Excel: a heading per column, a row per line. */
export async function orderFile(
  document: ErpDocument,
  { format, columns, dialect }: Pick<FilesSettings, 'format' | 'columns' | 'dialect'>,
): Promise<Buffer> {
  let length = 0
  const countLength = (cell: Cell) => {
    length += typeof cell === 'string' ? cell.length : 1
    if (length <= maxCharacters) return cell
    throw new ErpError('rejected', `The file would have more than ${maxCharacters} characters.`)
  }
  const rows = document.lines.map((line) =>
    columns.map((column) => countLength(cellOf(column, document, line, dialect))),
  )
  if (format === 'csv') return Buffer.from(csvOf(columns, rows, dialect))
  const headings = columns.map(({ name }) => ({ value: plainText(name), style: headingStyle }))
  const sheet = {
    name: document.orderNumber,
    isRightToLeft: false,
    widths: [],
    frozenRows: 1,
    rows: [[headings, ...rows.map((row) => row.map(workbookCell))]],
  }
  return buffer(workbookFile([sheet]))
}

export function previewRows(
  document: ErpDocument,
  columns: Column[],
  dialect: Dialect,
  maxRows: number,
): string[][] {
  return document.lines
    .slice(0, maxRows)
    .map((line) => columns.map((column) => cellText(cellOf(column, document, line, dialect), dialect)))
}

function cellOf(
  { value }: Column,
  document: ErpDocument,
  line: ErpDocument['lines'][number],
  dialect: Dialect,
): Cell {
  return (
    numberOf(value, document, line) ?? fillPattern(value, document, line, dialectMarks[dialect].point).trim()
  )
}

function cellText(cell: Cell, dialect: Dialect): string {
  if (typeof cell === 'string') return cell
  return cell.number.toFixed(cell.decimals).replace('.', dialectMarks[dialect].point)
}

/** The byte order mark makes Excel read UTF-8. */
function csvOf(columns: Column[], rows: Cell[][], dialect: Dialect): string {
  const lines = [
    columns.map(({ name }) => quoteCell(name)),
    ...rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? quoteCell(cell) : cellText(cell, dialect))),
    ),
  ]
  return `\ufeff${lines.map((cells) => `${cells.join(dialectMarks[dialect].cell)}\r\n`).join('')}`
}

const headingStyle = { isBold: true }

function workbookCell(cell: Cell): WorkbookCell {
  if (typeof cell === 'string') return { value: plainText(cell), style: cellStyles.text }
  const { number: value, decimals } = cell
  return {
    value,
    style: decimals === 0 ? cellStyles.serial : decimals === 2 ? cellStyles.money : cellStyles.unitPrice,
  }
}
