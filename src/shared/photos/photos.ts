import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import { colorShape } from '#shared/shapes.ts'
import { maxNamesPerCall, maxPhotoBytes, maxPhotosPerProduct } from './photoNames.ts'

const itemCode = z.string().min(1).max(30)
const colorCode = z.string().max(10)
const product = { itemCode, colorCode }
const fileName = z.string().min(1).max(200)

/** In the shop's order. updatedDate changes their addresses. */
const imageList = z.object({ success: z.literal(true), data: z.array(z.string()), updatedDate: z.string() })

export const postProductImages = endpoint({
  call: 'POST /api/Shop/PostProductImages',
  summary:
    'Adds photos to a product, or replaces one with replaces. Reports refused files one by one if others were accepted',
  access: { pages: ['photos'] },
  transaction: 'own',
  files: { maxBytes: maxPhotoBytes, maxFiles: maxPhotosPerProduct },
  input: z.object({
    ...product,
    replaces: fileName.optional(),
    /** Keeps or replaces a photo of the same name. */
    sameName: z.enum(['add', 'replace']).default('add'),
  }),
  reply: imageList.extend({
    /** For restoring the replaced photo. */
    deletedId: id.optional(),
    refused: z.array(z.object({ file: z.string(), code: z.string(), Message: z.string() })),
  }),
  errors: [
    'notFound',
    'image.invalid',
    'image.tooLarge',
    'image.tooManyPixels',
    'image.tooMany',
    'image.duplicate',
    'request.invalid',
  ],
})

export const sortProductImages = endpoint({
  call: 'POST /api/Shop/SortProductImages',
  summary: 'Sorts all photos of a product; lists show the first one',
  access: { pages: ['photos'] },
  input: z.object({ ...product, files: z.array(fileName).max(100) }),
  reply: imageList,
  errors: ['notFound', 'record.changed'],
})

export const deleteProductImage = endpoint({
  call: 'GET /api/Shop/DeleteProductImage',
  summary: 'Deletes a photo; it can be restored by deletedId for 30 days',
  access: { pages: ['photos'] },
  transaction: 'write',
  input: z.object({ ...product, file: fileName }),
  reply: imageList.extend({ deletedId: id }),
  errors: ['notFound'],
})

export const restoreProductImage = endpoint({
  call: 'POST /api/Shop/RestoreProductImage',
  summary: 'Restores a deleted or replaced photo at its position',
  access: { pages: ['photos'] },
  input: z.object({ id }),
  reply: imageList,
  errors: ['notFound', 'image.tooMany', 'image.duplicate'],
})

/** waiting: sizes not made yet. missing: the file is gone, and retried. broken: unreadable. */
const photoState = z.enum(['ready', 'waiting', 'missing', 'broken'])
const productPhotos = z.object({
  ...colorShape,
  updatedDate: z.string(),
  photos: z.array(z.object({ file: z.string(), state: photoState })),
  deleted: z.array(z.object({ id, file: z.string(), deletedAt: z.string(), deletedBy: z.string() })),
})
export type ProductPhotoList = z.infer<typeof productPhotos>

export const getProductPhotos = endpoint({
  call: 'GET /api/Shop/GetProductPhotos',
  summary: 'A product’s photos with their states, and those that can be restored',
  access: { pages: ['photos', 'imagesPdf'] },
  input: z.object(product),
  reply: answer(productPhotos),
  errors: ['notFound'],
})

export const getOriginalImage = endpoint({
  call: 'GET /api/Shop/GetOriginalImage',
  summary: 'The original photo, with the camera’s metadata',
  access: { pages: ['photos'] },
  transaction: 'own',
  input: z.object({ ...product, file: fileName }),
  download: 'application/octet-stream',
  errors: ['notFound'],
})

const photoProduct = z.object({
  ...colorShape,
  photos: z.int(),
})
export type PhotoProduct = z.infer<typeof photoProduct>

/**
 * notPicture: other format. unknownColor: the item lacks this colour. severalColors: only the item is named, and it
 * has several. ambiguous: matches several products.
 */
const nameProblems = ['notPicture', 'unknown', 'unknownColor', 'severalColors', 'ambiguous'] as const
export type NameProblem = (typeof nameProblems)[number]

const matchedName = z.object({
  /** Index into products. */
  product: z.int().optional(),
  /** From 1; 0 without a number. */
  number: z.int().optional(),
  /** The product has a photo of this name. */
  isThere: z.literal(true).optional(),
  whyNot: z.enum(nameProblems).optional(),
  /** Indexes into products. */
  candidates: z.array(z.int()).optional(),
})
export type MatchedName = z.infer<typeof matchedName>

export const matchPhotoNames = endpoint({
  call: 'POST /api/Shop/MatchPhotoNames',
  summary:
    'Finds the product of each file by its name: itemCode_colorCode_1.jpg, itemCode-colorCode (2).jpg, a barcode, or itemCode.jpg for items of one colour',
  access: { pages: ['photos'] },
  transaction: 'read',
  input: z.object({ names: z.array(z.string().max(500)).max(maxNamesPerCall) }),
  reply: answer(z.object({ names: z.array(matchedName), products: z.array(photoProduct) })),
})

export const findPhotoProducts = endpoint({
  call: 'POST /api/Shop/FindPhotoProducts',
  summary: 'Products matching every word of search, to choose one for a photo',
  access: { pages: ['photos', 'imagesPdf'] },
  transaction: 'read',
  input: z.object({ search: z.string().trim().max(100), limit: z.int().min(1).max(50).default(20) }),
  reply: answer(z.array(photoProduct)),
})

export const getPhotoProgress = endpoint({
  call: 'GET /api/Shop/GetPhotoProgress',
  summary: 'The number of photos waiting for their sizes, and those with missing or broken files',
  access: { pages: ['photos'] },
  reply: answer(
    z.object({
      waiting: z.int(),
      broken: z.array(z.object({ itemCode: z.string(), colorCode: z.string(), file: z.string() })),
    }),
  ),
})
