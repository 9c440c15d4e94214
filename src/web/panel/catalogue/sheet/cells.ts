import { variantField } from '#shared/catalogueFields.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { toMinor } from '#shared/money.ts'
import {
  type SheetItem,
  type SheetPrice,
  type SheetProduct,
  type SheetRefusal,
  sheetFields,
} from '#shared/productSheet.ts'
import { t } from '#web/i18n.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { latinDigits } from '#web/ui/readCount.ts'
import { amountText } from '../products/amountText.ts'

/** A price includes its currency; null means none. */
export type CellValue = string | number | boolean | SheetPrice | null

/** A size or lot, with its product. */
export type Row = { product: SheetProduct; item: SheetItem }

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
export type Edits = Readonly<Record<string, Edit>>

export const ownerOf = ({ product, item }: Row, { level }: Pick<SheetColumn, 'level'>): string =>
  level === 'product' ? product.id : item.productId

export function storedIn({ product, item }: Row, level: SheetColumn['level'], field: string): CellValue {
  if (level === 'product') return field === 'isActive' ? product.isActive : product.itemDescription
  const own = sheetFields.find((name) => name === field)
  if (own) return item[own]
  const price = item.prices.find(({ priceGroup }) => field === priceField(priceGroup))
  return price ? { unitPrice: price.unitPrice, currencyCode: price.currencyCode } : null
}

export const priceField = (group: string) => `price ${group}`

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

export function fixedText({ product, item }: Row, { field }: SheetColumn): string {
  if (field === 'itemCode') return product.itemCode
  if (field === 'color') return product.colorDescription || product.colorCode
  return item.itemDim1Code || item.lotCode
}

/** Unreadable text is shown as typed. */
export function displayedText(row: Row, column: SheetColumn, edit: Edit | undefined): string {
  if (column.kind === 'fixed') return fixedText(row, column)
  if (edit?.bad?.column === column.key) return edit.bad.text
  return cellText(edit ? edit.value : storedIn(row, column.level, column.field), column)
}

const amountProblems = {
  invalid: 'field.invalid',
  decimals: 'field.decimals',
  ambiguous: 'field.ambiguous',
} as const

type Read = { value: CellValue } | { problem: MessageKey }

/** The rules of a variant field; undefined for prices and a product's own fields. */
function fieldOf(field: string) {
  const name = sheetFields.find((one) => one === field)
  return name && variantField(name)
}

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
    const plain = latinDigits(text.trim()).replace(/[.,]0{1,2}$/, '')
    const { min = 0, max = 999_999_999, empty = 0 } = fieldOf(field) ?? {}
    if (plain === '') return { value: Number(empty) }
    const value = Number(plain)
    const isInRange = value >= min && value <= max
    return /^\d{1,9}$/.test(plain) && isInRange ? { value } : { problem: 'field.wholeNumber' }
  },
  flag: (text) => {
    const answer = text.trim().toLocaleLowerCase('tr')
    if (
      ['1', 'x', '✓', 'true', 'evet', 'yes', t('panel.changes.yes').toLocaleLowerCase('tr')].includes(answer)
    )
      return { value: true }
    const isNo = [
      '0',
      '',
      '-',
      'false',
      'hayır',
      'no',
      t('panel.changes.no').toLocaleLowerCase('tr'),
    ].includes(answer)
    return isNo ? { value: false } : { problem: 'panel.sheet.yesOrNo' }
  },
  price: (text, column) => {
    if (text.trim() === '') return { value: null }
    const read = readAmount(text)
    if ('problem' in read) return { problem: amountProblems[read.problem] }
    if (read.amount > 10_000_000_000) return { problem: 'field.invalid' }
    return { value: { unitPrice: read.amount, currencyCode: column.currency ?? '' } }
  },
}

/** The edit that a text causes; undefined if it equals the stored value. */
export function editFor(
  row: Row,
  column: SheetColumn,
  text: string,
  before: Edit | undefined,
): Edit | undefined {
  const stored = storedIn(row, column.level, column.field)
  const current = before ? before.value : stored
  const hasOtherCurrency = column.kind === 'price' && amountIn(current, column) === undefined
  // Clearing a cell never removes a price in another currency.
  if (hasOtherCurrency && text.trim() === '' && before?.bad?.column !== column.key) return before
  const read = readers[column.kind](text, column)
  if ('value' in read) return isSameValue(read.value, stored) ? undefined : { value: read.value }
  return { value: current, bad: { text, problem: read.problem, column: column.key } }
}
