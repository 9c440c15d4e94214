import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import {
  addCategory,
  deleteCategory,
  deleteCategoryImage,
  pathSeparator,
  postCategoryImage,
  updateCategory,
} from '#shared/catalogue/categories.ts'
import { Refusal } from '#shared/errors.ts'
import { picturesOf } from '../pictures.ts'
import { lockTreeAndRead, recordCategory, refuseNamesake, updateBranches } from './categoryTree.ts'

// The id serves as a unique full name until updateBranches.
const insertCategory = prepared(`
  insert into categories (tenant_id, id, parent_id, name, full_name, path, switched_on, sort_order, updated_at)
  select $1, $2::uuid, $3::uuid, $4, $2::text, array[$2::uuid], $5,
         coalesce(max(sort_order) filter (where parent_id is not distinct from $3::uuid), 0) + 1, $6::timestamptz
  from categories where tenant_id = $1
  returning id`)

/** Adds a category as its parent's last child. */
export const add = verb(addCategory, async (call, given) => {
  const { tx, now } = call
  const { categoryName, parentId, isActive } = given
  const [parent] = await lockTreeAndRead(tx, ...(parentId ? [parentId] : []))
  await refuseNamesake(call, { parentId, name: categoryName })
  const categoryId = newId()
  await tx.query(insertCategory, categoryId, parentId, categoryName, isActive, now)
  await updateBranches(tx, [categoryId], now)
  await recordCategory(call, {
    subjectId: categoryId,
    subjectName: [parent?.fullName, categoryName].filter(Boolean).join(pathSeparator),
    action: 'added',
    after: { categoryName, isActive },
  })
  return { categoryId }
})

const writeCategory = prepared(`
  update categories set name = $3, switched_on = $4, updated_at = $5, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

/** Renames, shows or hides a category. Products of a hidden branch can be neither seen nor ordered. */
export const update = verb(updateCategory, async (call, given) => {
  const { tx, now } = call
  const { categoryId: id, categoryName, isActive } = given
  const [before] = await lockTreeAndRead(tx, id)
  if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
  // Unrenamed categories skip this: older namesakes must stay editable.
  if (categoryName !== before.categoryName)
    await refuseNamesake(call, { parentId: before.parentId, name: categoryName, exceptId: id })
  const written = await oneOf(tx.query<{ version: number }>(writeCategory, id, categoryName, isActive, now))
  await updateBranches(tx, [id], now)
  await recordCategory(call, {
    subjectId: id,
    subjectName: before.fullName,
    action: 'changed',
    before: { categoryName: before.categoryName, isActive: before.isActive },
    after: { categoryName, isActive },
  })
  return written
})

// Keeps products from being added meanwhile.
const lockCategory = prepared('select from categories where tenant_id = $1 and id = $2 for update')
const countContent = prepared(`
  select (select count(*)::int from categories where tenant_id = $1 and parent_id = $2) as categories,
         count(*) filter (where deleted_at is null)::int as products,
         count(*) filter (where deleted_at is not null)::int as deleted
  from products where tenant_id = $1 and category_id = $2`)
type Content = { categories: number; products: number; deleted: number }
const dropCategory = prepared('delete from categories where tenant_id = $1 and id = $2')

/** Only empty categories can be deleted. */
export const remove = verb(deleteCategory, async (call, { id }) => {
  const { tx } = call
  const [{ fullName }] = await lockTreeAndRead(tx, id)
  const [, [content]] = await Promise.all([tx.query(lockCategory, id), tx.query<Content>(countContent, id)])
  const { categories = 0, products = 0, deleted = 0 } = content ?? {}
  if (categories > 0 || products > 0) {
    throw new Refusal('category.notEmpty', { values: { categories, products } })
  }
  if (deleted > 0) throw new Refusal('category.hasDeleted', { values: { count: deleted } })
  await tx.query(dropCategory, id)
  await recordCategory(call, { subjectId: id, subjectName: fullName, action: 'deleted' })
})

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
