import type { ExportColumn } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http.ts'
import { type BrandRow, exportBrands } from '#shared/brands.ts'
import { brandsQuery } from './brandList.ts'

const columns: ExportColumn<BrandRow>[] = [
  { name: 'product.brand', kind: 'text', width: 30, value: (row) => row.brandName },
  { name: 'panel.list.place', kind: 'whole', value: (row) => row.sortOrder },
  {
    name: 'panel.brandList.state',
    kind: 'text',
    width: 12,
    value: (row, { say }) => say(row.isActive ? 'panel.brandList.active' : 'panel.brandList.passive'),
  },
  { name: 'panel.products', kind: 'whole', value: (row) => row.productCount },
  { name: 'panel.brandList.hiddenFrom', kind: 'whole', width: 24, value: (row) => row.excludedCount },
]

export const downloadBrands = verb(exportBrands, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.brands',
    query: () => brandsQuery(asked),
    columns: async () => columns,
  }),
)
