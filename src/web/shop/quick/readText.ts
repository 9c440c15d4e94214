import { plainCell } from './formulas.ts'
import type { ReadLine } from './orderLine.ts'
import { plainNumbers, qtyReadings, readQty, withoutUnits } from './quantity.ts'

const orderLine = (original: string, code: string, qty: string, size = '', colorCode = ''): ReadLine => ({
  original,
  code: code.trim(),
  colorCode: colorCode.trim(),
  size: size.trim(),
  qty: qty.trim(),
})

/** `3 x CODE`, also with × * and Cyrillic х. */
const qtyFirst = /^(\d[\d.,' ]*)\s*(?:[x×*хХ]\s+|[×*]\s*)(\S.*)$/iu
const qtyLast = /^(\S.*?)\s*(?:\s[x×*хХ]\s*|[×*=:]\s*)(\d[\d.,' ]*)$/iu

/** Undefined if empty. */
export function readLine(original: string): ReadLine | undefined {
  const text = withoutUnits(plainNumbers(original).trim())
  if (!text) return undefined
  const cells = cellsOf(text)
  if (cells) return fromCells(original, cells)
  const first = qtyFirst.exec(text)
  if (first) return orderLine(original, first[2] ?? '', first[1] ?? '')
  const last = qtyLast.exec(text)
  if (last) return orderLine(original, last[1] ?? '', last[2] ?? '')
  return fromWords(original, text.split(/\s+/))
}

function cellsOf(text: string): string[] | undefined {
  // A decimal comma at the end is no separator.
  const isDecimal = /^[^,]*\s[-+]?\d+,\d+$/.test(text)
  const separator = ['\t', ';', '|', ...(isDecimal ? [] : [','])].find((one) => text.includes(one))
  if (!separator) return undefined
  return text.split(separator).map(plainCell)
}

/** code qty · code size qty · code colour size qty. Quantity 1 if the last is no number. */
function fromCells(original: string, cells: string[]): ReadLine {
  while (cells.length > 1 && cells.at(-1) === '') cells.pop()
  const [first = '', second = ''] = cells
  if (cells.length === 2 && isQtyBeforeCode(first, second)) return orderLine(original, second, first)
  const last = cells.at(-1) ?? ''
  if (cells.length === 1) return orderLine(original, first, '1')
  // With two cells the second is the quantity: report it if unreadable.
  const isNumber = readQty(last) !== undefined || qtyReadings(last).length > 0
  const isSize = cells.length > 2 ? !isNumber : /^[\p{L}][\p{L}\d/-]{0,5}$/u.test(last)
  const [code = '', ...rest] = isSize ? [...cells, '1'] : cells
  const qty = rest.pop() ?? ''
  const size = rest.pop() ?? ''
  return orderLine(original, code, qty, size, rest.filter(Boolean).join(' '))
}

/** A number at the end is the quantity; the rest is the code, maybe with colour and size. */
function fromWords(original: string, words: string[]): ReadLine {
  const [first = '', second = ''] = words
  if (words.length === 1) return orderLine(original, first, '1')
  if (words.length === 2 && isQtyBeforeCode(first, second)) return orderLine(original, second, first)
  const last = words.at(-1) ?? ''
  if (!/^[-+]?\d[\d.,']*$/.test(last)) return orderLine(original, words.join(' '), '1')
  return orderLine(original, words.slice(0, -1).join(' '), last)
}

/** A short number before a code or barcode. */
function isQtyBeforeCode(first: string, second: string): boolean {
  return /^\d{1,4}$/.test(first) && (/^\d{8,14}$/.test(second) || /^(?=.*\p{L})(?=.*\d)\S{4,}$/u.test(second))
}
