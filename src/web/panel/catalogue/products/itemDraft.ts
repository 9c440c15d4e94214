import { type AttributeName, attributeNames } from '#shared/listing.ts'
import { type LotSize, lotSizesOf } from '#shared/lots.ts'
import type { OfficeProduct, OfficeVariant } from '#shared/products.ts'
import { amountText } from './amountText.ts'

/** A price as it is typed; '' is none. */
export type PriceDraft = { amount: string; currency: string }

/** A size or lot as it is being typed. */
export type RowDraft = {
  key: string
  /** Absent for a new one. */
  productId?: string
  size: string
  lotCode: string
  lotDescription: string
  lotSizes: LotSize[]
  piecesPerLot: number
  barcode: string
  inventory: string
  /** As it was read. */
  inventoryRead?: number
  isActive: boolean
  isOrdered: boolean
  prices: Record<string, PriceDraft>
  /** What orders have made of the stock while another was being typed. */
  moved?: { was: number; now: number }
}

/** Fields that all colours of an item usually have in common. */
export type SharedFields = {
  itemDescription: string
  brandId: string
  categoryId: string
} & Record<AttributeName, string>
export type SharedField = keyof SharedFields

export type ColorDraft = SharedFields & {
  key: string
  id?: string
  version?: number
  colorCode: string
  colorDescription: string
  isActive: boolean
  images: string[]
  updatedDate: string
  /** Keys of its rows, in their order. */
  rowKeys: string[]
}

/** An item as its page has it: rows stand apart, so that typing into one changes one. */
export type ItemDraft = {
  itemCode: string
  /** What a new colour begins with; of a new item without any colour yet, what is typed. */
  shared: SharedFields
  colorKeys: string[]
  colors: Record<string, ColorDraft>
  rows: Record<string, RowDraft>
}

let count = 0
/** A key for something that has no id yet. */
export const newKey = () => `new ${(count += 1)}`

export const emptyItem = (): ItemDraft => ({
  itemCode: '',
  shared: noShared(),
  colorKeys: [],
  colors: {},
  rows: {},
})

/** An item as it is stored, without its deleted colours. */
export function draftOf(itemCode: string, products: OfficeProduct[]): ItemDraft {
  const draft: ItemDraft = { ...emptyItem(), itemCode }
  for (const product of products.filter(({ isDeleted }) => !isDeleted)) putColor(draft, product)
  const [first] = products
  return first ? { ...draft, shared: sharedOf(first) } : draft
}

/** Puts a stored colour into a draft, in the place of what it has of it. */
export function putColor(draft: ItemDraft, product: OfficeProduct): void {
  const { id, version, items, isDeleted: _isDeleted, itemCode: _itemCode, ...fields } = product
  const { brandName: _brandName, categoryName: _categoryName, ...rest } = fields
  if (!draft.colorKeys.includes(id)) draft.colorKeys.push(id)
  draft.colors[id] = { ...rest, key: id, id, version, rowKeys: items.map(({ productId }) => productId) }
  for (const item of items) draft.rows[item.productId] = rowOf(item)
}

function rowOf(item: OfficeVariant): RowDraft {
  const { productId, itemDim1Code, inventory, lotSizes, lotDescription, piecesPerLot, prices, ...rest } = item
  return {
    ...rest,
    key: productId,
    productId,
    size: itemDim1Code,
    lotDescription,
    piecesPerLot,
    // What a text says plainly need not be typed again.
    lotSizes: lotSizesOf({ lotSizes, lotDescription, piecesPerLot }) ?? [],
    inventory: String(inventory),
    inventoryRead: inventory,
    prices: Object.fromEntries(
      prices.map(({ priceGroup, unitPrice, currencyCode }) => [
        priceGroup,
        { amount: amountText(unitPrice), currency: currencyCode },
      ]),
    ),
  }
}

/** A new item like another one: its barcodes and stock stay with the other. */
export function copyOf(draft: ItemDraft): ItemDraft {
  const copy = { ...emptyItem(), shared: draft.shared }
  for (const key of draft.colorKeys) {
    const color = draft.colors[key]
    if (color) addColor(copy, color, copiedRows(draft, key))
  }
  return copy
}

/** The rows of a colour for another one. */
export function copiedRows({ colors, rows }: ItemDraft, key: string): RowDraft[] {
  return (colors[key]?.rowKeys ?? []).flatMap((rowKey) => {
    const row = rows[rowKey]
    if (!row) return []
    const { productId: _productId, inventoryRead: _read, moved: _moved, ...rest } = row
    return [{ ...rest, key: newKey(), barcode: '', inventory: '0', isActive: true, isOrdered: false }]
  })
}

/** Puts a new colour into a draft, with these rows. */
export function addColor(
  draft: ItemDraft,
  color: SharedFields & Pick<ColorDraft, 'colorCode' | 'colorDescription'>,
  rows: RowDraft[],
): void {
  const key = newKey()
  draft.colorKeys.push(key)
  draft.colors[key] = {
    ...sharedOf(color),
    key,
    colorCode: color.colorCode,
    colorDescription: color.colorDescription,
    isActive: true,
    images: [],
    updatedDate: '',
    rowKeys: rows.map((row) => row.key),
  }
  for (const row of rows) draft.rows[row.key] = row
}

export function newRow(given: Partial<RowDraft>): RowDraft {
  return {
    key: newKey(),
    size: '',
    lotCode: '',
    lotDescription: '',
    lotSizes: [],
    piecesPerLot: 1,
    barcode: '',
    inventory: '0',
    isActive: true,
    isOrdered: false,
    prices: {},
    ...given,
  }
}

export function sharedOf(fields: SharedFields): SharedFields {
  const { itemDescription, brandId, categoryId } = fields
  const attributes = Object.fromEntries(attributeNames.map((name) => [name, fields[name]]))
  return { itemDescription, brandId, categoryId, ...(attributes as Record<AttributeName, string>) }
}

const noShared = (): SharedFields => ({
  itemDescription: '',
  brandId: '',
  categoryId: '',
  ...(Object.fromEntries(attributeNames.map((name) => [name, ''])) as Record<AttributeName, string>),
})

/** What people call a row. */
export const rowName = ({ size, lotCode }: Pick<RowDraft, 'size' | 'lotCode'>) => size || lotCode
export const colorName = ({ colorCode, colorDescription }: ColorDraft) => colorDescription || colorCode || '–'

const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Keys of the colours that are not, with all their rows, as they were. */
export function changedColors(draft: ItemDraft, before: ItemDraft): string[] {
  return draft.colorKeys.filter((key) => {
    const color = draft.colors[key]
    if (!isSame(color, before.colors[key])) return true
    return color?.rowKeys.some((rowKey) => !isSame(draft.rows[rowKey], before.rows[rowKey])) ?? false
  })
}

/** Whether anything is not as it was. Compares by reference first: most of an item is never touched. */
export function hasChanges(draft: ItemDraft, before: ItemDraft): boolean {
  return (
    draft.itemCode !== before.itemCode ||
    (draft.colorKeys.length === 0 && !isSame(draft.shared, before.shared)) ||
    draft.colorKeys.length !== before.colorKeys.length ||
    changedColors(draft, before).length > 0
  )
}
