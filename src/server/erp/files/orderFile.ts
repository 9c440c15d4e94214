import writeExcelFile from 'write-excel-file/node'
import { quoted } from '#server/exports/csv.ts'
import { money, text, whole } from '#server/exports/workbookCells.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import { fillPattern, numberOf } from '#shared/erp/fieldPattern.ts'
import type { FilesSettings } from '#shared/erp/files.ts'
import { ErpError } from '../connector.ts'

export type Column = FilesSettings['columns'][number]
type Dialect = FilesSettings['dialect']
type Cell = string | { number: number; isMoney: boolean }

/** What a dialect takes for the next cell, and for the point of a number. */
const marks = { semicolon: { cell: ';', point: ',' }, comma: { cell: ',', point: '.' } } as const

/** A file is made in memory: columns that say everything again and again for each line would fill it. */
const mostCharacters = 20_000_000

/** An order as a file that is handed over: a heading for each column, a row for each line. */
export async function orderFile(
  document: ErpDocument,
  { format, columns, dialect }: Pick<FilesSettings, 'format' | 'columns' | 'dialect'>,
): Promise<Buffer> {
  let length = 0
  const counted = (cell: Cell) => {
    length += typeof cell === 'string' ? cell.length : 1
    if (length <= mostCharacters) return cell
    throw new ErpError('rejected', `The file would have more than ${mostCharacters} characters.`)
  }
  const rows = document.lines.map((line) =>
    columns.map((column) => counted(cellOf(column, document, line, dialect))),
  )
  if (format === 'csv') return Buffer.from(csvOf(columns, rows, dialect))
  const sheet = {
    data: [
      columns.map(({ name }) => ({ ...text(name), fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(workbookCell)),
    ],
    sheet: document.orderNumber,
    stickyRowsCount: 1,
  }
  return writeExcelFile([sheet]).toBuffer()
}

/** The first rows of such a file as they will be read. */
export function rowsOf(document: ErpDocument, columns: Column[], dialect: Dialect, most: number): string[][] {
  return document.lines
    .slice(0, most)
    .map((line) => columns.map((column) => written(cellOf(column, document, line, dialect), dialect)))
}

function cellOf(
  { value }: Column,
  document: ErpDocument,
  line: ErpDocument['lines'][number],
  dialect: Dialect,
): Cell {
  return numberOf(value, document, line) ?? fillPattern(value, document, line, marks[dialect].point).trim()
}

function written(cell: Cell, dialect: Dialect): string {
  if (typeof cell === 'string') return cell
  return cell.isMoney ? cell.number.toFixed(2).replace('.', marks[dialect].point) : String(cell.number)
}

/** The mark at its beginning tells Excel that it is UTF-8. */
function csvOf(columns: Column[], rows: Cell[][], dialect: Dialect): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? quoted(cell) : written(cell, dialect))),
    ),
  ]
  return `\ufeff${lines.map((cells) => `${cells.join(marks[dialect].cell)}\r\n`).join('')}`
}

function workbookCell(cell: Cell) {
  if (typeof cell === 'string') return text(cell)
  return cell.isMoney ? money(cell.number) : whole(cell.number)
}
