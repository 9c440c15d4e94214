import { z } from 'zod'
import {
  answer,
  endpoint,
  flag,
  id,
  optionalAccountCode,
  optionalId,
  orderType,
  paging,
} from '#shared/endpoint.ts'
import { attributeShape, brandedShape, colorShape, productTextShape } from '#shared/shapes.ts'
import { colorFamilies } from './colorFamilies.ts'
import { attributeNames, productSorts, whyNots } from './listing.ts'

/** Shown as stock in Season orders, which have no stock control. */
export const seasonInventory = 9999

const productItem = z.object({
  productId: id,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  /** Content of a lot; absent if unknown. */
  lotSizes: z.array(z.object({ size: z.string(), pieces: z.int() })).optional(),
  sortOrder: z.int().optional(),
  inventory: z.int(),
  /** Smallest quantity; absent if 1. */
  minQty: z.int().optional(),
  /** What it is called elsewhere; absent if nothing. */
  externalCode: z.string().optional(),
  /** Absent without a price in the price group: cannot be ordered. */
  unitPrice: z.number().optional(),
  currencyCode: z.string().optional(),
  /** Price of one unit ordered alone, after price rules; only where `rulePrices` asks for it. */
  ruleUnitPrice: z.number().optional(),
})
export type ProductItem = z.infer<typeof productItem>

const itemColor = z.object({
  colorCode: z.string(),
  colorDescription: z.string(),
  isSoldOut: z.literal(true).optional(),
})
export type ItemColor = z.infer<typeof itemColor>

export const product = z.object({
  ...colorShape,
  lotDescription: z.string(),
  unitPrice: z.number().optional(),
  currencyCode: z.string().optional(),
  images: z.array(z.string()),
  updatedDate: z.string(),
  ...brandedShape,
  title: z.string(),
  /** Absent for none. */
  ...productTextShape(z.string().optional()),
  ...attributeShape(z.string().optional()),
  items: z.array(productItem),
  /** In a list of items, where several colours of the item were found: all of them, this one first. */
  colors: z.array(itemColor).optional(),
})
export type Product = z.infer<typeof product>

const productPage = z.object({
  products: z.array(product),
  title: z.string(),
  brandName: z.string(),
  categoryName: z.string(),
  total: z.int(),
  /** `total` is not all: the list has more products than are counted. */
  isCapped: z.literal(true).optional(),
  /** What was searched instead, because nothing has some word of `searchText`. */
  searchedText: z.string().optional(),
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
  call: 'GET /api/Shop/GetShopHome',
  summary: "Brands and categories with their counts, without the account's excluded brands",
  access: 'shop',
  input: z.object({ currAccCode: optionalAccountCode, byItem: flag.default(false) }),
  reply: answer(shopHome),
  errors: ['notFound'],
})

