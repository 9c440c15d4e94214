import { z } from 'zod'
import { answer, endpoint, id, optionalId, version } from '#shared/endpoint.ts'
import { attributeShape, brandedShape, colorShape, productTextShape } from '#shared/shapes.ts'
import { productFields, refuseRepeated, refuseVariantClashes, saveLimits, sentColor } from './sentProducts.ts'
import { readShape, requiredCode } from './variantSchemas.ts'

const variant = z.object({
  productId: id,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  ...readShape,
  prices: z.array(z.object({ priceGroup: z.string(), unitPrice: z.number(), currencyCode: z.string() })),
  /** Ordered variants cannot be deleted. */
  isOrdered: z.boolean(),
})
export type OfficeVariant = z.infer<typeof variant>

const text = z.string()
const product = z.object({
  id,
  version,
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  ...colorShape,
  ...brandedShape,
  ...productTextShape(text),
  ...attributeShape(text),
  images: z.array(text),
  updatedDate: text,
  items: z.array(variant),
})
const item = z.object({ itemCode: text, products: z.array(product) })
export type OfficeProduct = z.infer<typeof product>

export const getItem = endpoint({
  call: 'GET /api/Shop/GetItem',
  summary: 'An item in all colours, including deleted ones, with every size, price and stock',
  access: { pages: ['productEdit'] },
  input: z.object({ itemCode: z.string().min(1).max(30) }),
  reply: answer(item),
  errors: ['notFound'],
})

export const getProductById = endpoint({
  call: 'GET /api/Shop/GetProductById',
  summary: 'A product: one item in one colour, with every size, price and stock',
  access: { pages: ['productEdit'] },
  input: z.object({ id }),
  reply: answer(product),
  errors: ['notFound'],
})

/** For undo; absent without changes. */
const changeSetId = id.optional()
const saved = answer(z.object({ products: z.array(z.object({ id, version })), changeSetId }))
const savingErrors = ['notFound', 'record.changed', 'product.stockMoved'] as const

export const saveItem = endpoint({
  call: 'POST /api/Shop/SaveItem',
  summary:
    'Saves colours of an item, all or none. With id and version, updates an existing colour, otherwise adds one. Other colours stay as they are',
  access: { pages: ['productEdit'] },
  input: z
    .object({
      itemCode: requiredCode(30),
      /** Refuses an existing item. */
      isNew: z.boolean().default(false),
      products: z.array(sentColor).min(1).max(saveLimits.colors),
    })
    .superRefine(({ products }, context) => {
      const color = refuseRepeated(context, products, new Set())
      const known = refuseRepeated(context, products, new Set())
      for (const [index, { id: productId, colorCode }] of products.entries()) {
        color(`color ${colorCode}`, ['products', index, 'colorCode'])
        known(productId ?? '', ['products', index, 'id'])
      }
      refuseVariantClashes(products, context, (index) => ['products', index])
      const count = products.reduce((sum, { items }) => sum + items.length, 0)
      if (count > saveLimits.all)
        context.addIssue({
          code: 'too_big',
          origin: 'array',
          maximum: saveLimits.all,
          path: ['products'],
          input: products,
        })
    }),
  sentBack: item,
  reply: saved,
  errors: savingErrors,
})

export const addProduct = endpoint({
  call: 'POST /api/Shop/AddProduct',
  summary: 'Adds a product: a new item, or another colour of one',
  access: { pages: ['productEdit'] },
  input: z
    .object({ itemCode: requiredCode(30), ...productFields })
    .superRefine((given, context) => refuseVariantClashes([given], context, () => [])),
  sentBack: product,
  reply: answer(z.object({ id })),
})

export const updateProduct = endpoint({
  call: 'POST /api/Shop/UpdateProduct',
  summary: 'Changes a product with its sizes, lots, prices and stock. Codes cannot change',
  access: { pages: ['productEdit'] },
  input: z
    .object({ id, version: version.optional(), ...productFields })
    .superRefine((given, context) => refuseVariantClashes([given], context, () => [])),
  sentBack: product,
  reply: answer(z.object({ version })),
  errors: savingErrors,
})

export const deleteProduct = endpoint({
  call: 'GET /api/Shop/DeleteProduct',
  summary: 'Deletes a product; it can be restored. Existing orders keep it',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound'],
})

export const restoreProduct = endpoint({
  call: 'POST /api/Shop/RestoreProduct',
  summary: 'Restores a deleted product as it was',
  access: { pages: ['productEdit'] },
  input: z.object({ id }),
  errors: ['notFound'],
})

export const changeProducts = endpoint({
  call: 'POST /api/Shop/ChangeProducts',
  summary: 'Shows or hides many products, deletes or restores them, or gives them a brand or category',
  access: { pages: ['productEdit'] },
  input: z.object({
    ids: z.array(id).min(1).max(1000),
    isActive: z.boolean().optional(),
    isDeleted: z.boolean().optional(),
    brandId: optionalId,
    categoryId: optionalId,
  }),
  /** Only those that differed. */
  reply: answer(z.object({ changed: z.array(id), changeSetId })),
  errors: ['notFound'],
})
