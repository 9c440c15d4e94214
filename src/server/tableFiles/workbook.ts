import { readFile, stat } from 'node:fs/promises'
import { WorkbookFault, workbookLimits } from '#shared/workbook/fault.ts'
import { openWorkbook as openSheets, type Sheet } from '#shared/workbook/openWorkbook.ts'
import { ImportProblem, type ImportProblemCode } from './report.ts'
import type { Row, Table } from './rows.ts'
import { unpackText } from './unpackText.ts'
import { type Cell, cellText } from './values.ts'

/**
 * Opens the first sheet of an .xlsx file within {@link workbookLimits}.
 * @throws ImportProblem, also while reading rows.
 */
export async function openWorkbook(file: string): Promise<Table> {
  if ((await stat(file)).size > workbookLimits.packedBytes) throw new ImportProblem('largeSpreadsheet')
  const bytes = await readFile(file)
  const [sheet] = await withImportProblem(() => openSheets(bytes, unpackText))
  if (!sheet) throw new ImportProblem('empty')
  const rows = rowsOf(sheet)
  const first = await rows.next()
  if (first.done) throw new ImportProblem('empty')
  const width = first.value.cells.length
  const header = first.value.cells.map(cellText)
  let done = first.value.line
  async function* paddedRows(): AsyncGenerator<Row> {
    for await (const { line, cells } of rows) {
      done = line
      // Rows end with their last filled cell.
      while (cells.length < width) cells.push('')
      yield { line, cells }
    }
  }
  const progress = () => ({ done, total: Math.max(sheet.lastRow(), done) })
  return { header, rows: paddedRows(), isRagged: true, progress }
}

async function* rowsOf(sheet: Sheet): AsyncGenerator<{ line: number; cells: Cell[] }> {
  const rows = sheet.rows()
  try {
    for (;;) {
      const next = await withImportProblem(() => rows.next())
      if (next.done) return
      yield { line: next.value.number, cells: next.value.cells }
    }
  } finally {
    await rows.return(undefined)
  }
}

const problems = {
  openDocument: 'openDocument',
  numbers: 'numbers',
  broken: 'brokenSpreadsheet',
  tooLarge: 'largeSpreadsheet',
  tooManyRows: 'manyRows',
  tooManyColumns: 'manyColumns',
} as const satisfies Record<WorkbookFault['code'], ImportProblemCode>

async function withImportProblem<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error
    throw new ImportProblem(problems[error.code], error.message, error)
  }
}
