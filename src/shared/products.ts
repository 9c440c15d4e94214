import { z } from 'zod'
import {
  answer,
  currencyCode,
  done,
  endpoint,
  id,
  line,
  listInput,
  nothing,
  page,
  version,
} from './endpoint.ts'
import { lotDescriptionOf, piecesIn } from './lots.ts'

/** A code of the catalogue: one line in one Unicode form. */
function code(max: number) {
  return line(max).transform((text) => text.normalize('NFC'))
}
const requiredCode = (max: number) => code(max).pipe(z.string().min(1))
const requiredText = (max: number) => line(max).pipe(z.string().min(1))

/** Colours of an item that are saved at once, sizes and lots of a colour, and of all of them, at most. */
const most = { colors: 200, items: 1000, all: 3000 }

/** An amount of money as the office gives it: two decimals. */
export const amountOf = z
  .number()
  .min(0)
  .max(10_000_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-3, {
    params: { key: 'field.decimals' },
  })
/** '' for none; unique in the tenant. */
export const barcodeOf = code(50)
export const inventoryOf = z.int().min(0).max(1_000_000_000)

const price = z.object({ priceGroup: requiredText(20), unitPrice: amountOf, currencyCode })

const lotSize = z.object({ size: requiredCode(10), pieces: z.int().min(1).max(10_000) })

const attribute = line(255).default('')
const attributes = {
  attribute01: attribute,
  attribute02: attribute,
  attribute03: attribute,
  attribute04: attribute,
  attribute05: attribute,
  attribute06: attribute,
  attribute07: attribute,
  attribute08: attribute,
  attribute09: attribute,
  attribute10: attribute,
}

const variantFields = {
  /** A size, or else a lot has its lotCode. */
  itemDim1Code: code(10).default(''),
  lotCode: code(30).default(''),
  /** Made of lotSizes where it is empty. */
  lotDescription: line(255).default(''),
  /** The sum of lotSizes where these are given. */
  piecesPerLot: z.int().min(1).max(1_000_000).default(1),
  lotSizes: z.array(lotSize).max(50).default([]),
  barcode: barcodeOf.default(''),
  inventory: inventoryOf.default(0),
  isActive: z.boolean().default(true),
  prices: z.array(price).max(50).default([]),
}

const givenVariant = z
  .object({
    /** Absent for a new one. */
    productId: id.optional(),
    ...variantFields,
    /**
     * The stock as it was read. Where another is wanted and it has moved since, nothing is saved and the answer says
     * what it is now; absent, or the same as inventory, the stock stays whatever it is.
     */
    inventoryRead: z.int().min(0).optional(),
  })
  .transform((given) => {
    const { lotCode, lotSizes } = given
    if (!lotCode) return { ...given, lotDescription: '', piecesPerLot: 1, lotSizes: [] }
    if (lotSizes.length === 0) return given
    return {
      ...given,
      piecesPerLot: piecesIn(lotSizes),
      lotDescription: given.lotDescription || lotDescriptionOf(lotSizes),
    }
  })

const productFields = {
  itemDescription: requiredText(255),
  colorCode: code(10).default(''),
  colorDescription: line(255).default(''),
  brandId: id,
  categoryId: id,
  ...attributes,
  isActive: z.boolean().default(true),
  /** All its sizes and lots in their order: those left out are deleted, unless they have been ordered. */
  items: z.array(givenVariant).max(most.items).default([]),
}

type GivenItems = {
  items: {
    productId?: string | undefined
    itemDim1Code: string
    lotCode: string
    barcode: string
    lotSizes: { size: string }[]
    prices: { priceGroup: string }[]
  }[]
}
type Path = (string | number)[]

/** Says of each of some texts that was there before it: ones that are empty do not count. */
function refuseRepeated(context: z.core.$RefinementCtx, input: unknown, seen: Set<string>) {
  return (text: string, path: Path) => {
    if (text && seen.has(text))
      context.addIssue({ code: 'custom', path, params: { key: 'field.taken' }, input })
    seen.add(text)
  }
}

