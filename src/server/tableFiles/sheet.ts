import { cutText, storableText } from '#server/db/storable.ts'
import { inAllLanguages } from '#server/i18n.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type FileColumn, maxFileColumns } from '#shared/imports/fileTrial.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { type BadReason, type ImportWarning, Warnings } from './report.ts'
import type { Row } from './rows.ts'
import { type Opening, openTable } from './table.ts'
import { type Cell, cellText, isErrorCell } from './values.ts'

/** Where the columns of a file are, by what they have in them. */
export type SheetHead<Field extends string> = {
  at: ReadonlyMap<Field, number>
  width: number
  /** Rows may be short. */
  isRagged: boolean
  columns: FileColumn<Field>[]
  /** By which the same headings are known again. */
  headings: string
  /** The needed columns that it lacks: the fewest, where several sets would do. */
  missing: Field[]
  /** Headings of columns that are left out, unless somebody chose so for this file. */
  leftOut: string[]
  /** Columns are read as somebody chose, not as the headings say: for this file, or for one before. */
  isChosen: boolean
  isRemembered: boolean
  /** Names of the sheets, and which one this is; none for a CSV. */
  sheets: string[]
  sheet: number
  warnings: ImportWarning[]
}

/** Columns as somebody chose them; '' for one that is left out. */
export type SheetLayout = { headings: string; fields: string[] }

export type SheetTask = Opening & {
  /** As chosen for this file. */
  columns?: string[] | undefined
  /** As chosen for files before. */
  layouts?: SheetLayout[]
}

/** What a kind of file can have. */
export type SheetKind<Field extends string> = {
  fields: readonly Field[]
  /** What headings, as {@link foldedWord}, stand for. */
  headings: ReadonlyMap<string, Field>
  /** Without all of one of these, a file says nothing. */
  needed: readonly (readonly Field[])[]
}

/** A problem of a cell, or of the whole row without a field. */
export type RowProblem<Field extends string, Reason extends string> = {
  line: number
  field?: Field
  reason: Reason
  values?: Record<string, string | number>
  value: string
}

/** As headings and words are compared: programs write CARI_KODU, and "Toplam:". */
export const foldedWord = (text: string): string =>
  foldForSearch(
    text
      .replace(/_/g, ' ')
      .replace(/\s*:\s*$/, '')
      .trim(),
  )

/** Made for the first file: words of all languages would delay the start. */
export function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Each text in all languages, folded, with what it stands for. */
export const wordsInAll = <Value>(keys: Iterable<readonly [Value, MessageKey]>): [string, Value][] =>
  [...keys].flatMap(([value, key]) =>
    inAllLanguages(key).map((text): [string, Value] => [foldedWord(text), value]),
  )

const sampleRows = 3
const shown = (text: string, length: number) => cutText(storableText(text), length)

/**
 * Opens a file whose headings are words of ours, or whose columns somebody chose. `rows` are those that have something in
 * them.
 * @throws ImportProblem
 */
export async function openSheet<Field extends string>(
  { columns: chosen, layouts = [], ...opening }: SheetTask,
  { fields, headings: words, needed }: SheetKind<Field>,
): Promise<{ head: SheetHead<Field>; rows: AsyncGenerator<Row> }> {
  const table = await openTable(opening, (heading) => words.get(foldedWord(heading)))
  const names = table.header.map((heading) => foldedWord(cellText(heading)))
  const headings = names.join('|').slice(0, 2000)
  const byHeadings = names.map((name) => words.get(name))
  const remembered = layouts.find((one) => one.headings === headings)?.fields
  const layout = chosen ?? remembered
  const warnings = new Warnings()
  const at = new Map<Field, number>()
  const readAs: (Field | '')[] = []
  const leftOut: string[] = []
  let isChosen = false
  for (const [index, heading] of table.header.slice(0, maxFileColumns).entries()) {
    const known = fields.find((one) => one === byHeadings[index])
    const field = layout ? fields.find((one) => one === layout[index]) : known
    // The second of two alike is left out anyway.
    if (field !== known && !(known && at.has(known))) isChosen = true
    readAs.push(field && !at.has(field) ? field : '')
    if (field && at.has(field)) warnings.add('repeatedColumn', heading)
    else if (field) at.set(field, index)
    else if (!chosen && heading !== '') leftOut.push(heading)
  }
  const filled = filledRows(table.rows)
  const first: Row[] = []
  for (let next; first.length < sampleRows && !(next = await filled.next()).done; ) first.push(next.value)
  const columns = table.header.slice(0, maxFileColumns).map((heading, index): FileColumn<Field> => {
    const samples = first.map(({ cells }) => shown(cellText(cells[index]), 60)).filter(Boolean)
    return { heading: shown(heading, 100), samples, field: readAs[index] ?? '' }
  })
  const [missing = []] = needed
    .map((all) => all.filter((field) => !at.has(field)))
    .toSorted((one, other) => one.length - other.length)
  const { length: width } = table.header
  const isRagged = table.isRagged === true
  const isRemembered = isChosen && !chosen
  const { sheets, sheet } = table
  const said = {
    sheets,
    sheet,
    columns,
    headings,
    missing,
    leftOut,
    isChosen,
    isRemembered,
    warnings: warnings.all(),
  }
  const head = { at, width, isRagged, ...said }
  return { head, rows: joined(first, filled) }
}

async function* filledRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) if (!isBlank(row)) yield row
}

async function* joined(first: Row[], rest: AsyncGenerator<Row>): AsyncGenerator<Row> {
  yield* first
  yield* rest
}

/** Spreadsheets leave many empty rows behind. */
export function isBlank({ cells }: Row): boolean {
  return cells.length > 0 && cells.every((cell) => cell === '' || cellText(cell) === '')
}

/** Whether a row has as many cells as the header: an unquoted comma would move those behind it. */
export function hasItsCells(
  { cells }: Row,
  { width, isRagged }: { width: number; isRagged: boolean },
): boolean {
  const hasMore = cells.slice(width).some((cell) => cellText(cell) !== '')
  return !hasMore && (isRagged || cells.length >= width)
}

type ReadCell<T, Reason> = { value: T } | { reason: Reason; values?: Record<string, string | number> }

export type Cells<Field extends string, Reason extends string> = {
  has: (field: Field) => boolean
  /** Undefined without the column, and with a problem. */
  read: <T>(field: Field, reader: (cell: Cell | undefined) => ReadCell<T, Reason>) => T | undefined
  refuse: (reason: Reason, field?: Field, values?: Record<string, string | number>) => void
}

/** A row's cells by field; what cannot be read is added to `problems`. */
export function cellsOf<Field extends string, Reason extends string>(
  { line, cells }: Row,
  at: ReadonlyMap<Field, number>,
  problems: RowProblem<Field, Reason | BadReason>[],
): Cells<Field, Reason | BadReason> {
  const cellOf = (field: Field) => cells[at.get(field) ?? -1]
  const refuse: Cells<Field, Reason | BadReason>['refuse'] = (reason, field, values) => {
    const value = field === undefined ? '' : cellText(cellOf(field))
    problems.push({ line, reason, value, ...(field ? { field } : {}), ...(values ? { values } : {}) })
  }
  return {
    has: (field) => cellText(cellOf(field)) !== '',
    read: (field, reader) => {
      if (!at.has(field)) return undefined
      const cell = cellOf(field)
      // A spreadsheet's error is never an intended value.
      const read = isErrorCell(cell) ? ({ reason: 'cellError' } as const) : reader(cell)
      if ('value' in read) return read.value
      refuse(read.reason, field, 'values' in read ? read.values : undefined)
      return undefined
    },
    refuse,
  }
}
