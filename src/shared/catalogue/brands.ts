import { z } from 'zod'
import { answer, endpoint, id, listInput, page, version } from '#shared/endpoint.ts'
import { wholeExportOf } from '#shared/exports/exports.ts'
import { brandFields } from '#shared/records/brandFields.ts'
import { changeShape, newShape } from '#shared/records/recordField.ts'

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
  call: 'POST /api/Shop/GetBrands',
  summary: 'Brands for the office',
  access: { pages: ['brands', 'excludeBrands'] },
  transaction: 'read',
  input: z.object({ ...listInput(brandSorts), isActive: z.boolean().optional() }),
  reply: page(brand),
})

export const exportBrands = wholeExportOf(getBrands, 'POST /api/Shop/ExportBrands', {})

export const addBrand = endpoint({
  call: 'POST /api/Shop/AddBrand',
  summary: 'Adds a brand at the end',
  access: { pages: ['brands'] },
  input: z.object(newShape(brandFields)),
  reply: answer(z.object({ brandId: id })),
  errors: ['request.invalid'],
})

export const updateBrand = endpoint({
  call: 'POST /api/Shop/UpdateBrand',
  summary: 'Renames a brand, or shows or hides it and its products',
  access: { pages: ['brands'] },
  input: z.object({ brandId: id, version: version.optional(), ...changeShape(brandFields) }),
  sentBack: brand,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed'],
})

export const deleteBrand = endpoint({
  call: 'GET /api/Shop/DeleteBrand',
  summary: 'Deletes a brand without products',
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound', 'brand.hasProducts'],
})

export const mergeBrand = endpoint({
  call: 'POST /api/Shop/MergeBrand',
  summary:
    'Moves all products to another brand and deletes this one; accounts excluded from it are excluded from the other',
  access: { pages: ['brands'] },
  input: z.object({ id, intoId: id }),
  reply: answer(z.object({ products: z.int() })),
  errors: ['notFound', 'request.invalid'],
})

export const sortBrands = endpoint({
  call: 'POST /api/Shop/SortBrands',
  summary: 'Sets the order of all brands in the shop',
  access: { pages: ['brands'] },
  input: z.object({ ids: z.array(id).max(5000) }),
  errors: ['record.changed'],
})

export const postBrandImage = endpoint({
  call: 'POST /api/Shop/PostBrandImage',
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
  call: 'GET /api/Shop/DeleteBrandImage',
  summary: "Removes a brand's picture",
  access: { pages: ['brands'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound'],
})
