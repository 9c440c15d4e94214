/* Fields of products, sizes and lots. See docs/architecture.md, "How to add a product field". */

export type FieldKind =
  | 'text'
  /** Machine-readable text, unique or empty. */
  | 'code'
  | 'count'
  /** A whole number that orders change too. */
  | 'stock'
  | 'flag'
  /** Content of a lot: [{ size, pieces }]. */
  | 'lotSizes'

type Field = {
  /** In `products` or `variants`. */
  column: string
  kind: FieldKind
  /** Default for new ones. */
  empty: string | number | boolean | readonly []
  min?: number
  max?: number
  maxLength?: number
  /** Not for sizes. Fields of a lot are recorded together if any changes. */
  isOfLot?: true
  /** In imports and exports, by the field's name. */
  isInFiles?: true
  /** In the product form and the sheet; `optional` columns are hidden by default. */
  isInForm?: true
  isInSheet?: true | 'optional'
  /** Field in the change log; absent: not logged. */
  log?: string
}

/** In the order of forms and files. Prices are stored per price group. */
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
  /** In an ERP, or at a dealer. */
  externalCode: {
    column: 'external_code',
    kind: 'code',
    empty: '',
    maxLength: 50,
    isInFiles: true,
    isInForm: true,
    isInSheet: 'optional',
    log: 'externalCode',
  },
  isFreeSample: {
    column: 'is_free_sample',
    kind: 'flag',
    empty: false,
    isInFiles: true,
    isInSheet: 'optional',
    log: 'isFreeSample',
  },
  sortOrder: {
    column: 'sort_order',
    kind: 'count',
    empty: 0,
    min: 0,
    max: 1_000_000,
    isInSheet: 'optional',
  },
  /** Whether it is on sale. */
  isActive: {
    column: 'is_active',
    kind: 'flag',
    empty: true,
    isInFiles: true,
    isInSheet: true,
    log: 'inactiveVariants',
  },
} as const satisfies Record<string, Field>
export type VariantField = keyof typeof variantFields
export const variantFieldNames = Object.keys(variantFields) as VariantField[]

export const variantField = (name: VariantField): Field => variantFields[name]

type OfCode<Name extends VariantField> = (typeof variantFields)[Name] extends { kind: 'code' } ? Name : never
/** By each of which a size or lot is found. */
export type VariantCodeField = { [Name in VariantField]: OfCode<Name> }[VariantField]
export const variantCodeFields = variantFieldNames.filter(
  (name): name is VariantCodeField => variantField(name).kind === 'code',
)

export const isCodeField = (name: string | undefined): name is VariantCodeField =>
  variantCodeFields.some((field) => field === name)

type InFiles<Name extends VariantField> = (typeof variantFields)[Name] extends { isInFiles: true }
  ? Name
  : never
export type VariantFileField = { [Name in VariantField]: InFiles<Name> }[VariantField]
export const variantFileFields = variantFieldNames.filter(
  (name): name is VariantFileField => variantField(name).isInFiles === true,
)

type InForm<Name extends VariantField> = (typeof variantFields)[Name] extends { isInForm: true }
  ? Name
  : never
/** In column order. */
export type VariantFormField = { [Name in VariantField]: InForm<Name> }[VariantField]
export const variantFormFields = variantFieldNames.filter(
  (name): name is VariantFormField => variantField(name).isInForm === true,
)

/** Short texts of a product, in columns of their own; '' for none. A change or row that omits one leaves it. */
export const productTexts = {
  /** VAT code; none for the tenant's first rate. */
  taxCode: { column: 'tax_code', maxLength: 20 },
} as const
export type ProductText = keyof typeof productTexts
export const productTextNames = Object.keys(productTexts) as ProductText[]
const textColumns = Object.fromEntries(productTextNames.map((name) => [name, productTexts[name].column])) as {
  [Name in ProductText]: (typeof productTexts)[Name]['column']
}

/** Without attributes, photos and variants. */
export const productColumns = {
  itemDescription: 'item_description',
  colorDescription: 'color_description',
  brandId: 'brand_id',
  categoryId: 'category_id',
  ...textColumns,
  isActive: 'is_active',
} as const
export type ProductColumn = keyof typeof productColumns
export const productColumnNames = Object.keys(productColumns) as ProductColumn[]
