import {
  type FieldKind,
  type VariantFileField,
  variantField,
  variantFileFields,
} from '#shared/catalogueFields.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import type { Columns, PlainColumn } from './columns.ts'
import type { BadReason } from './report.ts'
import type { Row } from './rows.ts'
import {
  type Cell,
  cellText,
  eraseMark,
  isErrorCell,
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
  brandName: string | null
  categoryName: string | null
  itemDescription: string | null
  colorDescription: string | null
  /** Of the size or lot: '' takes a text away. */
  fields: Record<VariantFileField, string | number | null>
  /** One for each attribute column, empty to take it away. */
  attributes: (string | null)[]
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
      // In any column it is a mistake of the file, never the value that somebody meant.
      if (isErrorCell(cells[at])) {
        bad(column, 'cellError', cells[at])
        return null
      }
      const result = read(cells[at])
      if ('value' in result) return result.value
      bad(column, result.reason, cells[at])
      return null
    }
  const of = (column: PlainColumn) => reader(column, columns.at.get(column))
  const code = (column: PlainColumn, longest: number) => of(column)((cell) => readCode(cell, longest))
  const text = (column: PlainColumn, longest = longestText) => of(column)((cell) => readText(cell, longest))

  const readers: Record<FieldKind, (name: VariantFileField) => string | number | null> = {
    text: (name) => unlessEmpty(text(name, variantField(name).maxLength)),
    code: (name) => unlessEmpty(code(name, variantField(name).maxLength ?? longestText)),
    count: (name) => of(name)(readCount),
    stock: (name) => of(name)(readCount),
    flag: () => null,
    lotSizes: () => null,
  }
  const row: StagedRow = {
    line,
    itemCode: code('itemCode', 30) ?? '',
    colorCode: code('colorCode', 10) ?? '',
    size: code('itemDim1Code', 10) ?? '',
    lotCode: code('lotCode', 30) ?? '',
    fields: Object.fromEntries(
      variantFileFields.map((name) => [name, readers[variantField(name).kind](name)]),
    ) as StagedRow['fields'],
    brandName: text('brandName', 100) || null,
    categoryName: of('categoryName')(readPath) || null,
    itemDescription: text('itemDescription') || null,
    colorDescription: unlessEmpty(text('colorDescription')),
    attributes: columns.attributes.map(({ name, at }) =>
      unlessEmpty(reader(name, at)((cell) => readText(cell, longestText))),
    ),
    amounts: columns.prices.map(({ name, at }) => reader(name, at)(readPrice)),
    currencies: columns.prices.map(({ currency }) =>
      currency
        ? reader(currency.name, currency.at)((cell) => readCurrency(cell, currencyCode))
        : (columns.currency ?? null),
    ),
    photos: of('photos')(readPhotoNames) ?? [],
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
  const { fields } = row
  for (const name of variantFileFields) {
    const value = fields[name]
    const { kind, min, max, isOfLot } = variantField(name)
    if (typeof value !== 'number' || (isOfLot && row.lotCode === '')) continue
    if (min !== undefined && value < min) bad(name, 'tooSmall', String(value))
    if (kind === 'count' && max !== undefined && value > max) bad(name, 'tooLarge', String(value))
  }
  if (identity === 'barcode') {
    if (!fields.barcode) bad('barcode', 'required')
    return
  }
  if (row.itemCode === '') bad('itemCode', 'required')
  if (row.size === '' && row.lotCode === '') bad('itemDim1Code', 'required')
  if (row.size !== '' && row.lotCode !== '') bad('lotCode', 'sizeAndLot', row.lotCode)
  if (row.lotCode !== '') return
  if (Number(fields.piecesPerLot ?? 1) > 1)
    bad('piecesPerLot', 'sizeHasNoPieces', String(fields.piecesPerLot))
  for (const name of variantFileFields) if (variantField(name).isOfLot) fields[name] = null
}

/** An empty cell leaves what there is; what is to be taken away has the mark for it. */
function unlessEmpty(text: string | null): string | null {
  if (text === '') return null
  return text === eraseMark ? '' : text
}

/** Three letters; TL is how people write TRY, and an empty cell means the shop's own. */
function readCurrency(cell: Cell | undefined, currencyCode: string): Read<string> {
  const text = cellText(cell).toUpperCase()
  if (text === '') return { value: currencyCode }
  if (text === 'TL') return { value: 'TRY' }
  return /^[A-Z]{3}$/.test(text) ? { value: text } : { reason: 'currency' }
}

/** Names of files with one of | ; , between them. */
function readPhotoNames(cell: Cell | undefined): Read<string[]> {
  const names = cellText(cell)
    .split(/[|;,]/)
    .map((name) => name.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((name) => name !== '')
  return names.some(isErrorText) ? { reason: 'cellError' } : { value: names }
}

/** True for a row of empty cells, which spreadsheets leave behind in plenty. */
export function isBlank({ cells }: Row): boolean {
  return cells.length > 0 && cells.every((cell) => cell === '' || cellText(cell) === '')
}
