import { z } from 'zod'
import { answer, endpoint, id, optionalAccountCode, optionalId, orderType, paging } from './endpoint.ts'
import { attributeNames, productSorts, whyNots } from './listing.ts'

/** What a Season order's screen shows as stock: there is no stock control, but its rules stay literal. */
export const seasonInventory = 9999

const productItem = z.object({
  productId: id,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  /** What is in a lot, size by size; absent where that is not known. */
  lotSizes: z.array(z.object({ size: z.string(), pieces: z.int() })).optional(),
  /** Where it stands among the sizes and lots of its product. */
  sortOrder: z.int().optional(),
  inventory: z.int(),
  /** The smallest quantity that can be ordered; absent where that is 1. */
  minQty: z.int().optional(),
  /** Absent where the price group has no price for it: it cannot be ordered. */
  unitPrice: z.number().optional(),
  currencyCode: z.string().optional(),
})
export type ProductItem = z.infer<typeof productItem>

const attribute = z.string().optional()

const product = z.object({
  itemCode: z.string(),
  itemDescription: z.string(),
  colorCode: z.string(),
  colorDescription: z.string(),
  lotDescription: z.string(),
  /** The lowest of its items' prices. */
  unitPrice: z.number().optional(),
  currencyCode: z.string().optional(),
  images: z.array(z.string()),
  updatedDate: z.string(),
  brandName: z.string(),
  categoryName: z.string(),
  title: z.string(),
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
  items: z.array(productItem),
})
export type Product = z.infer<typeof product>

const productPage = z.object({
  products: z.array(product),
  title: z.string(),
  brandName: z.string(),
  categoryName: z.string(),
  total: z.int(),
})

const shopHome = z.object({
  brands: z.array(z.object({ brandId: id, brandName: z.string(), image: z.string(), productCount: z.int() })),
  categories: z.array(
    z.object({
      categoryId: id,
      categoryName: z.string(),
      parentId: id.optional(),
      image: z.string(),
      productCount: z.int(),
    }),
  ),
})
export type ShopHome = z.infer<typeof shopHome>

export const getShopHome = endpoint({
  method: 'GET',
  path: '/api/Shop/GetShopHome',
  summary: "Brands and categories with their counts, without the account's excluded brands",
  access: 'shop',
  transaction: 'read',
  input: z.object({ currAccCode: optionalAccountCode }),
  reply: answer(shopHome),
  errors: ['notFound'],
})

