import { plainCell } from './formulas.ts'
import type { ReadLine } from './orderLine.ts'
import { latinDigits, qtyReadings, readQty, withoutUnits } from './quantity.ts'

const line = (original: string, code: string, qty: string, size = '', colorCode = ''): ReadLine => ({
  original,
  code: code.trim(),
  colorCode: colorCode.trim(),
  size: size.trim(),
  qty: qty.trim(),
})

/** `3 x CODE`, with any of the signs people use for it, Cyrillic х included. */
const qtyFirst = /^(\d[\d.,' ]*)\s*(?:[x×*хХ]\s+|[×*]\s*)(\S.*)$/iu
/** `CODE x 3`, `CODE: 3`, `CODE = 3`. */
const qtyLast = /^(\S.*?)\s*(?:\s[x×*хХ]\s*|[×*=:]\s*)(\d[\d.,' ]*)$/iu

/** One typed or pasted line; undefined where it is empty. */
export function readLine(original: string): ReadLine | undefined {
  const text = withoutUnits(latinDigits(original).trim())
  if (!text) return undefined
  const cells = cellsOf(text)
  if (cells) return fromCells(original, cells)
  const first = qtyFirst.exec(text)
  if (first) return line(original, first[2] ?? '', first[1] ?? '')
  const last = qtyLast.exec(text)
  if (last) return line(original, last[1] ?? '', last[2] ?? '')
  return fromWords(original, text.split(/\s+/))
}

/** The parts of a line that has a separator, whichever it is. */
function cellsOf(text: string): string[] | undefined {
  // The comma of a quantity at the end, behind spaces, divides nothing.
  const isDecimal = /^[^,]*\s[-+]?\d+,\d+$/.test(text)
  const separator = ['\t', ';', '|', ...(isDecimal ? [] : [','])].find((one) => text.includes(one))
  if (!separator) return undefined
  return text.split(separator).map(plainCell)
}

/** code qty · code size qty · code colour size qty; where the last is no number, it is not the quantity. */
function fromCells(original: string, cells: string[]): ReadLine {
  while (cells.length > 1 && cells.at(-1) === '') cells.pop()
  const [first = '', second = ''] = cells
  if (cells.length === 2 && isQtyBeforeCode(first, second)) return line(original, second, first)
  const last = cells.at(-1) ?? ''
  if (cells.length === 1) return line(original, first, '1')
  // With only two, the second is a quantity even where it is none that can be read: it is said, not guessed at.
  const isNumber = readQty(last) !== undefined || qtyReadings(last).length > 0
  const isSize = cells.length > 2 ? !isNumber : /^[\p{L}][\p{L}\d/-]{0,5}$/u.test(last)
  const [code = '', ...rest] = isSize ? [...cells, '1'] : cells
  const qty = rest.pop() ?? ''
  const size = rest.pop() ?? ''
  return line(original, code, qty, size, rest.filter(Boolean).join(' '))
}

/**
 * The same with nothing but spaces between: a number at the end is the quantity, all before it the code, which may
 * have colour and size behind it. What does not end in a number is a code alone.
 */
function fromWords(original: string, words: string[]): ReadLine {
  const [first = '', second = ''] = words
  if (words.length === 1) return line(original, first, '1')
  if (words.length === 2 && isQtyBeforeCode(first, second)) return line(original, second, first)
  const last = words.at(-1) ?? ''
  if (!/^[-+]?\d[\d.,']*$/.test(last)) return line(original, words.join(' '), '1')
  return line(original, words.slice(0, -1).join(' '), last)
}

/** A short whole number before something that is none, or before a barcode. */
function isQtyBeforeCode(first: string, second: string): boolean {
  return /^\d{1,4}$/.test(first) && (/^\d{8,14}$/.test(second) || /^(?=.*\p{L})(?=.*\d)\S{4,}$/u.test(second))
}
