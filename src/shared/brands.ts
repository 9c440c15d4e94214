import { z } from 'zod'
import { answer, done, endpoint, id, listInput, page, requiredLine, version } from './endpoint.ts'
import { wholeExportOf } from './exports.ts'

export const maxPictureBytes = 10_000_000

const brand = z.object({
  brandId: id,
  brandName: z.string(),
  image: z.string(),
  sortOrder: z.int(),
  isActive: z.boolean(),
  version,
  /** Also hidden ones. */
  productCount: z.int(),
  /** Customers it is hidden from. */
  excludedCount: z.int(),
})
export type BrandRow = z.infer<typeof brand>

export const brandSorts = ['sortOrder', 'brandName', 'productCount'] as const

export const getBrands = endpoint({
  method: 'POST',
  path: '/api/Shop/GetBrands',
  summary: 'Brands as the office sees them',
  access: { pages: ['brands', 'excludeBrands'] },
  transaction: 'read',
  input: z.object({ ...listInput(brandSorts), isActive: z.boolean().optional() }),
  reply: page(brand),
  errors: [],
})

export const exportBrands = wholeExportOf(getBrands, '/api/Shop/ExportBrands')

export const addBrand = endpoint({
  method: 'POST',
  path: '/api/Shop/AddBrand',
  summary: 'Adds a brand, behind the others',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ brandName: requiredLine(100), isActive: z.boolean().default(true) }),
  reply: answer(z.object({ brandId: id })),
  errors: ['request.invalid'],
})

export const updateBrand = endpoint({
  method: 'POST',
  path: '/api/Shop/UpdateBrand',
  summary: 'Renames a brand, or says whether the shop shows it and its products',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({
    brandId: id,
    version: version.optional(),
    brandName: requiredLine(100),
    isActive: z.boolean(),
  }),
  sentBack: brand,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed'],
})

export const deleteBrand = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteBrand',
  summary: 'Deletes a brand that has no products',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'brand.hasProducts'],
})

export const mergeBrand = endpoint({
  method: 'POST',
  path: '/api/Shop/MergeBrand',
  summary:
    'Gives all products of a brand to another one and deletes it; who may not see it does not see the other',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ id, intoId: id }),
  reply: answer(z.object({ products: z.int() })),
  errors: ['notFound', 'request.invalid'],
})

export const sortBrands = endpoint({
  method: 'POST',
  path: '/api/Shop/SortBrands',
  summary: 'Puts all brands into this order, in which the shop shows them',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ ids: z.array(id).max(5000) }),
  reply: done,
  errors: ['record.changed'],
})

export const postBrandImage = endpoint({
  method: 'POST',
  path: '/api/Shop/PostBrandImage',
  summary: "Sets a brand's picture (JPEG, PNG, WebP or AVIF)",
  access: { pages: ['brands'] },
  transaction: 'own',
  files: { maxBytes: maxPictureBytes, maxFiles: 1 },
  input: z.object({ brandId: id }),
  reply: answer(z.object({ image: z.string() })),
  errors: ['notFound', 'image.invalid', 'request.invalid', 'request.tooLarge'],
  perMinute: { address: 60 },
})

export const deleteBrandImage = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteBrandImage',
  summary: "Takes a brand's picture away",
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})
