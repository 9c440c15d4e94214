import { isSize, sizeColumns } from '#shared/imports/sizes.ts'
import { plainNumbers } from '#shared/numbers/plainNumbers.ts'
import { isFormula } from './formulas.ts'
import { type ColumnRole, foldHead, isTotalQty, isWholeHead, roleOfHead } from './headerWords.ts'
import { headRow, isBarcode, isCode, isQty } from './headRow.ts'
import type { ReadLine } from './orderLine.ts'
import { readQty } from './quantity.ts'

export type Grid = string[][]

/** `head`: the header row, if any. */
export type Layout = { head: number | undefined; roles: ColumnRole[] }

const sampledRows = 200

/** By header words, then by cell contents. */
export function detectLayout(grid: Grid): Layout {
  return layoutUnder(grid, headRow(grid))
}

/** For a header row chosen by the user. */
export function layoutUnder(grid: Grid, head: number | undefined): Layout {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  const rows = grid.slice(head === undefined ? 0 : head + 1).slice(0, sampledRows)
  const width = Math.max(heads.length, ...rows.map((row) => row.length), 0)
  const roles = Array.from({ length: width }, (_, column) => roleOfHead(heads[column] ?? '') ?? 'ignore')
  const columns = roles.map((_, column) =>
    rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() && !isFormula(cell)),
  )
  keepOneEach(heads, roles)
  const isUndecided = (column: number) => roles[column] === 'ignore' && !roleOfHead(heads[column] ?? '')
  markMatrix(heads, columns, roles)
  const guess = (
    role: ColumnRole,
    fits: (cell: string) => boolean,
    order = columns.map((_, index) => index),
  ) => {
    if (roles.includes(role)) return
    const found = order.find((column) => isUndecided(column) && mostly(columns[column] ?? [], fits))
    if (found !== undefined) roles[found] = role
  }
  if (!roles.includes('code')) guess('barcode', isBarcode)
  if (!roles.includes('barcode')) guess('code', isCode)
  const reversed = columns.map((_, index) => index).toReversed()
  if (!roles.includes('matrix')) {
    const total = heads.findLastIndex(isTotalQty)
    if (!roles.includes('qty') && total >= 0) roles[total] = 'qty'
    // Size 38 and quantity 38 look alike: the column of only sizes is the size, if another is left for the
    // quantity.
    if (
      columns.filter((cells, column) => isUndecided(column) && mostly(cells, isQty)).length > 1 ||
      !mostlyNumbers(columns, isUndecided)
    ) {
      guess('size', isSize)
    }
    guess('qty', isQty, reversed)
  }
  return { head, roles: withOneQty(heads, roles) }
}

/** Keeps the column with exactly the role's header, or the first. Quantities: {@link withOneQty}. */
function keepOneEach(heads: string[], roles: ColumnRole[]): void {
  for (const role of ['code', 'barcode', 'color', 'size'] as const) {
    const all = roles.flatMap((one, column) => (one === role ? [column] : []))
    const kept = all.find((column) => isWholeHead(heads[column] ?? '')) ?? all[0]
    for (const column of all) if (column !== kept) roles[column] = 'ignore'
  }
}

/** Plain numbers may as well be quantities. */
function mostlyNumbers(columns: string[][], isUndecided: (column: number) => boolean): boolean {
  const sized = columns.filter((cells, column) => isUndecided(column) && mostly(cells, isSize))
  return sized.every((cells) => mostly(cells, isQty))
}

/**
 * A size matrix has no quantity column: a sum would count twice. Else keeps the last with exactly a quantity
 * header (`Adet`, not `Paket içi adet`), or the last.
 */
function withOneQty(heads: string[], roles: ColumnRole[]): ColumnRole[] {
  if (roles.includes('matrix'))
    return roles.map((role) => (role === 'qty' || role === 'size' ? 'ignore' : role))
  const whole = roles.findLastIndex((role, column) => role === 'qty' && isWholeHead(heads[column] ?? ''))
  const kept = whole >= 0 ? whole : roles.lastIndexOf('qty')
  return roles.map((role, column) => (role === 'qty' && column !== kept ? 'ignore' : role))
}

/**
 * Size headers form a matrix if quantities stand under two or more. A bad cell must not exclude its size from
 * the order.
 */
function markMatrix(heads: string[], columns: string[][], roles: ColumnRole[]): void {
  const sized = [...sizeColumns(heads)]
  const ofQuantities = sized.filter((column) => {
    const cells = (columns[column] ?? []).filter((cell) => !isBlankOrDash(cell))
    return cells.length === 0 || mostly(cells, isQty)
  })
  if (ofQuantities.length >= 2) for (const column of sized) roles[column] = 'matrix'
}

/** Spreadsheets show zero as a dash. */
const isBlankOrDash = (text: string) => /^[-–—]*$/.test(text.trim())

function mostly(cells: string[], fits: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8
}

/** Identifies a remembered layout by its headers, or by the detected columns. */
export function signatureOf(grid: Grid, head: number | undefined): string {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  return heads.length > 0 ? heads.map(foldHead).join('|') : `#${layoutUnder(grid, undefined).roles.join('|')}`
}

/**
 * `withoutQty` counts non-empty rows without a quantity. Rows with only size or colour take the code, and a
 * missing colour, from the row above: it may stand once per block or in a merged cell.
 */
export function readGrid(grid: Grid, { head, roles }: Layout): { lines: ReadLine[]; withoutQty: number } {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  const lines: ReadLine[] = []
  let withoutQty = 0
  let above = { code: '', colorCode: '' }
  for (const row of grid.slice(head === undefined ? 0 : head + 1)) {
    const cells = (role: ColumnRole) =>
      roles.flatMap((one, column) => (one === role ? [(row[column] ?? '').trim()] : [])).filter(Boolean)
    const barcode = cells('barcode')[0] ?? ''
    const own = { code: cells('code')[0] ?? '', colorCode: cells('color')[0] ?? '' }
    const size = plainNumbers(cells('size')[0] ?? '')
    const isBelow = !barcode && !own.code && above.code !== '' && (own.colorCode || size) !== ''
    above = isBelow ? { code: above.code, colorCode: own.colorCode || above.colorCode } : own
    if (row.every((cell) => !cell.trim())) continue
    const common = {
      original: row
        .map((cell) => cell.trim())
        .join(' · ')
        .replace(/^[· ]+|[· ]+$/g, ''),
      code: plainNumbers(barcode || above.code).trim(),
      colorCode: above.colorCode,
      ...(isBelow ? { isCodeFromAbove: true } : {}),
    }
    const ordered = roles.includes('matrix')
      ? inMatrix(row, heads, roles)
      : [{ size, qty: roles.includes('qty') ? (cells('qty')[0] ?? '') : '1' }]
    const withQty = ordered.filter(({ qty }) => !isBlankOrDash(qty) && readQty(qty) !== 0)
    if (withQty.length === 0) withoutQty += 1
    for (const one of withQty) lines.push({ ...common, ...one })
  }
  return { lines, withoutQty }
}

function inMatrix(row: string[], heads: string[], roles: ColumnRole[]) {
  return roles.flatMap((role, column) =>
    role === 'matrix'
      ? [{ size: plainNumbers(heads[column] ?? '').trim(), qty: (row[column] ?? '').trim() }]
      : [],
  )
}
