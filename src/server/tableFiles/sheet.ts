import { inAllLanguages } from '#server/i18n.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { type BadReason, type ImportWarning, Warnings } from './report.ts'
import type { Row } from './rows.ts'
import { openTable } from './table.ts'
import { type Cell, cellText, isErrorCell } from './values.ts'

/** Where the columns of a file are, by what they have in them. */
export type SheetHead<Field extends string> = {
  at: ReadonlyMap<Field, number>
  width: number
  /** Rows may be short. */
  isRagged: boolean
  /** Headings. */
  unknownColumns: string[]
  warnings: ImportWarning[]
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

/** Each text in all languages, folded, with what it stands for. */
export const wordsInAll = <Value>(keys: Iterable<readonly [Value, MessageKey]>): [string, Value][] =>
  [...keys].flatMap(([value, key]) =>
    inAllLanguages(key).map((text): [string, Value] => [foldedWord(text), value]),
  )

/**
 * Opens a file whose headings are words of ours. `rows` are those that have something in them.
 * @throws ImportProblem
 */
export async function openSheet<Field extends string>(
  path: string,
  fieldOf: (heading: string) => Field | undefined,
): Promise<{ head: SheetHead<Field>; rows: AsyncGenerator<Row> }> {
  const table = await openTable(path)
  const at = new Map<Field, number>()
  const warnings = new Warnings()
  const unknownColumns: string[] = []
  for (const [index, heading] of table.header.entries()) {
    const field = fieldOf(foldedWord(cellText(heading)))
    if (field === undefined && heading !== '') unknownColumns.push(heading)
    else if (field && at.has(field)) warnings.add('repeatedColumn', heading)
    else if (field) at.set(field, index)
  }
  async function* rows() {
    for await (const row of table.rows) if (!isBlank(row)) yield row
  }
  const { length: width } = table.header
  const head = { at, width, isRagged: table.isRagged === true, unknownColumns, warnings: warnings.all() }
  return { head, rows: rows() }
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
