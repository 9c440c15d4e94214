import { isSize } from '#shared/imports/sizes.ts'
import { plainNumbers } from '#shared/numbers/plainNumbers.ts'
import { plainCell } from './formulas.ts'
import type { ReadLine } from './orderLine.ts'
import { qtyReadings, readQty, withoutUnits } from './quantity.ts'

const orderLine = (original: string, code: string, qty: string, size = '', colorCode = ''): ReadLine => ({
  original,
  code: code.trim(),
  colorCode: colorCode.trim(),
  size: size.trim(),
  qty: qty.trim(),
})

/** `3 x CODE`, also with × * and Cyrillic х. */
const qtyFirst = /^(\d[\d.,' ]*)\s*(?:[x×*хХ]\s+|[×*]\s*)(\S.*)$/iu
/** `CODE x 3`, also with a dash between spaces. */
const qtyLast = /^(\S.*?)\s*(?:\s[x×*хХ]\s*|\s[-–—]\s+|[×*=:]\s*)(\d[\d.,' ]*)$/iu

/** Before a message that was copied from a messenger: time and sender, in brackets or with a dash. */
const sender =
  /^(?:\[[^\]]*\d[:.]\d\d[^\]]*\]\s*|\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d\d\s+[-–]\s+)[^:]+:\s*/u
const bullet = /^(?:[•·▪‣*–—-]|\d{1,3}[.)])\s+/u

/** Keeps a tab at the end: the cell behind it is blank. */
const bareText = (original: string) =>
  withoutUnits(
    plainNumbers(original)
      .trimStart()
      .replace(/[^\S\t]+$/, '')
      .replace(sender, '')
      .replace(bullet, ''),
  )

/** `CODE S/1 M/2 L/2`: the quantity of each size. Undefined if it is no such line. */
export function readSizes(original: string): ReadLine[] | undefined {
  const words = bareText(original).split(/\s+/)
  const sized = words.flatMap((word, index) => {
    const [, size = '', qty = ''] = /^(.+)\/(\d{1,4})$/.exec(word) ?? []
    // 38/40 is one size.
    return isSize(size) && !isSize(word) ? [{ index, size, qty }] : []
  })
  const first = sized[0]?.index ?? 0
  if (first === 0 || sized.length < 2 || first + sized.length < words.length) return undefined
  const code = words.slice(0, first).join(' ')
  return sized.map(({ size, qty }) => orderLine(original, code, qty, size))
}

/** Numbers of cells of a list's rows whose last cell is filled: there the quantities are. */
export function widthsOf(rows: string[]): ReadonlySet<number> {
  const all = rows.map((row) => cellsOf(bareText(row))?.cells ?? [])
  return new Set(all.filter((cells) => cells.at(-1)).map((cells) => cells.length))
}

/** Undefined if empty. `widths`: see {@link widthsOf}. */
export function readLine(original: string, widths: ReadonlySet<number> = new Set()): ReadLine | undefined {
  const text = bareText(original)
  if (!text.trim()) return undefined
  const line = readWhole(original, text, widths)
  const isSplitAtHalf = /\d[.,]\d+$/.test(text) && !/[\t;|]/.test(text) && line.code !== text
  return isSplitAtHalf ? { ...line, whole: { code: text, qty: '1' } } : line
}

function readWhole(original: string, text: string, widths: ReadonlySet<number>): ReadLine {
  const row = cellsOf(text)
  if (row) return fromCells(original, row, widths)
  const first = qtyFirst.exec(text)
  if (first) return orderLine(original, first[2] ?? '', first[1] ?? '')
  const last = qtyLast.exec(text)
  if (last) return orderLine(original, last[1] ?? '', last[2] ?? '')
  return fromWords(original, text.split(/\s+/))
}

type Row = { separator: string; cells: string[] }

function cellsOf(text: string): Row | undefined {
  // The comma of a decimal at the end, or of a half size beside its quantity, is no separator.
  const isDecimal =
    /^[^,]*\s[-+]?\d+,\d+$/.test(text) ||
    /^[^,]*\d,5\s[^,]*\d$/.test(text) ||
    /^\d+\s*[x×*хХ]\s[^,]*\d,5$/i.test(text)
  const separator = ['\t', ';', '|', ...(isDecimal ? [] : [','])].find((one) => text.includes(one))
  if (!separator) return undefined
  return { separator, cells: text.split(separator).map(plainCell) }
}

/** code qty · code size qty · code colour size qty. Quantity 1 if the last is no number, none if its cell is blank. */
function fromCells(original: string, { separator, cells }: Row, widths: ReadonlySet<number>): ReadLine {
  const endsBlank = cells.at(-1) === ''
  const isQtyBlank = endsBlank && widths.has(cells.length)
  // Codes may be listed with a comma after each.
  const missingQty = isQtyBlank || (endsBlank && separator !== ',') ? '' : '1'
  while (cells.length > 1 && cells.at(-1) === '') cells.pop()
  const [first = '', second = ''] = cells
  if (cells.length === 1) return orderLine(original, first, missingQty)
  if (cells.length === 2 && !isQtyBlank && isQtyBeforeCode(first, second))
    return orderLine(original, second, first)
  const last = cells.at(-1) ?? ''
  // With two cells the second is the quantity: report it if unreadable.
  const isNumber = readQty(last) !== undefined || qtyReadings(last).length > 0
  const isLastSize = cells.length > 2 ? !isNumber : /^[\p{L}][\p{L}\d/-]{0,5}$/u.test(last)
  const [code = '', ...rest] = isLastSize || isQtyBlank ? [...cells, missingQty] : cells
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