/** Filters beside brand and category: values of a facet combine with OR, facets with AND. */
const facetFields = z.object({
  brandIds: z.array(id).max(200).optional(),
  /** Including subcategories. */
  categoryIds: z.array(id).max(200).optional(),
  attributes: z.partialRecord(z.enum(attributeNames), z.array(z.string().max(200)).max(100)).optional(),
  /** Names of colours, in the tenant's main language. */
  colors: z.array(z.string().max(100)).max(200).optional(),
  /** Sizes, or sizes within a lot. With `inStock` one of these must be in stock. */
  sizes: z.array(z.string().max(30)).max(100).optional(),
  inStock: z.boolean().optional(),
  /** Added in the last days; the tenant's settings say how many. */
  isNew: z.boolean().optional(),
  /** Shown below its list price. */
  onOffer: z.boolean().optional(),
  /**
   * Inclusive limits, in this currency, on what the buyer pays for one unit of the item with the product's
   * lowest list price.
   */
  priceFrom: z.number().min(0).optional(),
  priceTo: z.number().min(0).optional(),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
const facets = facetFields.superRefine(({ priceFrom, priceTo, currencyCode }, context) => {
  // Amounts of different currencies cannot be compared.
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
  /** Words that must all occur in code, name, colour, brand, category or attributes, or be a code of a size. */
  searchText: z.string().trim().max(100).optional(),
  facets: facets.optional(),
  currAccCode: optionalAccountCode,
  orderType,
  /**
   * Counts and pages are of items. Each is the first of its products that were found, and stands where that would;
   * the product tells its other `colors`.
   */
  byItem: flag.default(false),
}
/** Sizes and lots also have their prices after the buyer's rules. The shop works these out itself. */
const rulePrices = flag.default(false)

const productList = {
  ...narrowing,
  rulePrices,
  sort: z.enum(productSorts).default('itemCode'),
  ...paging,
}

export const getCategoryProducts = endpoint({
  call: 'POST /api/Shop/GetCategoryProducts',
  summary: 'Products of a brand, a category with its subcategories, or both; without either, all products',
  access: 'shop',
  isTranslated: true,
  transaction: 'read',
  input: z.object(productList),
  reply: answer(productPage),
  errors: ['notFound'],
})

export const getProductsBySearch = endpoint({
  call: 'POST /api/Shop/GetProductsBySearch',
  summary: 'Products matching every word of searchText, best matches first by default',
  access: 'shop',
  isTranslated: true,
  transaction: 'read',
  input: z.object({ ...productList, sort: z.enum(['match', ...productSorts]).default('match') }),
  reply: answer(productPage),
  errors: ['notFound'],
})

/** Absent from a list with more products than are counted. */
const count = z.int().optional()

const productFacets = z.object({
  total: z.int(),
  /** `total` is not all: the list has more products than are counted, so nothing else is counted. */
  isCapped: z.literal(true).optional(),
  inStock: count,
  isNew: count,
  onOffer: count,
  /** Those that the dictionary knows; only in a list that is counted. */
  colorFamilies: z.array(z.object({ family: z.enum(colorFamilies), count })),
  /** Only in a list that is counted. `label`: as the reader calls it, where that differs. */
  colors: z.array(
    z.object({
      value: z.string(),
      label: z.string().optional(),
      family: z.enum(colorFamilies).optional(),
      count,
    }),
  ),
  /** In their order; only in a list that is counted. */
  sizes: z.array(z.object({ value: z.string(), count })),
  brands: z.array(z.object({ brandId: id, brandName: z.string(), count })),
  /** With their parents, which count subcategories too. */
  categories: z.array(z.object({ categoryId: id, categoryName: z.string(), parentId: id.optional(), count })),
  attributes: z.array(
    z.object({
      name: z.enum(attributeNames),
      /** `label`: the value in the reader's language, where it differs. */
      values: z.array(z.object({ value: z.string(), label: z.string().optional(), count })),
    }),
  ),
  /** Range of lowest prices per currency: the account's first, then the most frequent. */
  prices: z.array(z.object({ currencyCode: z.string(), min: z.number(), max: z.number() })),
})
export type ProductFacets = z.infer<typeof productFacets>

export const getProductFacets = endpoint({
  call: 'POST /api/Shop/GetProductFacets',
  summary: 'The facets of a product list; each counts products or items with all other facets applied',
  access: 'shop',
  transaction: 'read',
  input: z.object(narrowing),
  reply: answer(productFacets),
  errors: ['notFound'],
})

export const getProductByBarcode = endpoint({
  call: 'GET /api/Shop/GetProductByBarcode',
  summary:
    'Finds a product by the barcode or external code of a size or lot, with all its items; productId is the matching one, whyNot says why it cannot be ordered',
  access: 'shop',
  isTranslated: true,
  input: z.object({
    barcode: z.string().trim().min(1).max(50),
    currAccCode: optionalAccountCode,
    orderType: orderType.default('Rpt'),
    rulePrices,
  }),
  reply: z.object({
    success: z.literal(true),
    /** Null if unknown or not visible to the account. */
    data: product.nullable(),
    /** Absent if the variant is inactive. */
    productId: id.optional(),
    whyNot: z.enum(whyNots).optional(),
  }),
  errors: ['notFound'],
})

/** As many as the largest order. */
const maxCheckedLines = 5000

const checkedLine = z.object({
  /**
   * short: not enough stock. ambiguous: several sizes or colours match. notInItem: the item exists, but not in this
   * colour or size.
   */
  status: z.enum(['ok', 'short', 'ambiguous', 'notInItem', ...whyNots]),
  productId: id.optional(),
  /** At most 50; absent once earlier lines have used up the limit. */
  candidates: z.array(id).optional(),
})
export type CheckedLine = z.infer<typeof checkedLine>

export const checkOrderLines = endpoint({
  call: 'POST /api/Shop/CheckOrderLines',
  summary: 'Resolves typed or pasted lines of code and quantity, in the given order',
  access: 'shop',
  maxBytes: 1024 * 1024,
  isTranslated: true,
  transaction: 'read',
  input: z.object({
    lines: z
      .array(
        z.object({
          /** A barcode or external code, or an item code, optionally followed by colour and size: `A1`, `A1-01-38`, `A1 01 38`. */
          code: z.string().trim().min(1).max(100),
          colorCode: z.string().trim().max(50).optional(),
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
      /** For every productId and candidate, with that one item. */
      products: z.array(product),
    }),
  ),
  errors: ['notFound'],
})

export const getProductsByIds = endpoint({
  call: 'POST /api/Shop/GetProductsByIds',
  summary:
    'Products by productId of a size or lot, each with that one item, in the given order; unknown ids are left out',
  access: 'shop',
  isTranslated: true,
  transaction: 'read',
  input: z.object({ ids: z.array(id).max(1000), currAccCode: optionalAccountCode, orderType, rulePrices }),
  reply: answer(z.array(product)),
  errors: ['notFound'],
})

export const getPopularProducts = endpoint({
  call: 'GET /api/Shop/GetPopularProducts',
  summary:
    'Products that sold most in the last weeks, the account’s own first; one colour of each item, with one size or lot',
  access: 'shop',
  isTranslated: true,
  input: z.object({ currAccCode: optionalAccountCode, orderType: orderType.default('Rpt') }),
  reply: answer(z.array(product)),
  errors: ['notFound'],
})

export const getColors = endpoint({
  call: 'GET /api/Shop/GetColors',
  summary: "What the catalogue's colours look like, as far as the dictionary knows their names",
  access: 'shop',
  isTranslated: true,
  reply: answer(
    z.array(
      z.object({
        colorDescription: z.string(),
        /** One or two colours as #rrggbb; none for a mixture. */
        swatch: z.array(z.string()),
      }),
    ),
  ),
})
