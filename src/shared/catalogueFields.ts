/* The fields that products and their sizes and lots consist of. See docs/architecture.md, "How to add a product field". */

/** How a value is stored, read from a text and compared. */
export type FieldKind =
  /** A text for people. */
  | 'text'
  /** A text for machines, unique or empty. */
  | 'code'
  /** A whole number. */
  | 'count'
  /** A whole number that orders move too. */
  | 'stock'
  | 'flag'
  /** What is in a lot: [{ size, pieces }]. */
  | 'lotSizes'

type Field = {
  /** Of the table `products` or `variants`. */
  column: string
  kind: FieldKind
  /** What a new one has that does not say. */
  empty: string | number | boolean | readonly []
  min?: number
  max?: number
  maxLength?: number
  /** Sizes have none. Fields of a lot differ together: a change of one records all. */
  isOfLot?: true
  /** A column of imports and exports, by the field's name. */
  isInFiles?: true
  /** A column of the product's form and of the sheet. `optional`: not shown before it is chosen. */
  isInForm?: true
  isInSheet?: true | 'optional'
  /** What the change log calls it. Absent: it says nothing there. */
  log?: string
}

/** Fields of a size or lot, in the order of forms and files. Its prices stand beside them, one for each price group. */
export const variantFields = {
  lotDescription: {
    column: 'lot_description',
    kind: 'text',
    empty: '',
    maxLength: 255,
    isOfLot: true,
    isInFiles: true,
    log: 'lots',
  },
  piecesPerLot: {
    column: 'pieces_per_lot',
    kind: 'count',
    empty: 1,
    min: 1,
    max: 1_000_000,
    isOfLot: true,
    isInFiles: true,
    log: 'lots',
  },
  lotSizes: { column: 'lot_sizes', kind: 'lotSizes', empty: [], isOfLot: true, log: 'lots' },
  barcode: {
    column: 'barcode',
    kind: 'code',
    empty: '',
    maxLength: 50,
    isInFiles: true,
    isInForm: true,
    isInSheet: true,
    log: 'barcodes',
  },
  inventory: {
    column: 'inventory',
    kind: 'stock',
    empty: 0,
    min: 0,
    max: 1_000_000_000,
    isInFiles: true,
    isInForm: true,
    isInSheet: true,
    log: 'inventory',
  },
  /** The smallest quantity that can be ordered. */
  minQty: {
    column: 'min_qty',
    kind: 'count',
    empty: 1,
    min: 1,
    max: 1_000_000,
    isInFiles: true,
    isInForm: true,
    isInSheet: true,
    log: 'minQty',
  },
  sortOrder: {
    column: 'sort_order',
    kind: 'count',
    empty: 0,
    min: 0,
    max: 1_000_000,
    isInSheet: 'optional',
  },
  isActive: { column: 'is_active', kind: 'flag', empty: true, isInSheet: true, log: 'inactiveVariants' },
} as const satisfies Record<string, Field>
export type VariantField = keyof typeof variantFields
export const variantFieldNames = Object.keys(variantFields) as VariantField[]

/** A field as code that treats all alike sees it. */
export const variantField = (name: VariantField): Field => variantFields[name]

type InFiles<Name extends VariantField> = (typeof variantFields)[Name] extends { isInFiles: true }
  ? Name
  : never
/** Fields that are a column of imports and exports, by their names. */
export type VariantFileField = { [Name in VariantField]: InFiles<Name> }[VariantField]
export const variantFileFields = variantFieldNames.filter(
  (name): name is VariantFileField => variantField(name).isInFiles === true,
)

type InForm<Name extends VariantField> = (typeof variantFields)[Name] extends { isInForm: true }
  ? Name
  : never
/** Fields that are typed in the product's form, in the order of its columns. */
export type VariantFormField = { [Name in VariantField]: InForm<Name> }[VariantField]
export const variantFormFields = variantFieldNames.filter(
  (name): name is VariantFormField => variantField(name).isInForm === true,
)

/** Fields of a product whose values are of its own columns. Its attributes, photos and variants stand beside them. */
export const productColumns = {
  itemDescription: 'item_description',
  colorDescription: 'color_description',
  brandId: 'brand_id',
  categoryId: 'category_id',
  isActive: 'is_active',
} as const
export type ProductColumn = keyof typeof productColumns
export const productColumnNames = Object.keys(productColumns) as ProductColumn[]
