import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { type CategoryRow, getCategories } from '#shared/categories.ts'
import { picturePath } from '#shared/images.ts'

const readTree = prepared(`
  with own as materialized (
    select p.category_id, count(*)::int as products from products p
    where p.tenant_id = $1 and p.deleted_at is null group by p.category_id
  ), branch as (
    select ancestor, sum(own.products)::int as products
    from own join categories c on c.tenant_id = $1 and c.id = own.category_id cross join unnest(c.path) ancestor
    group by ancestor)
  select c.id as "categoryId", c.name as "categoryName", c.parent_id as "parentId", c.image,
         c.sort_order as "sortOrder", c.switched_on as "isActive", c.is_active as "isShown", c.version,
         coalesce(own.products, 0) as "ownCount", coalesce(branch.products, 0) as "productCount"
  from categories c left join own on own.category_id = c.id left join branch on branch.ancestor = c.id
  where c.tenant_id = $1 order by c.sort_order, c.full_name collate "tr-x-icu"`)

export const listCategories = verb(getCategories, async ({ tx }) => {
  const rows = await tx.query<Omit<CategoryRow, 'parentId'> & { parentId: string | null }>(readTree)
  const items = rows.map(({ parentId, image, ...row }) => ({
    ...row,
    image: image && picturePath(image),
    ...(parentId ? { parentId } : {}),
  }))
  return { items, total: items.length }
})
