import { type BadReason, Warnings } from '#server/tableFiles/report.ts'
import type { Row } from '#server/tableFiles/rows.ts'
import {
  type Cells,
  cellsOf,
  foldedWord,
  hasItsCells,
  madeOnce,
  openSheet,
  type RowProblem,
  type SheetHead,
  type SheetTask,
  wordsInAll,
} from '#server/tableFiles/sheet.ts'
import type { FileReader } from '#server/tableFiles/thread.ts'
import {
  type Cell,
  cellText,
  type Read,
  readCode,
  readCurrency,
  readPrice,
  readText,
} from '#server/tableFiles/values.ts'
import { instantOf } from '#shared/clock.ts'
import {
  type BalanceFileField,
  type BalanceFileKind,
  balanceFileColumns,
  balanceFileKinds,
  maxBalanceFileRows,
} from '#shared/customers/balanceFiles.ts'
import {
  type DocumentKind,
  documentKinds,
  type ReportedBalance,
  type ReportedDocument,
} from '#shared/customers/reported.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { isKnownCurrency } from '#shared/numbers/money.ts'
import { latinDigits } from '#shared/text/text.ts'

export type BalanceFileReason =
  | BadReason
  | 'date'
  | 'unknownKind'
  | 'noAmount'
  | 'unknownCustomer'
  | 'unknownCurrency'
  | 'noRate'
  | 'twice'

/** `code`: the customer's. */
export type BalanceFileProblem = RowProblem<BalanceFileField, BalanceFileReason> & { code: string }

export type BalanceFileRow = {
  line: number
  code: string
  asOf?: Date
  balance?: ReportedBalance
  document?: ReportedDocument
}
/** Without needed columns it has no rows. */
export type BalanceFile = SheetHead<BalanceFileField> & {
  kind: BalanceFileKind
  /** Then reading stopped there. */
  hasTooManyRows: boolean
  rows: BalanceFileRow[]
  /** The first {@link maxKeptProblems}. */
  problems: BalanceFileProblem[]
  problemCount: number
  badRowCount: number
  /** The customers' codes in rows with problems. */
  badCodes: Set<string>
  /** Lines that only add up others: the first {@link maxNamedLines}. */
  totalLines: number[]
  totalCount: number
}

const maxKeptProblems = 1000
const maxNamedLines = 10

/** Without all of one of these, a file says nothing. */
const needed: Record<BalanceFileKind, BalanceFileField[][]> = {
  balances: [
    ['currAccCode', 'balance'],
    ['currAccCode', 'debit', 'credit'],
  ],
  documents: [
    ['currAccCode', 'issuedOn', 'amount'],
    ['currAccCode', 'issuedOn', 'debit', 'credit'],
  ],
}

/** As accounting programs name their columns. */
const accountantsHeadings: Partial<Record<BalanceFileField, string[]>> = {
  currAccCode: [
    'Cari kodu',
    'Cari hesap kodu',
    'Account code',
    'Codice cliente',
    'Code client',
    'Cod client',
    'Код клиента',
    'Код контрагента',
    'رمز العميل',
  ],
  number: ['Evrak no', 'Fiş no', 'Document no', 'Invoice no'],
}

/** As accounting programs name the rows that add up the others. */
const totalNames = [
  'Toplam',
  'Ara toplam',
  'Genel toplam',
  'Total',
  'Subtotal',
  'Sub total',
  'Grand total',
  'Итого',
  'Всего',
  'Общий итог',
  'Totale',
  'Totale generale',
  'Total général',
  'Sous-total',
  'الإجمالي',
  'الإجمالي العام',
  'المجموع',
]

/** Words of files, in all languages. */
const words = madeOnce(() => {
  const own = <Value extends string>(values: readonly Value[]) =>
    values.map((value): [string, Value] => [foldedWord(value), value])
  const fields = Object.keys(balanceFileColumns) as BalanceFileField[]
  return {
    headings: new Map<string, BalanceFileField>([
      ...wordsInAll(Object.entries(balanceFileColumns) as [BalanceFileField, MessageKey][]),
      ...own(fields),
      ...Object.entries(accountantsHeadings).flatMap(([field, headings]) =>
        headings.map((heading) => [foldedWord(heading), field as BalanceFileField] as const),
      ),
    ]),
    kinds: new Map<string, DocumentKind>([
      ...wordsInAll(documentKinds.map((kind) => [kind, `statement.kind.${kind}`] as const)),
      ...own(documentKinds),
    ]),
    totals: new Set(totalNames.map(foldedWord)),
  }
})

export type BalanceFileTask = SheetTask & { kind: BalanceFileKind; timeZone: string }

