import { type BadReason, Warnings } from '#server/catalogue/import/file/report.ts'
import { isBlank, readCurrency } from '#server/catalogue/import/file/row.ts'
import type { Row } from '#server/catalogue/import/file/rows.ts'
import { openTable } from '#server/catalogue/import/file/table.ts'
import {
  type Cell,
  cellText,
  isErrorCell,
  type Read,
  readCode,
  readPrice,
  readText,
} from '#server/catalogue/import/file/values.ts'
import { inAllLanguages } from '#server/i18n.ts'
import { instantOf } from '#shared/clock.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { isKnownCurrency } from '#shared/money.ts'
import { foldForSearch, latinDigits } from '#shared/text.ts'
import { type DocumentKind, documentKinds, type ToldBalance, type ToldDocument } from '#shared/told.ts'
import {
  maxToldRows,
  type ToldFileField,
  type ToldFileKind,
  toldFileColumns,
  toldFileKinds,
} from '#shared/toldFiles.ts'

/** `reason` is a problem of a cell, or of the whole row without a field. */
export type ToldProblem = {
  line: number
  /** Of the customer. */
  code: string
  field?: ToldFileField
  reason:
    | BadReason
    | 'date'
    | 'unknownKind'
    | 'noAmount'
    | 'unknownCustomer'
    | 'unknownCurrency'
    | 'noRate'
    | 'twice'
  value: string
}

export type ToldRow = {
  line: number
  code: string
  asOf?: Date
  balance?: ToldBalance
  document?: ToldDocument
}
export type ToldFile = {
  kind: ToldFileKind
  /** The needed columns that it lacks; then it has no rows. */
  missing: ToldFileField[]
  rows: ToldRow[]
  problems: ToldProblem[]
  /** Lines that only add up others. */
  totalLines: number[]
  warnings: Warnings
}

