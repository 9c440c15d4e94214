import type { Questions } from '#server/tableFiles/questions.ts'
import type { BadReason } from '#server/tableFiles/report.ts'
import type { Row } from '#server/tableFiles/rows.ts'
import { hasItsCells } from '#server/tableFiles/sheet.ts'
import {
  type Cell,
  cellText,
  eraseMark,
  isErrorCell,
  type Read,
  readCode,
  readCount,
  readCurrency,
  readFlag,
  readPath,
  readText,
  readWrittenPrice,
} from '#server/tableFiles/values.ts'
import {
  type FieldKind,
  type ProductText,
  productTextNames,
  productTexts,
  type VariantFileField,
  variantField,
  variantFileFields,
} from '#shared/catalogue/catalogueFields.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import type { Columns, PlainColumn } from './columns.ts'
import { sizesOfDate } from './doubtful.ts'
import { type StoredPrice, storedPrice } from './price.ts'

/** A valid row. Null: not given, keep what is stored. */
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
  /** '' removes one. */
  productTexts: Record<ProductText, string | null>
  /** '' removes a text. */
  fields: Record<VariantFileField, string | number | null>
  /** Per attribute column; '' removes it. */
  attributes: (string | null)[]
  /** Per column of a text in another language; '' removes it. */
  texts: (string | null)[]
  /** Per price column. */
  prices: StoredPrice[]
  photos: string[]
}

export type RowProblem = { column: string; reason: BadReason; value: string }

const maxTextLength = 255
const maxTranslationLength = 500

/** Returns all problems that can be found without other rows. */
export function readRow(
  { line, cells }: Row,
  columns: Columns,
  questions: Questions,
): StagedRow | RowProblem[] {
  const problems: RowProblem[] = []
  if (!hasItsCells({ line, cells }, { width: columns.width, isRagged: false }))
    return [{ column: '', reason: 'cellCount', value: '' }]
  const bad = (column: string, reason: BadReason, cell?: Cell) =>
    problems.push({ column, reason, value: cellText(cell) })
  const reader =
    (column: string, at: number | undefined) =>
    <T>(read: (cell: Cell | undefined) => Read<T>): T | null => {
      if (at === undefined) return null
      // A spreadsheet error is never an intended value.
      if (isErrorCell(cells[at])) {
        bad(column, 'cellError', cells[at])
        return null
      }
      const result = read(cells[at])
      if ('value' in result) return result.value
      bad(column, result.reason, cells[at])
      return null
    }
  const readerOf = (column: PlainColumn) => reader(column, columns.at.get(column))
  const code = (column: PlainColumn, maxLength: number) =>
    readerOf(column)((cell) => readCode(cell, maxLength))
  const text = (column: PlainColumn, maxLength = maxTextLength) =>
    readerOf(column)((cell) => readText(cell, maxLength))

  const readers: Record<FieldKind, (name: VariantFileField) => string | number | null> = {
    text: (name) => unlessEmpty(text(name, variantField(name).maxLength)),
    code: (name) => unlessEmpty(code(name, variantField(name).maxLength ?? maxTextLength)),
    count: (name) => readerOf(name)(readCount),
    stock: (name) => readerOf(name)(readCount),
    flag: (name) => readerOf(name)(readFlag),
    lotSizes: () => null,
  }
  const codes = {
    itemCode: code('itemCode', 30) ?? '',
    colorCode: code('colorCode', 10) ?? '',
    size: columns.oneSize ?? sizeOf(code('itemDim1Code', 10) ?? '', questions),
    lotCode: code('lotCode', 30) ?? '',
  }
  const fields = Object.fromEntries(
    variantFileFields.map((name) => [name, readers[variantField(name).kind](name)]),
  ) as StagedRow['fields']
  const priceIn = (column: Columns['prices'][number]): StoredPrice => {
    const { name, at, currency } = column
    const written = reader(name, at)(readWrittenPrice)
    const ofCell = currency && reader(currency.name, currency.at)((cell) => readCurrency(cell, ''))
    const named = ofCell || column.headingCurrency || columns.currency || null
    const isFreeSample = fields.isFreeSample === 'true'
    const given = { named, isFreeSample, value: cellText(cells[at]) }
    const price = storedPrice(written, column, given, questions)
    if (!price) bad(name, 'decimals', cells[at])
    const { amount = null, currency: found = null } = price ?? {}
    return { amount, currency: found ?? (currency ? columns.shopCurrency : null) }
  }
  const row: StagedRow = {
    line,
    ...codes,
    fields,
    brandName: text('brandName', 100) || null,
    categoryName: readerOf('categoryName')(readPath) || null,
    productTexts: Object.fromEntries(
      productTextNames.map((name) => [name, unlessEmpty(code(name, productTexts[name].maxLength))]),
    ) as StagedRow['productTexts'],
    itemDescription: text('itemDescription') || null,
    colorDescription: unlessEmpty(text('colorDescription')),
    attributes: columns.attributes.map(({ name, at }) =>
      unlessEmpty(reader(name, at)((cell) => readText(cell, maxTextLength))),
    ),
    texts: columns.texts.map(({ name, at, kind }) =>
      unlessEmpty(
        reader(
          name,
          at,
        )((cell) => (kind === 'category' ? readPath(cell) : readText(cell, maxTranslationLength))),
      ),
    ),
    prices: columns.prices.map(priceIn),
    photos: readerOf('photos')(readPhotoNames) ?? [],
  }
  // Rules across cells need readable cells.
  if (problems.length === 0) checkRules(row, columns.identity, bad)
  return problems.length > 0 ? problems : row
}

function sizeOf(size: string, questions: Questions): string {
  const was = size === '' ? undefined : sizesOfDate(size)
  if (was === undefined) return size
  return questions.ask('dateAsSize', 'itemDim1Code', `${size} → ${was}`) === 'asRange' ? was : size
}

function checkRules(
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

/** Empty cells keep what is stored; the erase mark removes it. */
function unlessEmpty(text: string | null): string | null {
  if (text === '') return null
  return text === eraseMark ? '' : text
}

function readPhotoNames(cell: Cell | undefined): Read<string[]> {
  const names = cellText(cell)
    .split(/[|;,]/)
    .map((name) => name.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((name) => name !== '')
  return names.some(isErrorText) ? { reason: 'cellError' } : { value: names }
}
