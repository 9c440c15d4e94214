import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { recordKind } from '#server/records/recordKind.ts'
import {
  addCategory,
  deleteCategory,
  deleteCategoryImage,
  pathSeparator,
  postCategoryImage,
  updateCategory,
} from '#shared/catalogue/categories.ts'
import { Refusal } from '#shared/errors.ts'
import { categoryFields } from '#shared/records/categoryFields.ts'
import { fieldNames, type RecordOf } from '#shared/records/recordField.ts'
import { picturesOf } from '../pictures.ts'
import { type LockedCategory, lockTreeAndRead, refuseNamesake, updateBranches } from './categoryTree.ts'

// The id serves as a unique full name until updateBranches.
const insertCategory = prepared(`
  insert into categories (tenant_id, id, parent_id, name, full_name, path, switched_on, sort_order, updated_at)
  select $1, $2::uuid, $3::uuid, $4, $2::text, array[$2::uuid], $5,
         coalesce(max(sort_order) filter (where parent_id is not distinct from $3::uuid), 0) + 1, $6::timestamptz
  from categories where tenant_id = $1
  returning version`)

const writeCategory = prepared(`
  update categories set name = $3, switched_on = $4, updated_at = $5, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

// Keeps products from being added meanwhile.
const lockCategory = prepared('select from categories where tenant_id = $1 and id = $2 for update')
const countContent = prepared(`
  select (select count(*)::int from categories where tenant_id = $1 and parent_id = $2) as categories,
         count(*) filter (where deleted_at is null)::int as products,
         count(*) filter (where deleted_at is not null)::int as deleted
  from products where tenant_id = $1 and category_id = $2`)
type Content = { categories: number; products: number; deleted: number }
const dropCategory = prepared('delete from categories where tenant_id = $1 and id = $2')

type CategoryForm = RecordOf<typeof categoryFields> & { parentId: string | null; fullName?: string }

export const categories = recordKind<CategoryForm, LockedCategory>({
  subject: 'category',
  page: 'categories',
  fields: fieldNames(categoryFields),
  nameOf: ({ categoryName, fullName }) => fullName ?? categoryName,
  lock: async (tx, id) => (await lockTreeAndRead(tx, id))[0],
  write: async (call, id, { categoryName, isActive, parentId }, before) => {
    const { tx, now } = call
    // Locked for a change.
    const [parent] = before ? [] : await lockTreeAndRead(tx, ...(parentId ? [parentId] : []))
    // Unrenamed categories skip this: older namesakes must stay editable.
    if (categoryName !== before?.categoryName)
      await refuseNamesake(call, { parentId, name: categoryName, ...(before ? { exceptId: id } : {}) })
    const [written] = before
      ? await tx.query<{ version: number }>(writeCategory, id, categoryName, isActive, now)
      : await tx.query<{ version: number }>(insertCategory, id, parentId, categoryName, isActive, now)
    await updateBranches(tx, [id], now)
    const fullName = [parent?.fullName, categoryName].filter(Boolean).join(pathSeparator)
    return { version: written?.version ?? 1, stored: before ? {} : { fullName } }
  },
  /** Only empty categories. */
  remove: async ({ tx }, { id }) => {
    const [, [content]] = await Promise.all([tx.query(lockCategory, id), tx.query<Content>(countContent, id)])
    const { categories: below = 0, products = 0, deleted = 0 } = content ?? {}
    if (below > 0 || products > 0) {
      throw new Refusal('category.notEmpty', { values: { categories: below, products } })
    }
    if (deleted > 0) throw new Refusal('category.hasDeleted', { values: { count: deleted } })
    await tx.query(dropCategory, id)
  },
})

/** Adds a category as its parent's last child. */
export const add = verb(addCategory, async (call, given) => ({
  categoryId: (await categories.add(call, given)).id,
}))

/** Renames, shows or hides a category. Products of a hidden branch can be neither seen nor ordered. */
export const update = verb(updateCategory, async (call, { categoryId, ...given }) => {
  const { version } = await categories.change(call, categoryId, given)
  return { version }
})
export const remove = verb(deleteCategory, (call, { id }) => categories.remove(call, id))

export const categoryPictures = picturesOf({
  table: 'categories',
  subject: 'category',
  nameColumn: 'full_name',
  lock: async (tx, id) => {
    const [{ fullName: name, image }] = await lockTreeAndRead(tx, id)
    return { name, image }
  },
})

export const setImage = verb(postCategoryImage, (call, { categoryId }) =>
  categoryPictures.set(call, categoryId),
)
export const dropImage = verb(deleteCategoryImage, (call, { id }) => categoryPictures.drop(call, id))
