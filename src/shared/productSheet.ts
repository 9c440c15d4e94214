import { z } from 'zod'
import { type VariantField, variantField, variantFieldNames, type variantFields } from './catalogueFields.ts'
import { answer, currencyCode, endpoint, id, line, requiredLine } from './endpoint.ts'
import { amountOf } from './givenProducts.ts'
import { getProducts } from './productLists.ts'
import { givenValue, readValue, type VariantValue } from './variantSchemas.ts'

/** As many rows as a sheet shows: of more, some are to be left out by a filter. */
export const mostSheetRows = 20_000
/** Products, and sizes and lots of them, that one call saves at most. */
export const mostSaved = { products: 1000, items: 10_000 }

type InSheet<Name extends VariantField> = (typeof variantFields)[Name] extends { isInSheet: unknown }
  ? Name
  : never
/** Fields of sizes and lots that the sheet has. */
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
  itemCode: text,
  itemDescription: text,
  colorCode: text,
  colorDescription: text,
  isActive: z.boolean(),
  /** Its sizes and lots, in their order. */
  items: z.array(sheetItem),
})
export type SheetProduct = z.infer<typeof sheetProduct>

/** The last product that has been read, in the order of codes. */
const place = z.object({ itemCode: text.max(30), colorCode: text.max(10) })

const { brandId, categoryId, inStock, missing, search } = getProducts.input.shape

export const getProductSheet = endpoint({
  method: 'POST',
  path: '/api/Shop/GetProductSheet',
  summary:
    'Products with all their sizes, lots, prices and stock, to be edited as a table, in the order of codes',
  access: { pages: ['productSheet'] },
  transaction: 'read',
  input: z.object({
    brandId,
    categoryId,
    state: z.enum(['active', 'inactive']).optional(),
    inStock,
    missing,
    search,
    /** These alone. */
    ids: z.array(id).min(1).max(1000).optional(),
    /** Goes on behind it. */
    after: place.optional(),
    /** Products. */
    limit: z.int().min(1).max(1000).default(20),
  }),
  reply: answer(
    z.object({
      products: z.array(sheetProduct),
      /** Where to go on; null at the end. */
      next: place.nullable(),
      /** Sizes and lots of all that match, counted to one more than {@link mostSheetRows}; null where `after` is given. */
      rows: z.int().nullable(),
    }),
  ),
  errors: [],
})

/** What a cell is to become, and what it was when it was read: where it is something else by now, it stays so. */
function cell<Is extends z.ZodType, Was extends z.ZodType>(is: Is, was: Was) {
  return z.object({ was, is }).optional()
}
const flag = cell(z.boolean(), z.boolean())
const given = z.object({ unitPrice: amountOf, currencyCode }).nullable()

const changedItem = z.object({
  productId: id,
  ...(Object.fromEntries(
    sheetFields.map((name) => [name, cell(givenValue(name), readValue(name))]),
  ) as unknown as {
    [Name in SheetField]: z.ZodOptional<
      z.ZodType<
        { was: VariantValue<Name>; is: VariantValue<Name> },
        { was: VariantValue<Name>; is: VariantValue<Name> }
      >
    >
  }),
  /** null for none. */
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
/** As it is sent. */
export type GivenSheetChange = z.input<typeof changedProduct>

/** changed: it is not what it was read as; gone: its product, size or lot is deleted; taken: another has the barcode. */
const refusal = z.object({
  id,
  /** Of a size or lot; absent where it is the product's own. */
  productId: id.optional(),
  field: z.enum(['itemDescription', ...sheetFields, 'price']),
  priceGroup: line(20).optional(),
  reason: z.enum(['changed', 'gone', 'taken']),
  /** Who has the barcode. */
  owner: text.optional(),
})
export type SheetRefusal = z.infer<typeof refusal>

export const saveProductSheet = endpoint({
  method: 'POST',
  path: '/api/Shop/SaveProductSheet',
  summary:
    'Saves cells of a table of products: those that still are as they were read, and says of each other one why not',
  access: { pages: ['productSheet'] },
  transaction: 'write',
  maxBytes: 8 * 1024 * 1024,
  input: z
    .object({ products: z.array(changedProduct).min(1).max(mostSaved.products) })
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
      if (items.length > mostSaved.items)
        context.addIssue({
          code: 'too_big',
          origin: 'array',
          maximum: mostSaved.items,
          path: ['products'],
          input: products,
        })
    }),
  reply: answer(
    z.object({
      /** Products that were otherwise before, and what undoes it. */
      changed: z.array(id),
      changeSetId: id.optional(),
      refused: z.array(refusal),
      /** How the products of refused cells are now; one that is gone is not among them. */
      present: z.array(sheetProduct),
    }),
  ),
  /** notFound: none of the products is there. record.changed: a barcode was given to another at the same moment. */
  errors: ['notFound', 'record.changed'],
})
