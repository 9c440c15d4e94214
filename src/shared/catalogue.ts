import { z } from 'zod'
import { answer, endpoint, id, listInput, optionalAccountCode, orderType, page, paging } from './endpoint.ts'

/** What a Season order's screen shows as stock: there is no stock control, but its rules stay literal. */
export const seasonInventory = 9999

const productItem = z.object({
  productId: id,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  inventory: z.int(),
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

export const getCategoryProducts = endpoint({
  method: 'POST',
  path: '/api/Shop/GetCategoryProducts',
  summary: 'Products of a brand, a category with all below it, or both; all where neither is named',
  access: 'shop',
  transaction: 'read',
  input: z.object({
    brandId: id.optional(),
    categoryId: id.optional(),
    itemCode: z.string().max(30).optional(),
    colorCode: z.string().max(10).optional(),
    currAccCode: optionalAccountCode,
    orderType,
    ...paging,
    limit: z.int().min(1).max(200).default(24),
  }),
  reply: answer(productPage),
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

const brandRow = z.object({
  brandId: id,
  brandName: z.string(),
  image: z.string(),
  sortOrder: z.int(),
  isActive: z.boolean(),
  productCount: z.int(),
})
export type BrandRow = z.infer<typeof brandRow>

export const getBrands = endpoint({
  method: 'POST',
  path: '/api/Shop/GetBrands',
  summary: 'Brands as the office sees them',
  access: { pages: ['excludeBrands'] },
  transaction: 'read',
  input: z.object(listInput(['sortOrder', 'brandName', 'productCount'])),
  reply: page(brandRow),
  errors: [],
})
