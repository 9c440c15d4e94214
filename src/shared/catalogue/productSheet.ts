import { z } from 'zod'
import { answer, currencyCode, endpoint, id, line, requiredLine } from '#shared/endpoint.ts'
import { colorShape } from '#shared/shapes.ts'
import { type VariantField, variantField, variantFieldNames, type variantFields } from './catalogueFields.ts'
import { getProducts } from './productLists.ts'
import { sentAmount } from './sentProducts.ts'
import { readValue, sentValue, type VariantValue } from './variantSchemas.ts'

/** Larger results must be filtered. */
export const maxSheetRows = 20_000
/** Limits per save. */
export const sheetSaveLimits = { products: 1000, items: 10_000 }

type InSheet<Name extends VariantField> = (typeof variantFields)[Name] extends { isInSheet: unknown }
  ? Name
  : never
export type SheetField = { [Name in VariantField]: InSheet<Name> }[VariantField]
export const sheetFields = variantFieldNames.filter(
  (name): name is SheetField => variantField(name).isInSheet !== undefined,
)

const text = z.string()
const price = z.object({ unitPrice: z.number(), currencyCode: text })
export type SheetPrice = z.infer<typeof price>

const sheetItem = z.object({
  productId: id,
  itemDim1Code: text,
  lotCode: text,
  ...(Object.fromEntries(sheetFields.map((name) => [name, readValue(name)])) as unknown as {
    [Name in SheetField]: z.ZodType<VariantValue<Name>, VariantValue<Name>>
  }),
  prices: z.array(price.extend({ priceGroup: text })),
})
export type SheetItem = z.infer<typeof sheetItem>

const sheetProduct = z.object({
  id,
  ...colorShape,
  isActive: z.boolean(),
  items: z.array(sheetItem),
})
export type SheetProduct = z.infer<typeof sheetProduct>

/** Position in the list: the last product read. */
const place = z.object({ itemCode: text.max(30), colorCode: text.max(10) })

const { brandId, categoryId, inStock, missing, search } = getProducts.input.shape

export const getProductSheet = endpoint({
  call: 'POST /api/Shop/GetProductSheet',
  summary: 'Products with all sizes, lots, prices and stock for editing as a table, sorted by code',
  access: { pages: ['productSheet'] },
  transaction: 'read',
  input: z.object({
    brandId,
    categoryId,
    state: z.enum(['active', 'inactive']).optional(),
    inStock,
    missing,
    search,
    ids: z.array(id).min(1).max(1000).optional(),
    after: place.optional(),
    limit: z.int().min(1).max(1000).default(20),
  }),
  reply: answer(
    z.object({
      products: z.array(sheetProduct),
      next: place.nullable(),
      /** Number of matching variants, counted up to one more than {@link maxSheetRows}; null with `after`. */
      rows: z.int().nullable(),
    }),
  ),
})

/** A new value with the value read; applied only if that is still the current one. */
function cell<Is extends z.ZodType, Was extends z.ZodType>(is: Is, was: Was) {
  return z.object({ was, is }).optional()
}
const flag = cell(z.boolean(), z.boolean())
const given = z.object({ unitPrice: sentAmount, currencyCode }).nullable()

const changedItem = z.object({
  productId: id,
  ...(Object.fromEntries(
    sheetFields.map((name) => [name, cell(sentValue(name), readValue(name))]),
  ) as unknown as {
    [Name in SheetField]: z.ZodOptional<
      z.ZodType<
        { was: VariantValue<Name>; is: VariantValue<Name> },
        { was: VariantValue<Name>; is: VariantValue<Name> }
      >
    >
  }),
  /** Null: no price. */
  prices: z
    .array(z.object({ priceGroup: requiredLine(20), was: price.nullable(), is: given }))
    .max(50)
    .default([]),
})

const changedProduct = z.object({
  id,
  itemDescription: cell(requiredLine(255), text.max(1000)),
  isActive: flag,
  items: z.array(changedItem).max(1000).default([]),
})
export type SheetChange = z.output<typeof changedProduct>
export type SentSheetChange = z.input<typeof changedProduct>

/** changed: no longer the value read; gone: deleted; taken: another variant has the barcode. */
const refusal = z.object({
  id,
  /** Absent for fields of the product itself. */
  productId: id.optional(),
  field: z.enum(['itemDescription', ...sheetFields, 'price']),
  priceGroup: line(20).optional(),
  reason: z.enum(['changed', 'gone', 'taken']),
  /** Name of the variant that has the barcode. */
  owner: text.optional(),
})
export type SheetRefusal = z.infer<typeof refusal>

export const saveProductSheet = endpoint({
  call: 'POST /api/Shop/SaveProductSheet',
  summary:
    'Saves cells of the product table whose value is still the one read; reports why for each of the others',
  access: { pages: ['productSheet'] },
  maxBytes: 8 * 1024 * 1024,
  input: z
    .object({ products: z.array(changedProduct).min(1).max(sheetSaveLimits.products) })
    .superRefine(({ products }, context) => {
      const items = products.flatMap((product) => product.items)
      const isRepeated =
        new Set(products.map((product) => product.id)).size < products.length ||
        new Set(items.map(({ productId }) => productId)).size < items.length ||
        items.some(({ prices }) => new Set(prices.map(({ priceGroup }) => priceGroup)).size < prices.length)
      if (isRepeated)
        context.addIssue({
          code: 'custom',
          path: ['products'],
          params: { key: 'field.taken' },
          input: products,
        })
      if (items.length > sheetSaveLimits.items)
        context.addIssue({
          code: 'too_big',
          origin: 'array',
          maximum: sheetSaveLimits.items,
          path: ['products'],
          input: products,
        })
    }),
  reply: answer(
    z.object({
      changed: z.array(id),
      changeSetId: id.optional(),
      refused: z.array(refusal),
      /** Current state of products with refused cells, unless deleted. */
      present: z.array(sheetProduct),
    }),
  ),
  /** notFound: none of the products exists. record.changed: somebody just took the barcode. */
  errors: ['notFound', 'record.changed'],
})
