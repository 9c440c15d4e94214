import { z } from 'zod'
import { answer, endpoint, id, listInput, optionalId, page } from '#shared/endpoint.ts'
import { wholeExportOf } from '#shared/exports/exports.ts'
import { brandedShape, colorShape } from '#shared/shapes.ts'

const text = z.string()

const productRow = z.object({
  id,
  ...colorShape,
  ...brandedShape,
  /** The first image; '' for none. */
  image: text,
  updatedDate: text,
  /** Colours of its item, including this one. */
  colors: z.int(),
  sizes: z.int(),
  lots: z.int(),
  /** Stock of its active variants. */
  inventory: z.int(),
  /** Prices of sizes in the tenant's price group, per currency; of lots if there are no sizes. */
  prices: z.array(z.object({ currencyCode: text, min: z.number(), max: z.number() })),
  /** Active variants without a price in that group. */
  unpriced: z.int(),
  isActive: z.boolean(),
  isDeleted: z.boolean(),
})
export type ProductRow = z.infer<typeof productRow>

export const officeProductSorts = [
  'itemCode',
  'itemDescription',
  'brandName',
  'categoryName',
  'newest',
  'updatedDate',
] as const

export const getProducts = endpoint({
  call: 'POST /api/Shop/GetProducts',
  summary: 'Products for the office, visible in the shop or not. Deleted ones only on request',
  access: { pages: ['products', 'priceRules'] },
  transaction: 'read',
  input: z.object({
    ...listInput(officeProductSorts),
    brandId: optionalId,
    /** Includes its subcategories. */
    categoryId: optionalId,
    state: z.enum(['active', 'inactive', 'deleted']).optional(),
    inStock: z.boolean().optional(),
    /** price: a variant without one in the tenant's price group. */
    missing: z.enum(['photo', 'price']).optional(),
  }),
  reply: page(productRow),
})

export const exportProducts = wholeExportOf(
  {
    ...getProducts,
    summary: 'Products in the import’s format: one row per size and lot, with prices of every price group',
    access: { pages: ['productEdit'] },
  },
  'POST /api/Shop/ExportProducts',
  {
    /** Adds the texts in the tenant's other languages. */
    withTexts: z.boolean().default(false),
  },
)

const productChoices = z.object({
  brands: z.array(z.object({ brandId: id, brandName: text, isActive: z.boolean() })),
  /** Ordered by full name, "Kadın > Elbise". */
  categories: z.array(z.object({ categoryId: id, categoryName: text, isActive: z.boolean() })),
  /** The tenant's own first. */
  priceGroups: z.array(z.object({ priceGroup: text, currencyCode: text })),
})
export type ProductChoices = z.infer<typeof productChoices>

export const getProductChoices = endpoint({
  call: 'GET /api/Shop/GetProductChoices',
  summary: 'Brands, categories and price groups that a product can have',
  access: { pages: ['products', 'productEdit', 'priceRules'] },
  reply: answer(productChoices),
})
