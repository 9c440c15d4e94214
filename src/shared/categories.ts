import { z } from 'zod'
import { maxPictureBytes } from './brands.ts'
import { answer, done, endpoint, id, nothing, requiredLine, version } from './endpoint.ts'
import { wholeExportOf } from './exports.ts'

/** As in `Kadın > Elbise`. */
export const pathSeparator = ' > '

/** No `>`, with or without spaces: it would look like a path. */
const categoryName = requiredLine(100).refine((name) => !name.includes('>'), {
  params: { key: 'field.noPath' },
})

const category = z.object({
  categoryId: id,
  categoryName: z.string(),
  /** Absent at the top. */
  parentId: id.optional(),
  image: z.string(),
  sortOrder: z.int(),
  isActive: z.boolean(),
  /** Active, like all its parents. */
  isShown: z.boolean(),
  version,
  /** Directly in it, also hidden, not deleted. */
  ownCount: z.int(),
  /** With all below it. */
  productCount: z.int(),
})
export type CategoryRow = z.infer<typeof category>

export const getCategories = endpoint({
  method: 'POST',
  path: '/api/Shop/GetCategories',
  summary: 'The whole tree of categories as the office sees it, those of one parent in the order of the shop',
  access: { pages: ['categories'] },
  transaction: 'read',
  input: nothing,
  reply: answer(z.object({ items: z.array(category), total: z.int() })),
  errors: [],
})

export const exportCategories = wholeExportOf(getCategories, '/api/Shop/ExportCategories')

export const addCategory = endpoint({
  method: 'POST',
  path: '/api/Shop/AddCategory',
  summary: 'Adds a category, behind the others of its parent',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({
    categoryName,
    parentId: id.nullable().default(null),
    isActive: z.boolean().default(true),
  }),
  reply: answer(z.object({ categoryId: id })),
  errors: ['notFound', 'request.invalid', 'category.tooDeep'],
})

export const updateCategory = endpoint({
  method: 'POST',
  path: '/api/Shop/UpdateCategory',
  summary: 'Renames a category, or switches it on or off with all below it',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ categoryId: id, version: version.optional(), categoryName, isActive: z.boolean() }),
  sentBack: category,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed', 'category.tooDeep'],
})

export const moveCategory = endpoint({
  method: 'POST',
  path: '/api/Shop/MoveCategory',
  summary:
    'Puts a category, with all below it, under a parent and before one of its children, or behind them',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({
    id,
    version: version.optional(),
    /** Null for the top. */
    parentId: id.nullable(),
    beforeId: id.nullable().default(null),
  }),
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed', 'category.cycle', 'category.tooDeep'],
})

export const mergeCategory = endpoint({
  method: 'POST',
  path: '/api/Shop/MergeCategory',
  summary:
    'Gives all products of a category, and what is below it, to another one and deletes it; what has the same name below both becomes one',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ id, intoId: id }),
  reply: answer(z.object({ products: z.int() })),
  errors: ['notFound', 'request.invalid', 'category.cycle', 'category.tooDeep'],
})

export const deleteCategory = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteCategory',
  summary: 'Deletes a category that has neither products nor others below it',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'category.notEmpty', 'category.hasDeleted'],
})

export const postCategoryImage = endpoint({
  method: 'POST',
  path: '/api/Shop/PostCategoryImage',
  summary: "Sets a category's picture (JPEG, PNG, WebP or AVIF)",
  access: { pages: ['categories'] },
  transaction: 'own',
  files: { maxBytes: maxPictureBytes, maxFiles: 1 },
  input: z.object({ categoryId: id }),
  reply: answer(z.object({ image: z.string() })),
  errors: ['notFound', 'image.invalid', 'request.invalid', 'request.tooLarge'],
  perMinute: { address: 60 },
})

export const deleteCategoryImage = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteCategoryImage',
  summary: "Takes a category's picture away",
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})
