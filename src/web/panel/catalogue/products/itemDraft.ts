import {
  type ProductText,
  productTextNames,
  type VariantCodeField,
  type VariantFormField,
  variantCodeFields,
  variantField,
  variantFormFields,
} from '#shared/catalogue/catalogueFields.ts'
import { type AttributeName, attributeNames } from '#shared/catalogue/listing.ts'
import { type LotSize, lotSizesOf } from '#shared/catalogue/lots.ts'
import type { OfficeProduct, OfficeVariant } from '#shared/catalogue/products.ts'
import { locale } from '#web/i18n.ts'

/** '' means no price. */
export type PriceDraft = { amount: string; currency: string }

export type RowDraft = Record<VariantFormField, string> & {
  key: string
  /** Absent for new rows. */
  productId?: string
  size: string
  lotCode: string
  lotDescription: string
  lotSizes: LotSize[]
  piecesPerLot: number
  /** Stock when it was loaded. */
  inventoryRead?: number
  isActive: boolean
  /** Set in the sheet and by files; the form keeps it. */
  isFreeSample: boolean
  isOrdered: boolean
  prices: Record<string, PriceDraft>
  /** Stock that orders changed while it was edited. */
  stockMoved?: { was: number; now: number }
}

/** Fields that an item's colours usually share. */
export type SharedFields = {
  itemDescription: string
  brandId: string
  categoryId: string
} & Record<AttributeName | ProductText, string>
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
  /** In order. */
  rowKeys: string[]
}

/** Rows are stored separately, so that typing changes only one. */
export type ItemDraft = {
  itemCode: string
  /** Initial values of new colours; the typed values while there is no colour. */
  shared: SharedFields
  colorKeys: string[]
  colors: Record<string, ColorDraft>
  rows: Record<string, RowDraft>
}

let count = 0
/** A temporary key for unsaved records. */
export const newKey = () => `new ${(count += 1)}`

export const emptyItem = (): ItemDraft => ({
  itemCode: '',
  shared: emptyShared(),
  colorKeys: [],
  colors: {},
  rows: {},
})

/** Omits deleted colours. */
export function draftOf(itemCode: string, products: OfficeProduct[]): ItemDraft {
  const draft: ItemDraft = { ...emptyItem(), itemCode }
  for (const product of products.filter(({ isDeleted }) => !isDeleted)) putColor(draft, product)
  const [first] = products
  return first ? { ...draft, shared: sharedOf(first) } : draft
}

/** Adds or replaces a stored colour. */
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
    ...textsOf((name) => item[name]),
    key: productId,
    productId,
    size: itemDim1Code,
    lotDescription,
    piecesPerLot,
    // Parses older lots that have only a description.
    lotSizes: lotSizesOf({ lotSizes, lotDescription, piecesPerLot }) ?? [],
    inventoryRead: inventory,
    prices: Object.fromEntries(
      prices.map(({ priceGroup, unitPrice, currencyCode }) => [
        priceGroup,
        { amount: amountText(unitPrice), currency: currencyCode },
      ]),
    ),
  }
}

/** A new item without barcodes and stock. */
export function copyItem(draft: ItemDraft): ItemDraft {
  const copy = { ...emptyItem(), shared: draft.shared }
  for (const key of draft.colorKeys) {
    const color = draft.colors[key]
    if (color) addColor(copy, color, copyRows(draft, key))
  }
  return copy
}

/** A code belongs to one size. */
const noCodes = Object.fromEntries(variantCodeFields.map((name) => [name, ''])) as Record<
  VariantCodeField,
  ''
>

export function copyRows({ colors, rows }: ItemDraft, key: string): RowDraft[] {
  return (colors[key]?.rowKeys ?? []).flatMap((rowKey) => {
    const row = rows[rowKey]
    if (!row) return []
    const { productId: _productId, inventoryRead: _read, stockMoved: _moved, ...rest } = row
    const { inventory } = emptyTexts()
    return [{ ...rest, key: newKey(), ...noCodes, inventory, isActive: true, isOrdered: false }]
  })
}

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

const textsOf = (valueOf: (name: VariantFormField) => unknown) =>
  Object.fromEntries(variantFormFields.map((name) => [name, String(valueOf(name))])) as Record<
    VariantFormField,
    string
  >

const emptyTexts = () => textsOf((name) => variantField(name).empty)

export function newRow(fields: Partial<RowDraft>): RowDraft {
  return {
    key: newKey(),
    size: '',
    lotCode: '',
    lotDescription: '',
    lotSizes: [],
    piecesPerLot: 1,
    ...emptyTexts(),
    isActive: true,
    isFreeSample: false,
    isOrdered: false,
    prices: {},
    ...fields,
  }
}

const ownTexts = [...productTextNames, ...attributeNames] as const
type OwnTexts = Record<(typeof ownTexts)[number], string>

export function sharedOf(fields: SharedFields): SharedFields {
  const { itemDescription, brandId, categoryId } = fields
  const texts = Object.fromEntries(ownTexts.map((name) => [name, fields[name]])) as OwnTexts
  return { itemDescription, brandId, categoryId, ...texts }
}

const emptyShared = (): SharedFields => ({
  itemDescription: '',
  brandId: '',
  categoryId: '',
  ...(Object.fromEntries(ownTexts.map((name) => [name, ''])) as OwnTexts),
})

export const rowName = ({ size, lotCode }: Pick<RowDraft, 'size' | 'lotCode'>) => size || lotCode
export const colorName = ({ colorCode, colorDescription }: ColorDraft) => colorDescription || colorCode || '–'

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Keys of colours that differ, in themselves or their rows. */
export function changedColors(draft: ItemDraft, before: ItemDraft): string[] {
  return draft.colorKeys.filter((key) => {
    const color = draft.colors[key]
    if (!isSame(color, before.colors[key])) return true
    return color?.rowKeys.some((rowKey) => !isSame(draft.rows[rowKey], before.rows[rowKey])) ?? false
  })
}

/** Compares references first, because most of an item never changes. */
export function hasChanges(draft: ItemDraft, before: ItemDraft): boolean {
  return (
    draft.itemCode !== before.itemCode ||
    (draft.colorKeys.length === 0 && !isSame(draft.shared, before.shared)) ||
    draft.colorKeys.length !== before.colorKeys.length ||
    changedColors(draft, before).length > 0
  )
}

const plain = new Intl.NumberFormat(locale, {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Two decimals, the locale's separator, no grouping. */
export const amountText = (amount: number) => plain.format(amount)
