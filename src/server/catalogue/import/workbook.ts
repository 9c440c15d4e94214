import { stat } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { ImportProblem, messageOf } from './report.ts'
import type { Row, Table } from './rows.ts'
import { type Cell, cellText } from './values.ts'

/**
 * The reader holds the whole sheet in memory, and the process stands still while it does: 100,000 rows of 14
 * columns (5 MB) took 1.7 s and 360 MB on two cores, 200,000 rows 3.2 s and 520 MB. That is where it ends.
 */
const largestWorkbook = 12 * 1024 * 1024

/**
 * Opens the first sheet of an .xlsx workbook, up to 12 MB (200,000 rows or so); larger files go as CSV, which
 * is read as a stream.
 * @throws ImportProblem when it is no workbook, too large, or its first sheet is empty.
 */
export async function openWorkbook(file: string): Promise<Table> {
  if ((await stat(file)).size > largestWorkbook) throw new ImportProblem('largeSpreadsheet')
  const sheet = await read(file)
  const start = sheet.findIndex((row) => row.some(isFilled))
  const first = sheet[start]
  if (!first) throw new ImportProblem('empty')
  const width = first.findLastIndex(isFilled) + 1
  const header = padded(first.slice(0, width), width).map(cellText)
  let done = 0
  async function* rows(): AsyncGenerator<Row> {
    for (let index = start + 1; index < sheet.length; index += 1) {
      done = index
      const row = sheet[index]
      if (row?.some(isFilled)) yield { line: index + 1, cells: padded(row, width) }
      // What has been read is not needed again.
      sheet[index] = []
    }
    done = sheet.length
  }
  return { header, rows: rows(), isRagged: true, progress: () => ({ done, total: sheet.length }) }
}

async function read(file: string): Promise<unknown[][]> {
  try {
    return await readSheet(file)
  } catch (error) {
    throw new ImportProblem('brokenSpreadsheet', messageOf(error), error)
  }
}

function isFilled(cell: unknown): boolean {
  return cell !== null && cell !== undefined && cell !== ''
}

/** A sheet's row is as long as its last filled cell; the header says how long it should be. */
function padded(row: unknown[], width: number): Cell[] {
  const length = Math.max(width, row.findLastIndex(isFilled) + 1)
  return Array.from({ length }, (_, index) => asCell(row[index]))
}

function asCell(cell: unknown): Cell {
  if (typeof cell === 'string' || typeof cell === 'number' || cell instanceof Date) return cell
  return typeof cell === 'boolean' ? String(cell) : ''
}
