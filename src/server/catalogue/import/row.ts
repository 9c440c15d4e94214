import type { Columns, PlainColumn } from './columns.ts'
import type { BadReason } from './report.ts'
import type { Row } from './rows.ts'
import {
  barcodeLength,
  type Cell,
  cellText,
  type Read,
  readCode,
  readCount,
  readPath,
  readPrice,
  readText,
} from './values.ts'

/** A row that is right in itself. Null says "not given: leave it as it is". */
export type StagedRow = {
  line: number
  itemCode: string
  colorCode: string
  size: string
  lotCode: string
  /** Empty for none. */
  barcode: string | null
  brandName: string | null
  categoryName: string | null
  itemDescription: string | null
  colorDescription: string | null
  lotDescription: string | null
  piecesPerLot: number | null
  inventory: number | null
  /** One for each attribute column, empty for none. */
  attributes: string[]
  /** One for each price column, in minor units, null for no price in that group. */
  amounts: (number | null)[]
  /** One for each price column; null leaves the currency to the price there is, else to the shop. */
  currencies: (string | null)[]
  photos: string[]
}

export type RowProblem = { column: string; reason: BadReason; value: string }

const longestText = 255

/** Reads one row, or says everything that is wrong with it. What needs other rows to judge is judged later. */
export function readRow(
  { line, cells }: Row,
  columns: Columns,
  currencyCode: string,
): StagedRow | RowProblem[] {
  const problems: RowProblem[] = []
  const extra = cells.slice(columns.width).some((cell) => cellText(cell) !== '')
  if (cells.length < columns.width || extra) return [{ column: '', reason: 'cellCount', value: '' }]
  const bad = (column: string, reason: BadReason, cell?: Cell) =>
    problems.push({ column, reason, value: cellText(cell) })
  const reader =
    (column: string, at: number | undefined) =>
    <T>(read: (cell: Cell | undefined) => Read<T>): T | null => {
      if (at === undefined) return null
      const result = read(cells[at])
      if ('value' in result) return result.value
      bad(column, result.reason, cells[at])
      return null
    }
  const of = (column: PlainColumn) => reader(column, columns.at.get(column))
  const code = (column: PlainColumn, longest: number) => of(column)((cell) => readCode(cell, longest))
  const text = (column: PlainColumn, longest = longestText) => of(column)((cell) => readText(cell, longest))

  const row: StagedRow = {
    line,
    itemCode: code('itemCode', 30) ?? '',
    colorCode: code('colorCode', 10) ?? '',
    size: code('itemDim1Code', 10) ?? '',
    lotCode: code('lotCode', 30) ?? '',
    barcode: code('barcode', barcodeLength),
    // Empty is no brand, category or description anyone could want: as good as not given.
    brandName: text('brandName', 100) || null,
    categoryName: of('categoryName')(readPath) || null,
    itemDescription: text('itemDescription') || null,
    colorDescription: text('colorDescription'),
    lotDescription: text('lotDescription'),
    piecesPerLot: of('piecesPerLot')(readCount),
    inventory: of('inventory')(readCount),
    attributes: columns.attributes.map(
      ({ name, at }) => reader(name, at)((cell) => readText(cell, longestText)) ?? '',
    ),
    amounts: columns.prices.map(({ name, at }) => reader(name, at)(readPrice)),
    currencies: columns.prices.map(({ currency }) =>
      currency
        ? reader(currency.name, currency.at)((cell) => readCurrency(cell, currencyCode))
        : (columns.currency ?? null),
    ),
    photos: photoNames(cells, columns),
  }
  // Rules between cells are judged only where the cells themselves could be read.
  if (problems.length === 0) judge(row, columns.identity, bad)
  return problems.length > 0 ? problems : row
}

function judge(
  row: StagedRow,
  identity: Columns['identity'],
  bad: (column: string, reason: BadReason, cell?: Cell) => void,
): void {
  if (identity === 'barcode') {
    if (!row.barcode) bad('barcode', 'required')
    return
  }
  if (row.itemCode === '') bad('itemCode', 'required')
  if (row.size === '' && row.lotCode === '') bad('itemDim1Code', 'required')
  if (row.size !== '' && row.lotCode !== '') bad('lotCode', 'sizeAndLot', row.lotCode)
  if (row.lotCode !== '') {
    if (row.piecesPerLot === 0) bad('piecesPerLot', 'tooSmall', '0')
    return
  }
  if ((row.piecesPerLot ?? 1) > 1) bad('piecesPerLot', 'sizeHasNoPieces', String(row.piecesPerLot))
  row.piecesPerLot = null
  row.lotDescription = null
}

/** Three letters; TL is how people write TRY, and an empty cell means the shop's own. */
function readCurrency(cell: Cell | undefined, currencyCode: string): Read<string> {
  const text = cellText(cell).toUpperCase()
  if (text === '') return { value: currencyCode }
  if (text === 'TL') return { value: 'TRY' }
  return /^[A-Z]{3}$/.test(text) ? { value: text } : { reason: 'currency' }
}

function photoNames(cells: Cell[], columns: Columns): string[] {
  const at = columns.at.get('photos')
  if (at === undefined) return []
  const names = cellText(cells[at]).split(/[|;,]/)
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** True for a row of empty cells, which spreadsheets leave behind in plenty. */
export function isBlank({ cells }: Row): boolean {
  return cells.length > 0 && cells.every((cell) => cell === '' || cellText(cell) === '')
}
