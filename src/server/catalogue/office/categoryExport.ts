import type { ListQuery } from '#server/db/listPage.ts'
import { collectValues } from '#server/db/values.ts'
import type { ExportColumn } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http.ts'
import { type CategoryRow, exportCategories } from '#shared/categories.ts'

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
  { name: 'product.category', kind: 'text', width: 50, value: (row) => row.fullName },
  { name: 'panel.list.place', kind: 'whole', value: (row) => row.sortOrder },
  { name: 'panel.brandList.state', kind: 'text', width: 24, value: (row, { say }) => say(stateOf(row)) },
  { name: 'panel.products', kind: 'whole', value: (row) => row.productCount },
  { name: 'panel.categoryTree.directly', kind: 'whole', width: 16, value: (row) => row.ownCount },
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
