import { variantField } from '#shared/catalogue/catalogueFields.ts'
import {
  type SheetItem,
  type SheetPrice,
  type SheetProduct,
  type SheetRefusal,
  sheetFields,
} from '#shared/catalogue/productSheet.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { toMinor } from '#shared/numbers/money.ts'
import { t } from '#web/i18n.ts'
import { readField } from '#web/ui/numberKinds.ts'
import { amountText } from '../products/itemDraft.ts'

/** A price includes its currency; null means none. */
export type CellValue = string | number | boolean | SheetPrice | null

/** A size or lot, with its product. Prices are fields too: `price CB`. */
export type Row = {
  product: Omit<SheetProduct, 'items'>
  item: Omit<SheetItem, 'prices'> & { [price: `price ${string}`]: SheetPrice | null }
}

export const priceField = (group: string): `price ${string}` => `price ${group}`

/** By group. */
export const pricesOf = (item: Row['item']) =>
  Object.entries(item).flatMap(([field, value]): [group: string, price: SheetPrice][] =>
    field.startsWith('price ') && value ? [[field.slice('price '.length), value as SheetPrice]] : [],
  )

export const rowsOf = (products: SheetProduct[]): Row[] =>
  products.flatMap(({ items, ...product }) =>
    items.map(({ prices, ...item }) => ({
      product,
      item: {
        ...item,
        ...Object.fromEntries(prices.map(({ priceGroup, ...price }) => [priceField(priceGroup), price])),
      },
    })),
  )

export type SheetColumn = {
  key: string
  name: string
  width: number
  kind: 'fixed' | 'text' | 'count' | 'flag' | 'price'
  /** A product's cell appears in all of its rows as one cell. */
  level: 'product' | 'item'
  /** Edits are stored by field. All prices of a group are one field, whatever their currency. */
  field: string
  group?: string
  currency?: string
  /** Leading columns that stay visible while scrolling. */
  isFrozen?: boolean
  /** Hidden by default. */
  isOptional?: boolean
}

/** A cell that differs from what is stored. */
export type Edit = {
  value: CellValue
  /** Unreadable text, and the column it was typed into. */
  bad?: { text: string; problem: MessageKey; column: string }
  /** Why the server rejected it. */
  refusal?: Pick<SheetRefusal, 'reason' | 'owner'>
}

/** The id of the product or item that a cell belongs to. */
export const ownerOf = ({ product, item }: Row, { level }: Pick<SheetColumn, 'level'>): string =>
  level === 'product' ? product.id : item.productId

export const storedIn = (row: Row, { level, field }: Pick<SheetColumn, 'level' | 'field'>): CellValue =>
  (row[level] as Record<string, CellValue>)[field] ?? null

export function isSameValue(a: CellValue, b: CellValue): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.currencyCode === b.currencyCode && toMinor(a.unitPrice) === toMinor(b.unitPrice)
}

/** Undefined if the price has another currency than the column. */
export function amountIn(value: CellValue, { currency }: SheetColumn): number | undefined {
  if (value === null || typeof value !== 'object' || value.currencyCode !== currency) return undefined
  return value.unitPrice
}

export function cellText(value: CellValue, column: SheetColumn): string {
  if (column.kind === 'price') {
    const amount = amountIn(value, column)
    return amount === undefined ? '' : amountText(amount)
  }
  if (column.kind === 'flag') return value ? '1' : '0'
  return typeof value === 'object' ? '' : String(value)
}

export const colorOf = ({ product }: Row) => product.colorDescription || product.colorCode
export const sizeOf = ({ item }: Row) => item.itemDim1Code || item.lotCode
export const nameOf = (row: Row) =>
  [row.product.itemCode, colorOf(row), sizeOf(row)].filter(Boolean).join(' ')

/** Unreadable text is shown as typed. */
export function displayedText(row: Row, column: SheetColumn, edit: Edit | undefined): string {
  if (column.kind === 'fixed') {
    return column.field === 'itemCode'
      ? row.product.itemCode
      : column.field === 'color'
        ? colorOf(row)
        : sizeOf(row)
  }
  if (edit?.bad?.column === column.key) return edit.bad.text
  return cellText(edit ? edit.value : storedIn(row, column), column)
}

