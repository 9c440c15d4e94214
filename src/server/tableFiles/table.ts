import { fileStart } from '#server/files/fileStart.ts'
import { type FileKind, fileKind, kindBytes } from '#shared/imports/fileKind.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Encoding, openCsv } from './csv.ts'
import { ImportProblem, type ImportProblemCode, messageOf } from './report.ts'
import type { Lines, Records, Row, Table } from './rows.ts'
import { cellText } from './values.ts'
import { sheetsOf } from './workbook.ts'

const refused: Partial<Record<FileKind, ImportProblemCode>> = {
  oldExcel: 'oldSpreadsheet',
  pdf: 'pdf',
  markup: 'markup',
  binary: 'binary',
}

/** Titles, dates and addresses may come first. */
const maxHeadRow = 15
/** Further ones are only read if somebody chooses them. */
const maxSearchedSheets = 20

export type Opening = {
  file: string
  /** Decides between encodings in which a text would be equally good. */
  mainLanguage: Language
  /** What somebody chose; else found. `headRow` counts rows with something in them, from 0. */
  encoding?: Encoding | undefined
  sheet?: number | undefined
  headRow?: number | undefined
}

export type OpenedTable = Table & {
  encoding?: Encoding
  /** Names of the sheets that are not hidden; none for a CSV. */
  sheets: string[]
  sheet: number
  headRow: number
  /** Above the headings. */
  above: Row[]
}

/** What a heading stands for; undefined or '' if nothing. */
type Known = (heading: string) => string | undefined

/**
 * Opens a file by its first bytes. The headings are the row, of the sheet, that `known` knows most of: at least two, else
 * the first.
 * @throws ImportProblem if it cannot be opened, is empty or neither CSV nor .xlsx.
 */
export async function openTable(opening: Opening, known: Known): Promise<OpenedTable> {
  const { file, mainLanguage, encoding, sheet, headRow } = opening
  const start = await fileStart(file, kindBytes).catch((error: unknown) => {
    throw new ImportProblem('unreadable', messageOf(error), error)
  })
  if (start.length === 0) throw new ImportProblem('empty')
  const kind = fileKind(start)
  const problem = refused[kind]
  if (problem) throw new ImportProblem(problem)
  if (kind !== 'zip') {
    const utf16 = kind === 'utf16le' || kind === 'utf16be' ? kind : undefined
    const opened = await openCsv(file, { encoding: encoding ?? utf16, mainLanguage })
    const begun = await beginOf(opened, known, headRow)
    if (!begun) throw new ImportProblem('empty')
    return { ...begun, encoding: opened.encoding, sheets: [], sheet: 0 }
  }
  const sheets = await sheetsOf(file)
  let best: (Begun & { sheet: number }) | undefined
  let fault: unknown
  for (const [index, { open }] of sheets.entries()) {
    if (sheet === undefined ? index >= maxSearchedSheets : index !== sheet) continue
    // oxlint-disable-next-line no-await-in-loop -- they share the limits of a workbook
    const begun = await beginOf(open(), known, headRow).catch((error: unknown) => {
      fault ??= error
      return undefined
    })
    if (begun && !(best && best.knownCount >= begun.knownCount)) best = { ...begun, sheet: index }
  }
  // Another sheet may be broken.
  if (!best) throw fault ?? new ImportProblem('empty')
  return { ...best, sheets: sheets.map(({ name }) => name) }
}

type Begun = Table & Pick<OpenedTable, 'headRow' | 'above'> & { knownCount: number }

/** Undefined without rows. */
async function beginOf(lines: Lines, known: Known, chosen: number | undefined): Promise<Begun | undefined> {
  const rest = lines.rows[Symbol.asyncIterator]()
  const first: Row[] = []
  for (let next; first.length <= maxHeadRow && !(next = await rest.next()).done; ) first.push(next.value)
  const headRow = Math.min(chosen ?? headRowIn(first, known), first.length - 1)
  const head = first[headRow]
  if (!head) return undefined
  const header = head.cells.map(cellText)
  const whole = ({ line, cells }: Row): Row =>
    lines.isRagged && cells.length < header.length
      ? { line, cells: [...cells, ...Array.from({ length: header.length - cells.length }, () => '')] }
      : { line, cells }
  async function* rows(): AsyncGenerator<Row> {
    try {
      yield* first.slice(headRow + 1).map(whole)
      for (let next; !(next = await rest.next()).done; ) yield whole(next.value)
    } finally {
      await rest.return?.()
    }
  }
  return {
    ...lines,
    header,
    rows: rows(),
    headRow,
    above: first.slice(0, headRow),
    knownCount: knownIn(head, known),
  }
}

function headRowIn(rows: Row[], known: Known): number {
  const knownCounts = rows.slice(0, maxHeadRow).map((row) => knownIn(row, known))
  const highestCount = Math.max(...knownCounts)
  return highestCount > 1 ? knownCounts.indexOf(highestCount) : 0
}

/** Further columns hardly ever decide, and a hostile file has thousands. */
const maxHeadings = 200
const maxHeadingLength = 60

function knownIn({ cells }: Row, known: Known): number {
  const texts = cells.slice(0, maxHeadings).map(cellText)
  const found = texts.map((text) => (text.length > maxHeadingLength ? undefined : known(text)))
  return new Set(found.filter(Boolean)).size
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
