import { fileStart } from '#server/files/fileStart.ts'
import { type FileKind, fileKind, kindBytes } from '#shared/imports/fileKind.ts'
import { type Encoding, openCsv } from './csv.ts'
import { ImportProblem, type ImportProblemCode, messageOf } from './report.ts'
import type { Records, Row, Table } from './rows.ts'
import { openWorkbook } from './workbook.ts'

const refused: Partial<Record<FileKind, ImportProblemCode>> = {
  oldExcel: 'oldSpreadsheet',
  pdf: 'pdf',
  markup: 'markup',
  binary: 'binary',
}

/**
 * The file's first bytes decide its type.
 * @throws ImportProblem if it cannot be opened, is empty or neither CSV nor .xlsx.
 */
export async function openTable(file: string, encoding?: Encoding): Promise<Table & { encoding?: Encoding }> {
  const start = await fileStart(file, kindBytes).catch((error: unknown) => {
    throw new ImportProblem('unreadable', messageOf(error), error)
  })
  if (start.length === 0) throw new ImportProblem('empty')
  const kind = fileKind(start)
  if (kind === 'zip') return openWorkbook(file)
  const problem = refused[kind]
  if (problem) throw new ImportProblem(problem)
  return openCsv(file, encoding ?? (kind === 'utf16le' || kind === 'utf16be' ? kind : undefined))
}

/** The first record's keys are the header. */
export async function openRecords(records: Records): Promise<Table> {
  const iterator =
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]()
  const first = await iterator.next()
  if (first.done) throw new ImportProblem('empty')
  const header = Object.keys(first.value)
  let done = 0
  async function* rows(): AsyncGenerator<Row> {
    for (let next = first; !next.done; next = await iterator.next()) {
      const record = next.value
      done += 1
      yield { line: done + 1, cells: header.map((name) => record[name] ?? '') }
    }
  }
  return { header, rows: rows(), progress: () => ({ done }) }
}