/** Without all of one of these, a file says nothing. */
const needed: Record<ToldFileKind, ToldFileField[][]> = {
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
const accountantsHeadings: Partial<Record<ToldFileField, string[]>> = {
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

/** What files say, in all languages. Made for the first file: it would delay the start. */
function makeWords() {
  const folded = (text: string) => foldedHeading(text)
  const inAll = <Value>(keys: [Value, MessageKey][]) =>
    keys.flatMap(([value, key]) => inAllLanguages(key).map((text) => [folded(text), value] as const))
  const own = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => [folded(value), value] as const)
  const fields = Object.keys(toldFileColumns) as ToldFileField[]
  return {
    headings: new Map<string, ToldFileField>([
      ...inAll(Object.entries(toldFileColumns) as [ToldFileField, MessageKey][]),
      ...own(fields),
      ...Object.entries(accountantsHeadings).flatMap(([field, headings]) =>
        headings.map((heading) => [folded(heading), field as ToldFileField] as const),
      ),
    ]),
    kinds: new Map<string, DocumentKind>([
      ...inAll<DocumentKind>(documentKinds.map((kind) => [kind, `statement.kind.${kind}`])),
      ...own(documentKinds),
    ]),
    totals: new Set(totalNames.map(folded)),
  }
}
/** Programs write CARI_KODU, and "Toplam:". */
const foldedHeading = (text: string) =>
  foldForSearch(
    text
      .replace(/_/g, ' ')
      .replace(/\s*:\s*$/, '')
      .trim(),
  )
let made: ReturnType<typeof makeWords> | undefined
const words = () => (made ??= makeWords())

/**
 * Reads a file of balances or documents, in any of our languages. Without a currency, it is ''. Reads no more than {@link maxToldRows}, and one that is too many. Times are of the time zone.
 * @throws ImportProblem
 */
export async function readToldFile(path: string, kind: ToldFileKind, timeZone: string): Promise<ToldFile> {
  const table = await openTable(path)
  const warnings = new Warnings()
  const at = new Map<ToldFileField, number>()
  for (const [index, heading] of table.header.entries()) {
    const field = words().headings.get(foldedHeading(cellText(heading)))
    if (field === undefined || !toldFileKinds[kind].includes(field)) {
      if (heading !== '') warnings.add('unknownColumn', heading)
    } else if (at.has(field)) warnings.add('repeatedColumn', heading)
    else at.set(field, index)
  }
  const lacking = needed[kind].map((fields) => fields.filter((field) => !at.has(field)))
  const missing = lacking.toSorted((one, other) => one.length - other.length)[0] ?? []
  const file: ToldFile = { kind, missing, rows: [], problems: [], totalLines: [], warnings }
  if (missing.length > 0) return file
  const seen = new Set<string>()
  for await (const row of table.rows) {
    if (isBlank(row)) continue
    if (isTotal(row, at)) {
      file.totalLines.push(row.line)
      continue
    }
    const problems: Omit<ToldProblem, 'code'>[] = []
    const cells = cellsOf(row, at, problems)
    const read = kind === 'balances' ? balanceOf(cells, timeZone) : documentOf(cells)
    const key = `${read.code}\n${read.balance?.currencyCode ?? read.document?.key}`
    if (problems.length === 0 && seen.has(key))
      problems.push({ line: row.line, reason: 'twice', value: read.document?.key ?? read.code })
    if (problems.length === 0) seen.add(key)
    file.problems.push(...problems.map((problem) => ({ ...problem, code: read.code })))
    if (problems.length === 0) file.rows.push({ line: row.line, ...read })
    if (file.rows.length > maxToldRows) break
  }
  return file
}

/** Whether a row only adds up others: it names no customer, and says so in one of its cells. */
function isTotal({ cells }: Row, at: ReadonlyMap<ToldFileField, number>): boolean {
  const code = cellText(cells[at.get('currAccCode') ?? -1])
  const texts = code === '' ? cells.map((cell) => cellText(cell)) : [code]
  return texts.some((text) => words().totals.has(foldedHeading(text)))
}

type Cells = {
  has: (field: ToldFileField) => boolean
  /** The value, or undefined and a problem. */
  read: <T>(field: ToldFileField, reader: (cell: Cell | undefined) => ReadOf<T>) => T | undefined
  refuse: (reason: ToldProblem['reason'], field?: ToldFileField) => void
}
type ReadOf<T> = Read<T> | { reason: ToldProblem['reason'] }

function cellsOf(
  { line, cells }: Row,
  at: ReadonlyMap<ToldFileField, number>,
  problems: Omit<ToldProblem, 'code'>[],
): Cells {
  const cellOf = (field: ToldFileField) => {
    const index = at.get(field)
    return index === undefined ? undefined : cells[index]
  }
  const refuse: Cells['refuse'] = (reason, field) =>
    void problems.push({
      line,
      reason,
      value: field ? cellText(cellOf(field)) : '',
      ...(field ? { field } : {}),
    })
  return {
    has: (field) => cellText(cellOf(field)) !== '',
    read: (field, reader) => {
      const cell = cellOf(field)
      const read = isErrorCell(cell) ? { reason: 'cellError' as const } : reader(cell)
      if ('value' in read) return read.value
      refuse(read.reason, field)
      return undefined
    },
    refuse,
  }
}

function codeIn({ read, has, refuse }: Cells): string {
  if (!has('currAccCode')) refuse('required', 'currAccCode')
  return read('currAccCode', (cell) => readCode(cell, 30)) ?? ''
}

/** From one column, or from debit and credit. */
function amountIn({ read, has, refuse }: Cells, field: 'balance' | 'amount'): number {
  if (has(field)) return read(field, readSigned) ?? 0
  if (!has('debit') && !has('credit')) refuse('noAmount')
  return (read('debit', readSigned) ?? 0) - (read('credit', readSigned) ?? 0)
}

function balanceOf(cells: Cells, timeZone: string): Omit<ToldRow, 'line'> {
  const code = codeIn(cells)
  const currencyCode = cells.read('currencyCode', readToldCurrency) ?? ''
  const asOf = cells.read('asOf', (cell) => readTime(cell, timeZone))
  const balance = {
    currencyCode,
    balanceMinor: amountIn(cells, 'balance'),
    overdueMinor: cells.read('overdue', readSigned) ?? null,
    openOrdersMinor: null,
  }
  return { code, balance, ...(asOf ? { asOf } : {}) }
}

function documentOf(cells: Cells): Omit<ToldRow, 'line'> {
  const { read, has, refuse } = cells
  const code = codeIn(cells)
  const currencyCode = read('currencyCode', readToldCurrency) ?? ''
  const amountMinor = amountIn(cells, 'amount')
  const kind = has('kind')
    ? read('kind', (cell): ReadOf<DocumentKind> => {
        const found = words().kinds.get(foldForSearch(cellText(cell)))
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
function readToldCurrency(cell: Cell | undefined): ReadOf<string> {
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
    return 'value' in read && read.value && cell < 0 ? { value: -read.value } : read
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
  return 'value' in read && read.value && plain !== undefined ? { value: -read.value } : read
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