/** A variant has a size or a lot; sizes, lots and barcodes stand once. */
function variantsApart(products: GivenItems[], context: z.core.$RefinementCtx, at: (index: number) => Path) {
  const barcode = refuseRepeated(context, products, new Set())
  const known = refuseRepeated(context, products, new Set())
  for (const [index, { items }] of products.entries()) {
    const name = refuseRepeated(context, products, new Set())
    for (const [position, item] of items.entries()) {
      const path = [...at(index), 'items', position]
      const { itemDim1Code, lotCode } = item
      if (Boolean(itemDim1Code) === Boolean(lotCode)) {
        const key = lotCode ? 'field.sizeOrLot' : 'field.required'
        context.addIssue({
          code: 'custom',
          path: [...path, 'itemDim1Code'],
          params: { key },
          input: products,
        })
      }
      name(itemDim1Code && `size ${itemDim1Code}`, [...path, 'itemDim1Code'])
      name(lotCode && `lot ${lotCode}`, [...path, 'lotCode'])
      barcode(item.barcode, [...path, 'barcode'])
      known(item.productId ?? '', [...path, 'productId'])
      const group = refuseRepeated(context, products, new Set())
      for (const [place, { priceGroup }] of item.prices.entries())
        group(priceGroup, [...path, 'prices', place])
      const size = refuseRepeated(context, products, new Set())
      for (const [place, one] of item.lotSizes.entries()) size(one.size, [...path, 'lotSizes', place, 'size'])
    }
  }
}

const givenColor = z.object({ id: id.optional(), version: version.optional(), ...productFields })
export type GivenProduct = z.output<typeof givenColor>
export type GivenVariant = GivenProduct['items'][number]

const variant = z.object({
  productId: id,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  lotSizes: z.array(z.object({ size: z.string(), pieces: z.int() })),
  barcode: z.string(),
  inventory: z.int(),
  isActive: z.boolean(),
  prices: z.array(z.object({ priceGroup: z.string(), unitPrice: z.number(), currencyCode: z.string() })),
  /** Some order has it: it cannot be deleted any more. */
  isOrdered: z.boolean(),
})
export type OfficeVariant = z.infer<typeof variant>

const text = z.string()
const product = z.object({
  id,
  version,
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  itemCode: text,
  itemDescription: text,
  colorCode: text,
  colorDescription: text,
  brandId: id,
  brandName: text,
  categoryId: id,
  categoryName: text,
  attribute01: text,
  attribute02: text,
  attribute03: text,
  attribute04: text,
  attribute05: text,
  attribute06: text,
  attribute07: text,
  attribute08: text,
  attribute09: text,
  attribute10: text,
  images: z.array(text),
  updatedDate: text,
  items: z.array(variant),
})
export type OfficeProduct = z.infer<typeof product>

export const getItem = endpoint({
  method: 'GET',
  path: '/api/Shop/GetItem',
  summary: 'An item in all its colours, deleted ones too, with every size, price and stock',
  access: { pages: ['productEdit'] },
  transaction: 'read',
  input: z.object({ itemCode: z.string().min(1).max(30) }),
  reply: answer(z.object({ itemCode: text, products: z.array(product) })),
  errors: ['notFound'],
})

export const getProductById = endpoint({
  method: 'GET',
  path: '/api/Shop/GetProductById',
  summary: 'A product: one item in one colour, with every size, price and stock',
  access: { pages: ['productEdit'] },
  transaction: 'read',
  input: z.object({ id }),
  reply: answer(product),
  errors: ['notFound'],
})

const saved = answer(z.object({ products: z.array(z.object({ id, version })) }))
const savingErrors = ['notFound', 'record.changed', 'product.stockMoved'] as const

export const saveItem = endpoint({
  method: 'POST',
  path: '/api/Shop/SaveItem',
  summary:
    'Saves colours of an item, all or none: with id and version one there is, without them a new one. Colours that are not named stay as they are',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z
    .object({
      itemCode: requiredCode(30),
      /** Refused where the item is there already. */
      isNew: z.boolean().default(false),
      products: z.array(givenColor).min(1).max(most.colors),
    })
    .superRefine(({ products }, context) => {
      const color = refuseRepeated(context, products, new Set())
      const known = refuseRepeated(context, products, new Set())
      for (const [index, { id: productId, colorCode }] of products.entries()) {
        color(`color ${colorCode}`, ['products', index, 'colorCode'])
        known(productId ?? '', ['products', index, 'id'])
      }
      variantsApart(products, context, (index) => ['products', index])
      const count = products.reduce((sum, { items }) => sum + items.length, 0)
      if (count > most.all)
        context.addIssue({
          code: 'too_big',
          origin: 'array',
          maximum: most.all,
          path: ['products'],
          input: products,
        })
    }),
  reply: saved,
  errors: savingErrors,
})