/**
 * Reads a file of balances or documents, in any of our languages. Without a currency, it is ''. Reads no more than
 * {@link maxBalanceFileRows}. Times are of the time zone.
 */
export const balanceFileReader: FileReader<BalanceFileTask, BalanceFile> = {
  name: 'balances',
  read: readBalanceFile,
}

async function readBalanceFile({ kind, timeZone, ...task }: BalanceFileTask): Promise<BalanceFile> {
  const { head, rows } = await openSheet(task, {
    fields: balanceFileKinds[kind],
    headings: words().headings,
    needed: needed[kind],
  })
  const { at } = head
  const warnings = new Warnings(head.warnings)
  for (const heading of head.leftOut) warnings.add('unknownColumn', heading)
  const file: BalanceFile = {
    ...head,
    kind,
    hasTooManyRows: false,
    rows: [],
    problems: [],
    problemCount: 0,
    badRowCount: 0,
    badCodes: new Set(),
    totalLines: [],
    totalCount: 0,
    warnings: warnings.all(),
  }
  if (head.missing.length > 0) return file
  const seen = new Set<string>()
  let rowCount = 0
  for await (const row of rows) {
    rowCount += 1
    if (rowCount > maxBalanceFileRows) return { ...file, hasTooManyRows: true, rows: [] }
    if (isTotal(row, at)) {
      file.totalCount += 1
      if (file.totalLines.length < maxNamedLines) file.totalLines.push(row.line)
      continue
    }
    const problems: RowProblem<BalanceFileField, BalanceFileReason>[] = []
    // Programs leave out the last empty cells, but one more may have moved the amount.
    if (!hasItsCells(row, { ...head, isRagged: true }))
      problems.push({ line: row.line, reason: 'cellCount', value: '' })
    const cells: BalanceCells = cellsOf(row, at, problems)
    const read = kind === 'balances' ? balanceOf(cells, timeZone) : documentOf(cells)
    const key = `${read.code}\n${read.balance?.currencyCode ?? read.document?.key}`
    if (problems.length === 0 && seen.has(key))
      problems.push({ line: row.line, reason: 'twice', value: read.document?.key ?? read.code })
    if (problems.length === 0) seen.add(key)
    if (problems.length === 0) file.rows.push({ line: row.line, ...read })
    else {
      file.badRowCount += 1
      file.problemCount += problems.length
      file.badCodes.add(read.code)
      if (file.problems.length < maxKeptProblems)
        file.problems.push(...problems.map((problem) => ({ ...problem, code: read.code })))
    }
  }
  return file
}

/** Whether a row only adds up others: it names no customer, and says so in one of its cells. */
function isTotal({ cells }: Row, at: ReadonlyMap<BalanceFileField, number>): boolean {
  const code = cellText(cells[at.get('currAccCode') ?? -1])
  const texts = code === '' ? cells.map((cell) => cellText(cell)) : [code]
  return texts.some((text) => words().totals.has(foldedWord(text)))
}

type BalanceCells = Cells<BalanceFileField, BalanceFileReason>
type ReadOf<T> = { value: T } | { reason: BalanceFileReason }

function codeIn({ read, has, refuse }: BalanceCells): string {
  if (!has('currAccCode')) refuse('required', 'currAccCode')
  return read('currAccCode', (cell) => readCode(cell, 30)) ?? ''
}

/** From one column, or from debit and credit. */
function amountIn({ read, has, refuse }: BalanceCells, field: 'balance' | 'amount'): number {
  if (has(field)) return read(field, readSigned) ?? 0
  if (!has('debit') && !has('credit')) refuse('noAmount')
  return (read('debit', readSigned) ?? 0) - (read('credit', readSigned) ?? 0)
}

function balanceOf(cells: BalanceCells, timeZone: string): Omit<BalanceFileRow, 'line'> {
  const code = codeIn(cells)
  const currencyCode = cells.read('currencyCode', readKnownCurrency) ?? ''
  const asOf = cells.read('asOf', (cell) => readTime(cell, timeZone))
  const balance = {
    currencyCode,
    balanceMinor: amountIn(cells, 'balance'),
    overdueMinor: cells.read('overdue', readSigned) ?? null,
    openOrdersMinor: null,
  }
  return { code, balance, ...(asOf ? { asOf } : {}) }
}

