import { currencyIn, currencyUnit } from '#shared/numbers/currencySigns.ts'
import { type Minor, toMinor } from '#shared/numbers/money.ts'
import { type NumberReading, readNumberWith } from '#shared/numbers/readNumber.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { CellError, type WorkbookCell } from '#shared/workbook/sheet.ts'
import { currencyGap, plainNumber } from '#shared/workbook/styles.ts'
import type { BadReason } from './report.ts'

export type Cell = WorkbookCell

/** Such as `#DIV/0!`, also as text in a CSV. */
export function isErrorCell(cell: Cell | undefined): boolean {
  return cell instanceof CellError || (typeof cell === 'string' && isErrorText(cell))
}

export type Read<T> = { value: T } | { reason: BadReason }

/** In minor units; exact in a double, even summed over an order. */
const maxMinor = 1_000_000_000_000
const maxInteger = 2_147_483_647

/** Trimmed and normalised; half characters become U+FFFD, dates ISO days. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return plainNumber(cell)
  return (cell instanceof CellError ? cell.text : cell.trim().normalize('NFC')).toWellFormed()
}

/** Spreadsheets keep no more digits of a number. */
const maxExactNumber = 1e15

/** Refuses what spreadsheets mangled: 3-4 as a date, 8690000000017 as 8,69E+12, and numbers of more than 15 digits. */
export function readCode(cell: Cell | undefined, maxLength: number): Read<string> {
  if (cell instanceof Date) return { reason: 'isDate' }
  if (typeof cell === 'number' && Math.abs(cell) >= maxExactNumber) return { reason: 'scientific' }
  // A format for prices over a whole sheet is none of a code's.
  const [text = ''] = cellText(cell).split(currencyGap, 1)
  if (/\p{Cc}/u.test(text)) return { reason: 'controlCharacter' }
  if (isLonger(text, maxLength)) return { reason: 'tooLong' }
  if (/^\d[.,]\d+E\+\d+$/i.test(text)) return { reason: 'scientific' }
  return { value: text }
}

/** Line breaks and control characters become spaces. */
export function readText(cell: Cell | undefined, maxLength: number): Read<string> {
  const text = cellText(cell)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return isLonger(text, maxLength) ? { reason: 'tooLong' } : { value: text }
}

/** Counts characters like PostgreSQL. */
export function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && Array.from(text).length > maxLength
}

/** `Kadın > Elbise`, with one space around each `>`. */
export function readPath(cell: Cell | undefined): Read<string> {
  const read = readText(cell, 1000)
  if ('reason' in read || read.value === '') return read
  const names = read.value.split('>').map((name) => name.trim())
  if (names.includes('')) return { reason: 'required' }
  return names.some((name) => isLonger(name, 100)) ? { reason: 'tooLong' } : { value: names.join(' > ') }
}

/** In a cell, removes the stored value. */
export const eraseMark = '-'

/** `currency`: as it is written beside the number. */
export type WrittenPrice = NumberReading & { currency?: string | undefined }

/**
 * A price with any decimals; null if empty or {@link eraseMark}. Accepts 1.234,56, 1,234.56, spaces and a currency.
 */
export function readWrittenPrice(cell: Cell | undefined): Read<WrittenPrice | null> {
  const text = cellText(cell)
  if (text === eraseMark) return { value: null }
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  if (read.value.number * 100 > maxMinor) return { reason: 'tooLarge' }
  return { value: { ...read.value, currency: typeof cell === 'number' ? undefined : currencyIn(text) } }
}

/** A price of at most two decimals; see {@link readWrittenPrice}. */
export function readPrice(cell: Cell | undefined): Read<Minor | null> {
  const read = readWrittenPrice(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  return read.value.decimals > 2 ? { reason: 'decimals' } : { value: toMinor(read.value.number) }
}

/** Null if empty. */
export function readCount(cell: Cell | undefined): Read<number | null> {
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  const { number, decimals } = read.value
  if (decimals > 0) return { reason: 'notWhole' }
  return number > maxInteger ? { reason: 'tooLarge' } : { value: number }
}

/** A code, a sign or a word: TL and ₺ mean TRY. An empty cell means `ifEmpty`. */
export function readCurrency(cell: Cell | undefined, ifEmpty: string): Read<string> {
  const text = cellText(cell).toUpperCase()
  if (text === '') return { value: ifEmpty }
  const code = currencyIn(text) ?? (/^[A-Z]{3}$/.test(text) ? text : undefined)
  return code ? { value: code } : { reason: 'currency' }
}

const yes = new Set(['1', 'true', 'x', 'evet', 'yes', 'да', 'si', 'oui', 'da', 'نعم'].map(foldForSearch))
const no = new Set(['0', 'false', 'hayır', 'no', 'нет', 'non', 'nu', 'لا'].map(foldForSearch))

/** Yes or no as PostgreSQL reads it; null if empty. */
export function readFlag(cell: Cell | undefined): Read<'true' | 'false' | null> {
  const text = foldForSearch(cellText(cell))
  if (text === '') return { value: null }
  if (yes.has(text)) return { value: 'true' }
  return no.has(text) ? { value: 'false' } : { reason: 'notYesNo' }
}

/**
 * Null if empty. Refuses 1.234: it means a thousand to some and a fraction to others, and a price wrong by a factor
 * of 1000 is worse than a question.
 */
function readDecimal(cell: Cell | undefined): Read<NumberReading | null> {
  if (cell instanceof Date) return { reason: 'isDate' }
  const text = cellText(cell)
  if (text === '') return { value: null }
  const readings = readNumberWith(currencyUnit, text)
  // A spreadsheet's number is written with a decimal point.
  const reading = typeof cell === 'number' ? readings.at(-1) : readings[0]
  if (!reading) return { reason: 'notANumber' }
  if (reading.number < 0) return { reason: 'negative' }
  return readings.length > 1 && typeof cell !== 'number' ? { reason: 'ambiguousNumber' } : { value: reading }
}
