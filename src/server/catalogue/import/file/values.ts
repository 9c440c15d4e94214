import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { CellError, type WorkbookCell } from '#shared/workbook/sheet.ts'
import type { BadReason } from './report.ts'

/** A cell as the file holds it: a workbook knows numbers, dates and errors, a CSV only text. */
export type Cell = WorkbookCell

/** Whether a spreadsheet could not work out what stands here: `#DIV/0!`, also where a CSV has it as a text. */
export function isErrorCell(cell: Cell | undefined): boolean {
  return cell instanceof CellError || (typeof cell === 'string' && isErrorText(cell))
}

/** A value that was read, or why it cannot be. */
export type Read<T> = { value: T } | { reason: BadReason }

/** The largest price, in minor units: what a double still counts exactly, with room for sums of an order. */
const largestMinor = 1_000_000_000_000
const largestInteger = 2_147_483_647

/**
 * The text of a cell as people see it, trimmed, in one Unicode form, with U+FFFD for what is half a character. A date
 * becomes its ISO day.
 */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return plainNumber(cell)
  return (cell instanceof CellError ? cell.text : cell.trim().normalize('NFC')).toWellFormed()
}

/** A double as a spreadsheet shows it: 15 digits, so that 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

/**
 * A code (item, colour, size, lot, barcode): at most `longest` characters, none of them a control character.
 * What a spreadsheet made of it behind its user's back (3-4 becomes a date, 8690000000017 becomes 8,69E+12) is refused.
 */
export function readCode(cell: Cell | undefined, longest: number): Read<string> {
  if (cell instanceof Date) return { reason: 'isDate' }
  const text = cellText(cell)
  if (/\p{Cc}/u.test(text)) return { reason: 'controlCharacter' }
  if (isLonger(text, longest)) return { reason: 'tooLong' }
  if (longest === barcodeLength && /^\d[.,]\d+E\+\d+$/i.test(text)) return { reason: 'scientific' }
  return { value: text }
}

export const barcodeLength = 50

/** A text for people: line breaks and other control characters become a space. */
export function readText(cell: Cell | undefined, longest: number): Read<string> {
  const text = cellText(cell)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return isLonger(text, longest) ? { reason: 'tooLong' } : { value: text }
}

/** Characters as PostgreSQL counts them; most texts need no counting. */
export function isLonger(text: string, longest: number): boolean {
  return text.length > longest && Array.from(text).length > longest
}

/** A category's path, `Kadın > Elbise`, with one space around each `>`. */
export function readPath(cell: Cell | undefined): Read<string> {
  const read = readText(cell, 1000)
  if ('reason' in read || read.value === '') return read
  const names = read.value.split('>').map((name) => name.trim())
  if (names.includes('')) return { reason: 'required' }
  return names.some((name) => isLonger(name, 100)) ? { reason: 'tooLong' } : { value: names.join(' > ') }
}

/** Stands in a cell to take away what the catalogue has there. */
export const eraseMark = '-'

/** A price in minor units; null when the cell is empty or has the {@link eraseMark}. Takes 1.234,56 and 1,234.56, spaces and a currency sign. */
export function readPrice(cell: Cell | undefined): Read<number | null> {
  if (cellText(cell) === eraseMark) return { value: null }
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  const { whole, fraction } = read.value
  if (fraction.length > 2) return { reason: 'decimals' }
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > largestMinor ? { reason: 'tooLarge' } : { value: minor }
}

/** A whole number from 0 up; null when the cell is empty. */
export function readCount(cell: Cell | undefined): Read<number | null> {
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  if (read.value.fraction !== '') return { reason: 'notWhole' }
  const count = Number(read.value.whole)
  return count > largestInteger ? { reason: 'tooLarge' } : { value: count }
}

/**
 * The digits before and after the decimal separator, zeros at the end left out; null when the cell is empty.
 * A lone separator before exactly three digits (1.234) is refused: to some it is a thousand, to others one and
 * a bit, and a price wrong by a factor of a thousand is worse than a question.
 */
function readDecimal(cell: Cell | undefined): Read<{ whole: string; fraction: string } | null> {
  if (cell instanceof Date) return { reason: 'isDate' }
  const text = cellText(cell)
    .replace(/^(?:TL|TRY|[₺$€])|(?:TL|TRY|[₺$€])$/gi, '')
    .replace(/[\s']/g, '')
  if (text === '') return cellText(cell) === '' ? { value: null } : { reason: 'notANumber' }
  if (/^[-−(]/.test(text)) return { reason: /^[-−][\d.,]+$/.test(text) ? 'negative' : 'notANumber' }
  const parts = /^(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:([.,])(\d+))?$/.exec(text)
  if (!parts) return { reason: 'notANumber' }
  const [, grouped = '', separator, decimals = ''] = parts
  const groups = /[.,]/.exec(grouped)?.[0]
  const isNumber = typeof cell === 'number'
  if (groups !== undefined && groups === separator) return { reason: 'notANumber' }
  if (groups !== undefined && separator === undefined && grouped.length <= 7) {
    if (!isNumber && !grouped.startsWith('0')) return { reason: 'ambiguousNumber' }
    const [whole = '', fraction = ''] = grouped.split(/[.,]/)
    return { value: { whole, fraction: fraction.replace(/0+$/, '') } }
  }
  return { value: { whole: grouped.replace(/[.,]/g, ''), fraction: decimals.replace(/0+$/, '') } }
}
