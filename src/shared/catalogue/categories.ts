import { z } from 'zod'
import { answer, endpoint, id, version } from '#shared/endpoint.ts'
import { wholeExportOf } from '#shared/exports/exports.ts'
import { categoryFields } from '#shared/records/categoryFields.ts'
import { changeShape, newShape } from '#shared/records/recordField.ts'
import { maxPictureBytes } from './brands.ts'

/** As in `Kadın > Elbise`. */
export const pathSeparator = ' > '

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
  call: 'POST /api/Shop/GetCategories',
  summary: 'All categories as a tree for the office, children in the shop’s order',
  access: { pages: ['categories'] },
  transaction: 'read',
  reply: answer(z.object({ items: z.array(category), total: z.int() })),
})

export const exportCategories = wholeExportOf(getCategories, 'POST /api/Shop/ExportCategories', {})

export const addCategory = endpoint({
  call: 'POST /api/Shop/AddCategory',
  summary: 'Adds a category as its parent’s last child',
  access: { pages: ['categories'] },
  input: z.object({ ...newShape(categoryFields), parentId: id.nullable().default(null) }),
  reply: answer(z.object({ categoryId: id })),
  errors: ['notFound', 'request.invalid', 'category.tooDeep'],
})

export const updateCategory = endpoint({
  call: 'POST /api/Shop/UpdateCategory',
  summary: 'Renames a category, or shows or hides it with its subcategories',
  access: { pages: ['categories'] },
  input: z.object({ categoryId: id, version: version.optional(), ...changeShape(categoryFields) }),
  sentBack: category,
  reply: answer(z.object({ version })),
  errors: ['notFound', 'request.invalid', 'record.changed', 'category.tooDeep'],
})

export const moveCategory = endpoint({
  call: 'POST /api/Shop/MoveCategory',
  summary: 'Moves a category with its subcategories under a parent, before one of its children or to the end',
  access: { pages: ['categories'] },
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
  call: 'POST /api/Shop/MergeCategory',
  summary:
    'Moves all products and subcategories to another category and deletes this one; subcategories of the same name are merged',
  access: { pages: ['categories'] },
  input: z.object({ id, intoId: id }),
  reply: answer(z.object({ products: z.int() })),
  errors: ['notFound', 'request.invalid', 'category.cycle', 'category.tooDeep'],
})

export const deleteCategory = endpoint({
  call: 'GET /api/Shop/DeleteCategory',
  summary: 'Deletes a category without products and subcategories',
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound', 'category.notEmpty', 'category.hasDeleted'],
})

export const postCategoryImage = endpoint({
  call: 'POST /api/Shop/PostCategoryImage',
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
  call: 'GET /api/Shop/DeleteCategoryImage',
  summary: "Removes a category's picture",
  access: { pages: ['categories'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound'],
})
