import { createHash } from 'node:crypto'
import { foldForSearch } from '#shared/text.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { CellError, type WorkbookCell } from '#shared/workbook/sheet.ts'
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

/** 15 digits, as spreadsheets show it: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

/** Refuses what spreadsheets mangled: 3-4 as a date, 8690000000017 as 8,69E+12. */
export function readCode(cell: Cell | undefined, maxLength: number): Read<string> {
  if (cell instanceof Date) return { reason: 'isDate' }
  const text = cellText(cell)
  if (/\p{Cc}/u.test(text)) return { reason: 'controlCharacter' }
  if (isLonger(text, maxLength)) return { reason: 'tooLong' }
  if (maxLength === maxBarcodeLength && /^\d[.,]\d+E\+\d+$/i.test(text)) return { reason: 'scientific' }
  return { value: text }
}

export const maxBarcodeLength = 50

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

/**
 * A price in minor units; null if empty or {@link eraseMark}. Accepts 1.234,56, 1,234.56, spaces and a currency sign.
 */
export function readPrice(cell: Cell | undefined): Read<number | null> {
  if (cellText(cell) === eraseMark) return { value: null }
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  const { whole, fraction } = read.value
  if (fraction.length > 2) return { reason: 'decimals' }
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > maxMinor ? { reason: 'tooLarge' } : { value: minor }
}

/** Null if empty. */
export function readCount(cell: Cell | undefined): Read<number | null> {
  const read = readDecimal(cell)
  if ('reason' in read) return read
  if (read.value === null) return { value: null }
  if (read.value.fraction !== '') return { reason: 'notWhole' }
  const count = Number(read.value.whole)
  return count > maxInteger ? { reason: 'tooLarge' } : { value: count }
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
 * Splits a number at its decimal separator; null if empty. Refuses 1.234: it means a thousand to some and a fraction
 * to others, and a price wrong by a factor of 1000 is worse than a question.
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

/** Shortens a text to a prefix and a hash of the whole, so it stays stable and unique. */
export function shorten(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const suffix = hashOf(text, maxLength > 20 ? 5 : 4)
  const start = characters.slice(0, maxLength - suffix.length - 1).join('')
  return `${start.replace(/[-\s]+$/, '')}-${suffix}`
}

function hashOf(text: string, length: number): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return Number.parseInt(hash.slice(0, 12), 16).toString(36).slice(-length)
}

/** A colour code: lower case words joined by hyphens, Latin letters without accents. */
export function slug(text: string): string {
  const plain = text
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
  const words = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return words || hashOf(text, 4)
}
