import { isFormula } from './formulas.ts'
import { type ColumnRole, foldHead, isWholeHead, roleOfHead, saysTotalQty } from './headerWords.ts'
import { headRow, isBarcode, isCode, isQty, isSize, sizedColumns } from './headRow.ts'
import type { ReadLine } from './orderLine.ts'
import { latinDigits, readQty } from './quantity.ts'

/** A sheet's cells as texts, row by row. */
export type Grid = string[][]

/** How a grid is read: which row has the heads, if any, and what each column is. */
export type Layout = { head: number | undefined; roles: ColumnRole[] }

const looksAt = 200

/** Finds heads and columns by words, then by what stands in the columns. */
export function detectLayout(grid: Grid): Layout {
  return layoutUnder(grid, headRow(grid))
}

/** Finds columns where somebody has said which row has the heads, undefined for none. */
export function layoutUnder(grid: Grid, head: number | undefined): Layout {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  const rows = grid.slice(head === undefined ? 0 : head + 1).slice(0, looksAt)
  const width = Math.max(heads.length, ...rows.map((row) => row.length), 0)
  const roles = Array.from({ length: width }, (_, column) => roleOfHead(heads[column] ?? '') ?? 'ignore')
  const columns = roles.map((_, column) =>
    rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() && !isFormula(cell)),
  )
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
    const total = heads.findLastIndex(saysTotalQty)
    if (!roles.includes('qty') && total >= 0) roles[total] = 'qty'
    // Size 38 and quantity 38 look alike: the column that holds nothing but sizes is it, if another is left.
    if (
      columns.filter((cells, column) => isOpen(column) && mostly(cells, isQty)).length > 1 ||
      !mostlyNumbers(columns, isOpen)
    ) {
      guess('size', isSize)
    }
    guess('qty', isQty, backwards)
  }
  return { head, roles: withOneQty(heads, roles) }
}

/** Of several columns for the same, the one that says nothing else stays, or the first. Quantities: {@link withOneQty}. */
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

/**
 * A list that has a column per size needs no other quantity; its sum would count all twice. Of several quantities the
 * last that says nothing else stays (`Adet`, not `Paket içi adet`), or the last.
 */
function withOneQty(heads: string[], roles: ColumnRole[]): ColumnRole[] {
  if (roles.includes('matrix'))
    return roles.map((role) => (role === 'qty' || role === 'size' ? 'ignore' : role))
  const whole = roles.findLastIndex((role, column) => role === 'qty' && isWholeHead(heads[column] ?? ''))
  const kept = whole >= 0 ? whole : roles.lastIndexOf('qty')
  return roles.map((role, column) => (role === 'qty' && column !== kept ? 'ignore' : role))
}

/**
 * Heads that are sizes are a matrix where quantities stand under two or more of them. A cell under one of them that is
 * none takes nothing from the others: the whole size would be missing from the order.
 */
function matrixOf(heads: string[], columns: string[][], roles: ColumnRole[]): void {
  const sized = [...sizedColumns(heads)]
  const ofQuantities = sized.filter((column) => {
    const cells = (columns[column] ?? []).filter((cell) => !isNone(cell))
    return cells.length === 0 || mostly(cells, isQty)
  })
  if (ofQuantities.length >= 2) for (const column of sized) roles[column] = 'matrix'
}

/** A dash for nothing, as spreadsheets write a zero. */
const isNone = (text: string) => /^[-–—]*$/.test(text.trim())

function mostly(cells: string[], fits: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8
}

/**
 * By which a layout is remembered: the same heads again mean the same columns; without heads, columns that look the
 * same do.
 */
export function signatureOf(grid: Grid, head: number | undefined): string {
  const heads = head === undefined ? [] : (grid[head] ?? [])
  return heads.length > 0 ? heads.map(foldHead).join('|') : `#${layoutUnder(grid, undefined).roles.join('|')}`
}

/**
 * The order lines in a grid. `withoutQty` counts rows that name something but order none of it; empty rows are
 * none at all. A code that stands in the first row of a block alone, or in a cell that is merged over all its rows, is
 * that of the rows below as well, and so is its colour: as far as these say of which size or colour they are.
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
    const size = latinDigits(cells('size')[0] ?? '')
    const isBelow = !barcode && !own.code && above.code !== '' && (own.colorCode || size) !== ''
    above = isBelow ? { code: above.code, colorCode: own.colorCode || above.colorCode } : own
    if (row.every((cell) => !cell.trim())) continue
    const common = {
      original: row
        .map((cell) => cell.trim())
        .join(' · ')
        .replace(/^[· ]+|[· ]+$/g, ''),
      code: latinDigits(barcode || above.code).trim(),
      colorCode: above.colorCode,
      ...(isBelow ? { isCodeFromAbove: true } : {}),
    }
    const ordered = roles.includes('matrix')
      ? inMatrix(row, heads, roles)
      : [{ size, qty: roles.includes('qty') ? (cells('qty')[0] ?? '') : '1' }]
    const wanted = ordered.filter(({ qty }) => !isNone(qty) && readQty(qty) !== 0)
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
