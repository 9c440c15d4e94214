import { type ColumnRole, foldHead, isWholeHead, roleOfHead } from './headerWords.ts'
import type { ReadLine } from './orderLine.ts'
import { latinDigits, readQty } from './quantity.ts'

/** A sheet's cells as texts, row by row. */
export type Grid = string[][]

/** How a grid is read: which row has the heads, if any, and what each column is. */
export type Layout = { head: number | undefined; roles: ColumnRole[] }

/** Rows among which the heads are looked for: above them a list may have a title, a date, an address. */
const headWithin = 15
const looksAt = 200

const letterSize =
  /^(?:\d{0,2}X{0,4}[SML]|X{1,4}|[2-6]XL|STD|STANDART|TEK(?: EBAT)?|ONE ?SIZE|OS|UNI|TU|ЕДИНЫЙ)(?:\/(?:\d?X{0,3}[SML]))?$/i
const ageSize = /^\d{1,2}(?:-\d{1,2})?\s?(?:Y|YAŞ|YAS|YRS?|M|AY|MTHS?|ЛЕТ|ГОДА?|МЕС|ANNI|ANS|ANI)$/iu
const numberSize = /^(?:1[6-9]|[2-6]\d)(?:[.,]5|[-/]\d{2})?$/

/** True for what sizes are called: M, 2XL, 38, 38/40, 4Y. */
export function isSize(text: string): boolean {
  const bare = latinDigits(text).trim()
  return letterSize.test(bare) || ageSize.test(bare) || numberSize.test(bare)
}

const isBarcode = (text: string) => /^\d{8}$|^\d{12,14}$/.test(latinDigits(text).trim())
const isCode = (text: string) => /^(?=.*\d)[\p{L}\d][\p{L}\d ._/-]{2,29}$/u.test(text.trim())
const isQty = (text: string) => text.length < 12 && readQty(text) !== undefined

/** Finds heads and columns by words, then by what stands in the columns. */
export function detectLayout(grid: Grid): Layout {
  const head = headRow(grid)
  const heads = head === undefined ? [] : (grid[head] ?? [])
  const rows = grid.slice(head === undefined ? 0 : head + 1).slice(0, looksAt)
  const width = Math.max(heads.length, ...rows.map((row) => row.length), 0)
  const roles = Array.from({ length: width }, (_, column) => roleOfHead(heads[column] ?? '') ?? 'ignore')
  const columns = roles.map((_, column) => rows.map((row) => row[column] ?? '').filter((cell) => cell.trim()))
  onceEach(heads, roles)
  const isOpen = (column: number) => roles[column] === 'ignore' && !roleOfHead(heads[column] ?? '')
  matrixOf(heads, columns, roles)
  const guess = (
    role: ColumnRole,
    fits: (cell: string) => boolean,
    order = columns.map((_, index) => index),
  ) => {
    if (roles.includes(role)) return
    const found = order.find((column) => isOpen(column) && mostly(columns[column] ?? [], fits))
    if (found !== undefined) roles[found] = role
  }
  if (!roles.includes('code')) guess('barcode', isBarcode)
  if (!roles.includes('barcode')) guess('code', isCode)
  const backwards = columns.map((_, index) => index).toReversed()
  if (!roles.includes('matrix')) {
    // Size 38 and quantity 38 look alike: the column that holds nothing but sizes is it, if another is left.
    if (
      columns.filter((cells, column) => isOpen(column) && mostly(cells, isQty)).length > 1 ||
      !mostlyNumbers(columns, isOpen)
    ) {
      guess('size', isSize)
    }
    guess('qty', isQty, backwards)
  }
  return { head, roles: withOneQty(roles) }
}

/** Of several columns for the same, the one that says nothing else stays, or the first. Quantities: see below. */
function onceEach(heads: string[], roles: ColumnRole[]): void {
  for (const role of ['code', 'barcode', 'color', 'size'] as const) {
    const all = roles.flatMap((one, column) => (one === role ? [column] : []))
    const kept = all.find((column) => isWholeHead(heads[column] ?? '')) ?? all[0]
    for (const column of all) if (column !== kept) roles[column] = 'ignore'
  }
}