/** For people: flags as words. */
export const readableText = (text: string, { kind }: SheetColumn): string => {
  if (kind === 'flag') return t(text === '1' ? 'panel.changes.yes' : 'panel.changes.no')
  return text === '' ? '–' : text
}

export type Change = {
  edit: Edit
  /** What was stored, for people. */
  was: string
  /** Why it cannot be saved. */
  reason: string | undefined
}

/** What an edit changes in a column: of a group's price columns, only those whose price changes. */
export function changeIn(row: Row, column: SheetColumn, edit: Edit | undefined): Change | undefined {
  if (!edit) return undefined
  const was = cellText(storedIn(row, column), column)
  if (column.kind === 'price') {
    const isHere = edit.bad ? edit.bad.column === column.key : `${was}${cellText(edit.value, column)}` !== ''
    if (!isHere) return undefined
  }
  return { edit, was: readableText(was, column), reason: reasonOf(edit) }
}

function reasonOf({ bad, refusal }: Edit): string | undefined {
  if (bad) return t(bad.problem)
  if (!refusal) return undefined
  if (refusal.reason === 'taken') return t('field.codeOf', { owner: refusal.owner ?? '' })
  return t(refusal.reason === 'gone' ? 'panel.sheet.gone' : 'panel.sheet.changedMeanwhile')
}

type Read = { value: CellValue } | { problem: MessageKey }

/** The rules of a variant field; undefined for prices and a product's own fields. */
function fieldOf(field: string) {
  const name = sheetFields.find((one) => one === field)
  return name && variantField(name)
}

const fold = (text: string) => text.trim().toLocaleLowerCase('tr')

const readers: Record<SheetColumn['kind'], (text: string, column: SheetColumn) => Read> = {
  fixed: () => ({ problem: 'field.unchangeable' }),
  text: (text, { field }) => {
    const value = text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .normalize('NFC')
    if (value === '' && field === 'itemDescription') return { problem: 'field.required' }
    const { maxLength = 255 } = fieldOf(field) ?? {}
    return value.length > maxLength ? { problem: 'panel.sheet.tooLong' } : { value }
  },
  count: (text, { field }) => {
    const { min = 0, max = 999_999_999, empty = 0 } = fieldOf(field) ?? {}
    if (text.trim() === '') return { value: Number(empty) }
    const read = readField('whole', text)
    if ('problem' in read) return { problem: read.choices.length > 0 ? read.problem : 'field.wholeNumber' }
    const isInRange = read.number >= min && read.number <= max
    return isInRange ? { value: read.number } : { problem: 'field.wholeNumber' }
  },
  flag: (text) => {
    const answer = fold(text)
    const yes = ['1', 'x', '✓', 'true', 'evet', 'yes', fold(t('panel.changes.yes'))]
    const no = ['0', '', '-', 'false', 'hayır', 'no', fold(t('panel.changes.no'))]
    if (yes.includes(answer)) return { value: true }
    return no.includes(answer) ? { value: false } : { problem: 'panel.sheet.yesOrNo' }
  },
  price: (text, column) => {
    if (text.trim() === '') return { value: null }
    const read = readField('amount', text)
    if ('problem' in read) return { problem: read.limit === undefined ? read.problem : 'field.invalid' }
    if (read.number > 10_000_000_000) return { problem: 'field.invalid' }
    return { value: { unitPrice: read.number, currencyCode: column.currency ?? '' } }
  },
}

/** The edit that a text causes; undefined if it equals the stored value. */
export function editFor(
  row: Row,
  column: SheetColumn,
  text: string,
  before: Edit | undefined,
): Edit | undefined {
  const stored = storedIn(row, column)
  const current = before ? before.value : stored
  const hasOtherCurrency = column.kind === 'price' && amountIn(current, column) === undefined
  // Clearing a cell never removes a price in another currency.
  if (hasOtherCurrency && text.trim() === '' && before?.bad?.column !== column.key) return before
  const read = readers[column.kind](text, column)
  if ('value' in read) return isSameValue(read.value, stored) ? undefined : { value: read.value }
  return { value: current, bad: { text, problem: read.problem, column: column.key } }
}