function documentOf(cells: BalanceCells): Omit<BalanceFileRow, 'line'> {
  const { read, has, refuse } = cells
  const code = codeIn(cells)
  const currencyCode = read('currencyCode', readKnownCurrency) ?? ''
  const amountMinor = amountIn(cells, 'amount')
  const kind = has('kind')
    ? read('kind', (cell): ReadOf<DocumentKind> => {
        const found = words().kinds.get(foldedWord(cellText(cell)))
        return found ? { value: found } : { reason: 'unknownKind' }
      })
    : amountMinor < 0
      ? 'payment'
      : 'invoice'
  if (!has('issuedOn')) refuse('required', 'issuedOn')
  const issuedOn = read('issuedOn', readDay) ?? ''
  const number = read('number', (cell) => readText(cell, 60)) ?? ''
  const dueOn = read('dueOn', readDay) ?? null
  const document = {
    // Without a number of its own, what distinguishes it.
    key: [number, kind, issuedOn, dueOn ?? '', currencyCode, ...(number === '' ? [amountMinor] : [])]
      .join('/')
      .slice(0, 100),
    kind: kind ?? 'other',
    number,
    issuedOn,
    dueOn,
    currencyCode,
    amountMinor,
    openMinor: read('openAmount', readSigned) ?? 0,
    description: read('description', (cell) => readText(cell, 200)) ?? '',
  }
  return { code, document }
}

/** '' for none. */
function readKnownCurrency(cell: Cell | undefined): ReadOf<string> {
  const read = readCurrency(cell, '')
  const isUnknown = 'value' in read && read.value !== '' && !isKnownCurrency(read.value)
  return isUnknown ? { reason: 'unknownCurrency' } : read
}

/** Debit or credit behind an amount: borç and alacak, dare and avere. */
const sides: Record<string, 1 | -1> = { B: 1, D: 1, DR: 1, A: -1, C: -1, CR: -1 }

/**
 * Minor units, null if empty. Also negative: -5, 5- or (5), as accountants write; and with a letter that tells debit
 * from credit: 5 (B), 5 A.
 */
function readSigned(cell: Cell | undefined): Read<number | null> {
  if (cell instanceof Date) return { reason: 'isDate' }
  if (typeof cell === 'number') {
    const read = readPrice(rounded(Math.abs(cell)))
    return 'value' in read && read.value && cell < 0 ? { value: read.value * -1 } : read
  }
  const text = latinDigits(cellText(cell)).replaceAll(/[\s\u200e\u200f]/g, '')
  const [, amount, letters = ''] = /^(.*\d)\(?([A-Z]{1,2})\)?$/i.exec(text) ?? []
  const side = sides[letters.toUpperCase()]
  if (amount !== undefined && side !== undefined) {
    const sided = readPrice(amount)
    return 'value' in sided && sided.value ? { value: sided.value * side } : sided
  }
  const [, ...negative] = /^(?:\((.+)\)|[-−](.+)|(.+)[-−])$/.exec(text) ?? []
  const plain = negative.find((one) => one !== undefined)
  const read = readPrice(plain ?? text)
  return 'value' in read && read.value && plain !== undefined ? { value: read.value * -1 } : read
}

/** Sums of a spreadsheet have binary noise. */
const rounded = (value: number) => Number(value.toFixed(2))

/** Programs write days before it for none; the database has no year 0. */
const firstDay = '1900-01-01'
const dayMs = 86_400_000

/** '' for none; 2026-05-31, 31.05.2026, 31/05/2026 or a date of the spreadsheet. */
function readDay(cell: Cell | undefined): ReadOf<string | null> {
  const text = latinDigits(cellText(cell))
  if (text === '') return { value: null }
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? []
  const [, day2, month2, year2] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text) ?? []
  const iso = `${year ?? year2}-${(month ?? month2 ?? '').padStart(2, '0')}-${(day ?? day2 ?? '').padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) && iso > firstDay
  return isDay ? { value: iso } : { reason: 'date' }
}

/** A day without a time means its end. */
function readTime(cell: Cell | undefined, timeZone: string): ReadOf<Date | null> {
  const read = readDay(cell)
  if (!('value' in read) || read.value === null) return read as ReadOf<null>
  const [, hour = '', minute = ''] = /[T ](\d{1,2}):(\d{2})/.exec(latinDigits(timeText(cell))) ?? []
  const intoDayMs = hour === '' ? dayMs - 1000 : (Number(hour) * 60 + Number(minute)) * 60_000
  return { value: instantOf(Date.parse(`${read.value}T00:00:00Z`) + intoDayMs, timeZone) }
}

/** A spreadsheet's date with its time, if it has one. */
function timeText(cell: Cell | undefined): string {
  if (!(cell instanceof Date)) return cellText(cell)
  return /T00:00:00/.test(cell.toISOString()) ? '' : cell.toISOString()
}
