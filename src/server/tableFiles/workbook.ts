import { readFile, stat } from 'node:fs/promises'
import { WorkbookFault, workbookLimits } from '#shared/workbook/fault.ts'
import { openWorkbook as openSheets, type Sheet, visibleSheets } from '#shared/workbook/openWorkbook.ts'
import { ImportProblem, type ImportProblemCode } from './report.ts'
import type { Lines, Row } from './rows.ts'
import { unpackText } from './unpackText.ts'

/**
 * The sheets of an .xlsx file within {@link workbookLimits}, without hidden ones if others are there.
 * @throws ImportProblem, also while reading rows.
 */
export async function sheetsOf(file: string): Promise<{ name: string; open: () => Lines }[]> {
  if ((await stat(file)).size > workbookLimits.packedBytes) throw new ImportProblem('largeSpreadsheet')
  const bytes = await readFile(file)
  const all = await withImportProblem(() => openSheets(bytes, unpackText))
  return visibleSheets(all).map((sheet) => ({
    name: sheet.name,
    open: () => {
      let done = 0
      async function* rows(): AsyncGenerator<Row> {
        for await (const row of rowsOf(sheet)) {
          done = row.line
          yield row
        }
      }
      return {
        rows: rows(),
        isRagged: true,
        progress: () => ({ done, total: Math.max(sheet.lastRow(), done) }),
      }
    },
  }))
}

async function* rowsOf(sheet: Sheet): AsyncGenerator<Row> {
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
