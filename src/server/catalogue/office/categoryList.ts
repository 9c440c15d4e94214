import type { ListQuery } from '#server/db/listPage.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { asSerial, asText, asWhole, type ExportColumn } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { type CategoryRow, exportCategories, getCategories } from '#shared/catalogue/categories.ts'
import { picturePath } from '#shared/photos/images.ts'

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

type Row = Pick<CategoryRow, 'sortOrder' | 'isActive' | 'isShown' | 'ownCount' | 'productCount'> & {
  /** Full path: `Kadın > Elbise`. */
  fullName: string
}

// In tree order.
const matched = `
  select c.id, (
      select array_agg(lpad(a.sort_order::text, 10, '0') || ' ' || a.name order by array_position(c.path, a.id))
      from categories a where a.tenant_id = $1 and a.id = any (c.path)) as key,
    c.full_name as tie
  from categories c where c.tenant_id = $1`

const rows = `
  select shown.position, json_build_object(
    'fullName', c.full_name, 'sortOrder', c.sort_order, 'isActive', c.switched_on, 'isShown', c.is_active,
    'ownCount', coalesce(own.products, 0), 'productCount', coalesce((
      select sum(o.products) from own o join categories b on b.tenant_id = $1 and b.id = o.category_id
      where c.id = any (b.path)), 0)) as item
  from shown join categories c on c.tenant_id = $1 and c.id = shown.id
  left join own on own.category_id = c.id`

const counted = `
  with own as materialized (
    select p.category_id, count(*)::int as products from products p
    where p.tenant_id = $1 and p.deleted_at is null group by p.category_id)`

const categoriesQuery = (): ListQuery => ({
  matched,
  rows: `${counted} ${rows}`,
  values: collectValues(),
  order: 'asc',
})

const columns: ExportColumn<Row>[] = [
  asText('product.category', (row) => row.fullName, 50),
  asSerial('panel.list.place', (row) => row.sortOrder),
  asText('panel.brandList.state', (row, { say }) => say(stateOf(row)), 24),
  asWhole('panel.products', (row) => row.productCount),
  asWhole('panel.categoryTree.directly', (row) => row.ownCount, 16),
]

function stateOf({ isActive, isShown }: Row) {
  if (!isActive) return 'panel.brandList.passive'
  return isShown ? 'panel.brandList.active' : 'panel.categoryTree.hiddenAbove'
}

export const downloadCategories = verb(exportCategories, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.categories',
    query: categoriesQuery,
    columns: async () => columns,
  }),
)