export const addProduct = endpoint({
  method: 'POST',
  path: '/api/Shop/AddProduct',
  summary: 'Adds a product: a new item, or another colour of one',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z
    .object({ itemCode: requiredCode(30), ...productFields })
    .superRefine((given, context) => variantsApart([given], context, () => [])),
  reply: answer(z.object({ id })),
  errors: [],
})

export const updateProduct = endpoint({
  method: 'POST',
  path: '/api/Shop/UpdateProduct',
  summary: 'Changes a product with its sizes, lots, prices and stock. Its codes stay',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z
    .object({ id, version: version.optional(), ...productFields })
    .superRefine((given, context) => variantsApart([given], context, () => [])),
  reply: answer(z.object({ version })),
  errors: savingErrors,
})

export const deleteProduct = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteProduct',
  summary: 'Deletes a product, which can be restored. Orders keep what they have of it',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/api/Shop/RestoreProduct',
  summary: 'Restores a deleted product as it was',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})

export const changeProducts = endpoint({
  method: 'POST',
  path: '/api/Shop/ChangeProducts',
  summary: 'Shows or hides many products, deletes or restores them, or gives them a brand or category',
  access: { pages: ['productEdit'] },
  transaction: 'write',
  input: z.object({
    ids: z.array(id).min(1).max(1000),
    isActive: z.boolean().optional(),
    isDeleted: z.boolean().optional(),
    brandId: id.optional(),
    categoryId: id.optional(),
  }),
  /** Those that were otherwise before. */
  reply: answer(z.object({ changed: z.array(id) })),
  errors: ['notFound'],
})

const productRow = z.object({
  id,
  itemCode: text,
  itemDescription: text,
  colorCode: text,
  colorDescription: text,
  brandId: id,
  brandName: text,
  categoryId: id,
  categoryName: text,
  /** The first photo; '' where there is none. */
  image: text,
  updatedDate: text,
  /** Of its item, this one among them. */
  colors: z.int(),
  sizes: z.int(),
  lots: z.int(),
  /** Units of its active sizes and lots. */
  inventory: z.int(),
  /** Lowest and highest of its sizes in the tenant's own price group, per currency; of lots where there are no sizes. */
  prices: z.array(z.object({ currencyCode: text, min: z.number(), max: z.number() })),
  /** Active sizes and lots without a price in that group. */
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
  method: 'POST',
  path: '/api/Shop/GetProducts',
  summary: 'Products as the office sees them, shown in the shop or not. Deleted ones only where asked for',
  access: { pages: ['products'] },
  transaction: 'read',
  input: z.object({
    ...listInput(officeProductSorts),
    brandId: id.optional(),
    /** With all below it. */
    categoryId: id.optional(),
    state: z.enum(['active', 'inactive', 'deleted']).optional(),
    inStock: z.boolean().optional(),
    /** price: a size or lot without one in the tenant's own price group. */
    missing: z.enum(['photo', 'price']).optional(),
  }),
  reply: page(productRow),
  errors: [],
})

const productChoices = z.object({
  brands: z.array(z.object({ brandId: id, brandName: text, isActive: z.boolean() })),
  /** In the order of their full names, "Kadın > Elbise". */
  categories: z.array(z.object({ categoryId: id, categoryName: text, isActive: z.boolean() })),
  /** The tenant's own first; each with a currency that it is used with. */
  priceGroups: z.array(z.object({ priceGroup: text, currencyCode: text })),
})
export type ProductChoices = z.infer<typeof productChoices>

export const getProductChoices = endpoint({
  method: 'GET',
  path: '/api/Shop/GetProductChoices',
  summary: 'Brands, categories and price groups that a product can have',
  access: { pages: ['products', 'productEdit'] },
  transaction: 'read',
  input: nothing,
  reply: answer(productChoices),
  errors: [],
})
