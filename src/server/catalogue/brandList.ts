import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { collectValues } from '#server/db/values.ts'
import { asSerial, asText, asWhole, type ExportColumn } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { type BrandRow, exportBrands, getBrands } from '#shared/catalogue/brands.ts'
import { picturePath } from '#shared/photos/images.ts'

type Filters = z.output<typeof getBrands.input>

const products = '(select count(*)::int from products p where p.tenant_id = $1 and p.brand_id = b.id)'

const sortKeys: Record<Filters['sort'], string> = {
  sortOrder: 'b.sort_order',
  brandName: 'b.name collate "tr-x-icu"',
  productCount: products,
}

const rows = `
  select shown.position, json_build_object(
    'brandId', b.id, 'brandName', b.name, 'image', b.image, 'sortOrder', b.sort_order, 'isActive', b.is_active,
    'version', b.version, 'productCount', ${products}, 'excludedCount', (
      select count(*)::int from excluded_brands x
      join accounts a on a.tenant_id = $1 and a.id = x.account_id and a.deleted_at is null
      where x.tenant_id = $1 and x.brand_id = b.id)) as item
  from shown join brands b on b.tenant_id = $1 and b.id = shown.id`

/** Lists the tenant's brands, inactive ones too. */
export const listBrands = verb(getBrands, async ({ tx }, filters) => {
  const data = await readPage<BrandRow>(tx, brandsQuery(filters), filters)
  const items = data.items.map((brand) => ({ ...brand, image: brand.image && picturePath(brand.image) }))
  return { ...data, items }
})

export function brandsQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const values = collectValues()
  const found = [
    ...(filters.search ? [`and ${containsWords('b.search_text', filters.search, values)}`] : []),
    ...(filters.isActive === undefined ? [] : [`and b.is_active = ${values.add(filters.isActive)}`]),
  ].join(' ')
  const matched = `
    select b.id, ${sortKeys[filters.sort]} as key, b.name collate "tr-x-icu" as tie from brands b
    where b.tenant_id = $1 ${found}`
  return { matched, rows, values, order: filters.order }
}

const columns: ExportColumn<BrandRow>[] = [
  asText('product.brand', (row) => row.brandName, 30),
  asSerial('panel.list.place', (row) => row.sortOrder),
  asText(
    'panel.brandList.state',
    (row, { say }) => say(row.isActive ? 'panel.brandList.active' : 'panel.brandList.passive'),
    12,
  ),
  asWhole('panel.products', (row) => row.productCount),
  asWhole('panel.brandList.hiddenFrom', (row) => row.excludedCount, 24),
]

export const downloadBrands = verb(exportBrands, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.brands',
    query: () => brandsQuery(asked),
    columns: async () => columns,
  }),
)