/** True where every open column that could be sizes is of plain numbers: then they may as well be quantities. */
function mostlyNumbers(columns: string[][], isOpen: (column: number) => boolean): boolean {
  const sized = columns.filter((cells, column) => isOpen(column) && mostly(cells, isSize))
  return sized.every((cells) => mostly(cells, isQty))
}

/** A list that has a column per size needs no other quantity; its sum would count all twice. */
function withOneQty(roles: ColumnRole[]): ColumnRole[] {
  if (roles.includes('matrix'))
    return roles.map((role) => (role === 'qty' || role === 'size' ? 'ignore' : role))
  const last = roles.lastIndexOf('qty')
  return roles.map((role, column) => (role === 'qty' && column !== last ? 'ignore' : role))
}

/** Two or more heads that are sizes, over quantities, are a matrix. */
function matrixOf(heads: string[], columns: string[][], roles: ColumnRole[]): void {
  const sized = heads.flatMap((text, column) =>
    isSize(text) && (columns[column] ?? []).every((cell) => isQty(cell)) ? [column] : [],
  )
  if (sized.length >= 2) for (const column of sized) roles[column] = 'matrix'
}

function mostly(cells: string[], fits: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8
}

/** The row that names columns: at least one word that is known, or several sizes, and no barcode in it. */
function headRow(grid: Grid): number | undefined {
  let best: number | undefined
  let most = 0
  for (const [index, row] of grid.slice(0, headWithin).entries()) {
    if (row.some(isBarcode)) break
    const known = row.filter((cell) => cell.length <= 40 && roleOfHead(cell)).length
    const sizes = row.filter(isSize).length
    const points = known * 2 + (sizes >= 2 && known > 0 ? sizes : 0)
    const filled = row.filter((cell) => cell.trim()).length
    const isHead = filled >= 2 || row.length === 1
    if (isHead && points > most) {
      most = points
      best = index
    }
  }
  return best
}

/** By which a layout is remembered: the same heads again mean the same columns. */
export function signatureOf(grid: Grid, head: number | undefined): string {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  return heads.length > 0
    ? heads.map(foldHead).join('|')
    : `#${Math.max(0, ...grid.slice(0, 20).map((row) => row.length))}`
}

/**
 * The order lines in a grid. `withoutQty` counts rows that name something but order none of it; empty rows are
 * none at all.
 */
export function readGrid(grid: Grid, { head, roles }: Layout): { lines: ReadLine[]; withoutQty: number } {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  const lines: ReadLine[] = []
  let withoutQty = 0
  for (const row of grid.slice(head === undefined ? 0 : head + 1)) {
    const cells = (role: ColumnRole) =>
      roles.flatMap((one, column) => (one === role ? [(row[column] ?? '').trim()] : [])).filter(Boolean)
    if (row.every((cell) => !cell.trim())) continue
    const common = {
      original: row
        .map((cell) => cell.trim())
        .join(' · ')
        .replace(/^[· ]+|[· ]+$/g, ''),
      code: latinDigits(cells('barcode')[0] ?? cells('code')[0] ?? '').trim(),
      colorCode: cells('color')[0] ?? '',
      size: latinDigits(cells('size')[0] ?? ''),
    }
    const ordered = roles.includes('matrix')
      ? inMatrix(row, heads, roles)
      : [{ size: common.size, qty: roles.includes('qty') ? (cells('qty')[0] ?? '') : '1' }]
    const wanted = ordered.filter(({ qty }) => qty !== '' && readQty(qty) !== 0)
    if (wanted.length === 0) withoutQty += 1
    for (const one of wanted) lines.push({ ...common, ...one })
  }
  return { lines, withoutQty }
}

function inMatrix(row: string[], heads: string[], roles: ColumnRole[]) {
  return roles.flatMap((role, column) =>
    role === 'matrix'
      ? [{ size: latinDigits(heads[column] ?? '').trim(), qty: (row[column] ?? '').trim() }]
      : [],
  )
}