/** What narrows a list beside brand and category: values of one facet are alternatives, facets add up. */
const facetFields = z.object({
  brandIds: z.array(id).max(200).optional(),
  /** Each with all below it. */
  categoryIds: z.array(id).max(200).optional(),
  attributes: z.partialRecord(z.enum(attributeNames), z.array(z.string().max(200)).max(100)).optional(),
  /** Only what has a size or lot in stock. */
  inStock: z.boolean().optional(),
  /** Bounds of the product's lowest price, both included, of those products whose lowest price is in this currency. */
  priceFrom: z.number().min(0).optional(),
  priceTo: z.number().min(0).optional(),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
const facets = facetFields.superRefine(({ priceFrom, priceTo, currencyCode }, context) => {
  // Numbers of several currencies say nothing beside each other.
  if (currencyCode !== undefined || (priceFrom === undefined && priceTo === undefined)) return
  context.addIssue({
    code: 'custom',
    path: ['currencyCode'],
    params: { key: 'field.required' },
    input: currencyCode,
  })
})
export type Facets = z.infer<typeof facets>

const narrowing = {
  brandId: optionalId,
  categoryId: optionalId,
  itemCode: z.string().max(30).optional(),
  colorCode: z.string().max(10).optional(),
  /** Words that must all occur, folded, in code, name, colour, brand, category or attributes; or a barcode. */
  searchText: z.string().trim().max(100).optional(),
  facets: facets.optional(),
  currAccCode: optionalAccountCode,
  orderType,
}
const productList = {
  ...narrowing,
  sort: z.enum(productSorts).default('itemCode'),
  ...paging,
}

export const getCategoryProducts = endpoint({
  method: 'POST',
  path: '/api/Shop/GetCategoryProducts',
  summary: 'Products of a brand, a category with all below it, or both; all where neither is named',
  access: 'shop',
  transaction: 'read',
  input: z.object(productList),
  reply: answer(productPage),
  errors: ['notFound'],
})

export const getProductsBySearch = endpoint({
  method: 'POST',
  path: '/api/Shop/GetProductsBySearch',
  summary: 'Products in which every word of searchText occurs; best matches first unless sorted otherwise',
  access: 'shop',
  transaction: 'read',
  input: z.object({ ...productList, sort: z.enum(['match', ...productSorts]).default('match') }),
  reply: answer(productPage),
  errors: ['notFound'],
})

const productFacets = z.object({
  total: z.int(),
  inStock: z.int(),
  brands: z.array(z.object({ brandId: id, brandName: z.string(), count: z.int() })),
  /** Those that hold a product themselves, and all above them, which count what is below. */
  categories: z.array(
    z.object({ categoryId: id, categoryName: z.string(), parentId: id.optional(), count: z.int() }),
  ),
  attributes: z.array(
    z.object({
      name: z.enum(attributeNames),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  /** Lowest and highest of the products' lowest prices, per currency: the account's first, then by how many have it. */
  prices: z.array(z.object({ currencyCode: z.string(), min: z.number(), max: z.number() })),
})
export type ProductFacets = z.infer<typeof productFacets>

export const getProductFacets = endpoint({
  method: 'POST',
  path: '/api/Shop/GetProductFacets',
  summary: 'What a list can be narrowed by, with counts: each facet counts what all the others let through',
  access: 'shop',
  transaction: 'read',
  input: z.object(narrowing),
  reply: answer(productFacets),
  errors: ['notFound'],
})

export const getProductByBarcode = endpoint({
  method: 'GET',
  path: '/api/Shop/GetProductByBarcode',
  summary:
    'The product that has the barcode, with all its items, and productId of the one it names; whyNot where that cannot be ordered',
  access: 'shop',
  transaction: 'read',
  input: z.object({
    barcode: z.string().trim().min(1).max(50),
    currAccCode: optionalAccountCode,
    orderType: orderType.default('Rpt'),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Null where the barcode is unknown, or its product is not for the account. */
    data: product.nullable(),
    /** Absent where the one named is not among the items, being inactive. */
    productId: id.optional(),
    whyNot: z.enum(whyNots).optional(),
  }),
  errors: ['notFound'],
})

/** Lines of one check at most: those of the largest order. */
const maxCheckedLines = 5000

const checkedLine = z.object({
  /**
   * short: fewer in stock than asked for. ambiguous: several sizes or colours answer to the code. notInItem: the item
   * is known, but has no such colour or size.
   */
  status: z.enum(['ok', 'short', 'ambiguous', 'notInItem', ...whyNots]),
  productId: id.optional(),
  /** Those it may be, 50 at most. Absent where the lines before it had more of them than anybody can choose among. */
  candidates: z.array(id).optional(),
})
export type CheckedLine = z.infer<typeof checkedLine>

export const checkOrderLines = endpoint({
  method: 'POST',
  path: '/api/Shop/CheckOrderLines',
  summary: 'What typed or pasted lines of a code and a quantity stand for, in the order sent',
  access: 'shop',
  transaction: 'read',
  input: z.object({
    lines: z
      .array(
        z.object({
          /** A barcode; or an item code, alone or with colour and size behind it: `A1`, `A1-01-38`, `A1 01 38`. */
          code: z.string().trim().min(1).max(100),
          colorCode: z.string().trim().max(50).optional(),
          /** Of a size or a lot. */
          size: z.string().trim().max(30).optional(),
          qty: z.int().min(1).max(1_000_000),
        }),
      )
      .max(maxCheckedLines),
    currAccCode: optionalAccountCode,
    orderType,
  }),
  reply: answer(
    z.object({
      lines: z.array(checkedLine),
      /** Of every productId and candidate: its product with that one item. */
      products: z.array(product),
    }),
  ),
  errors: ['notFound'],
})

export const getProductsByIds = endpoint({
  method: 'POST',
  path: '/api/Shop/GetProductsByIds',
  summary:
    'For each productId of a size or lot its product with that one item, in the order asked; unknown ones are left out',
  access: 'shop',
  transaction: 'read',
  input: z.object({ ids: z.array(id).max(1000), currAccCode: optionalAccountCode, orderType }),
  reply: answer(z.array(product)),
  errors: ['notFound'],
})
