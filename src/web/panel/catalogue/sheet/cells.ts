import type { MessageKey } from '#shared/i18n/keys.ts'
import { toMinor } from '#shared/money.ts'
import type { SheetItem, SheetPrice, SheetProduct, SheetRefusal } from '#shared/productSheet.ts'
import { t } from '#web/i18n.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { latinDigits } from '#web/ui/readCount.ts'
import { amountText } from '../products/amountText.ts'

/** What stands in a cell; a price with its currency, null for none. */
export type Value = string | number | boolean | SheetPrice | null

/** A row: a size or lot, with the product that it is of. */
export type Row = { product: SheetProduct; item: SheetItem }

export type SheetColumn = {
  key: string
  name: string
  width: number
  kind: 'fixed' | 'text' | 'count' | 'flag' | 'price'
  /** Whose it is: a product's cell stands in each of its rows, and is one and the same. */
  of: 'product' | 'item'
  /** What edits are kept by; prices of a group are one field, whatever their currency. */
  field: string
  group?: string
  currency?: string
  /** Leading columns that stay in sight. */
  isFrozen?: boolean
  /** There to be chosen, and not shown until it is. */
  isOptional?: boolean
}

/** A cell that is not as it is stored. */
export type Edit = {
  is: Value
  /** What was typed and cannot be read, with the column that it was typed into. */
  bad?: { text: string; problem: MessageKey; column: string }
  /** Why the server has not taken it. */
  refusal?: Pick<SheetRefusal, 'reason' | 'owner'>
}
export type Edits = Readonly<Record<string, Edit>>

export const ownerOf = ({ product, item }: Row, { of }: Pick<SheetColumn, 'of'>): string =>
  of === 'product' ? product.id : item.productId

/** What is stored of a row, by field. */
export function storedIn({ product, item }: Row, of: SheetColumn['of'], field: string): Value {
  if (of === 'product') return field === 'isActive' ? product.isActive : product.itemDescription
  if (field === 'barcode') return item.barcode
  if (field === 'inventory') return item.inventory
  if (field === 'sortOrder') return item.sortOrder
  if (field === 'isActive') return item.isActive
  const price = item.prices.find(({ priceGroup }) => field === priceField(priceGroup))
  return price ? { unitPrice: price.unitPrice, currencyCode: price.currencyCode } : null
}

export const priceField = (group: string) => `price ${group}`

export function isSame(one: Value, other: Value): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return one === other
  return one.currencyCode === other.currencyCode && toMinor(one.unitPrice) === toMinor(other.unitPrice)
}

/** The amount that a column shows of a price: none where the price has another currency. */
export function amountIn(value: Value, { currency }: SheetColumn): number | undefined {
  if (value === null || typeof value !== 'object' || value.currencyCode !== currency) return undefined
  return value.unitPrice
}

/** A value as a cell of a column has it, and as it is copied. */
export function textOf(value: Value, column: SheetColumn): string {
  if (column.kind === 'price') {
    const amount = amountIn(value, column)
    return amount === undefined ? '' : amountText(amount)
  }
  if (column.kind === 'flag') return value ? '1' : '0'
  return typeof value === 'object' ? '' : String(value)
}

/** What stands in a column that is not typed into. */
export function fixedText({ product, item }: Row, { field }: SheetColumn): string {
  if (field === 'itemCode') return product.itemCode
  if (field === 'color') return product.colorDescription || product.colorCode
  return item.itemDim1Code || item.lotCode
}

/** What a cell shows: what was typed where that cannot be read. */
export function shownIn(row: Row, column: SheetColumn, edit: Edit | undefined): string {
  if (column.kind === 'fixed') return fixedText(row, column)
  if (edit?.bad?.column === column.key) return edit.bad.text
  return textOf(edit ? edit.is : storedIn(row, column.of, column.field), column)
}

const noAmount = {
  invalid: 'field.invalid',
  decimals: 'field.decimals',
  ambiguous: 'field.ambiguous',
} as const

type Read = { is: Value } | { problem: MessageKey }

const readers: Record<SheetColumn['kind'], (text: string, column: SheetColumn) => Read> = {
  fixed: () => ({ problem: 'field.unchangeable' }),
  text: (text, { field }) => {
    const is = text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .normalize('NFC')
    if (is === '' && field === 'itemDescription') return { problem: 'field.required' }
    return is.length > (field === 'barcode' ? 50 : 255) ? { problem: 'panel.sheet.tooLong' } : { is }
  },
  count: (text) => {
    const plain = latinDigits(text.trim()).replace(/[.,]0{1,2}$/, '')
    if (plain === '') return { is: 0 }
    return /^\d{1,9}$/.test(plain) ? { is: Number(plain) } : { problem: 'field.wholeNumber' }
  },
  flag: (text) => {
    const said = text.trim().toLocaleLowerCase('tr')
    if (['1', 'x', '✓', 'true', 'evet', 'yes', t('panel.changes.yes').toLocaleLowerCase('tr')].includes(said))
      return { is: true }
    const isNo = [
      '0',
      '',
      '-',
      'false',
      'hayır',
      'no',
      t('panel.changes.no').toLocaleLowerCase('tr'),
    ].includes(said)
    return isNo ? { is: false } : { problem: 'panel.sheet.yesOrNo' }
  },
  price: (text, column) => {
    if (text.trim() === '') return { is: null }
    const read = readAmount(text)
    if ('problem' in read) return { problem: noAmount[read.problem] }
    if (read.amount > 10_000_000_000) return { problem: 'field.invalid' }
    return { is: { unitPrice: read.amount, currencyCode: column.currency ?? '' } }
  },
}

/** What a cell becomes by a text; undefined where that is what is stored. */
export function editOf(
  row: Row,
  column: SheetColumn,
  text: string,
  before: Edit | undefined,
): Edit | undefined {
  const stored = storedIn(row, column.of, column.field)
  const now = before ? before.is : stored
  const isElsewhere = column.kind === 'price' && amountIn(now, column) === undefined
  // An empty cell takes away the price that it shows, and nothing of one in another currency.
  if (isElsewhere && text.trim() === '' && before?.bad?.column !== column.key) return before
  const read = readers[column.kind](text, column)
  if ('is' in read) return isSame(read.is, stored) ? undefined : { is: read.is }
  return { is: now, bad: { text, problem: read.problem, column: column.key } }
}
