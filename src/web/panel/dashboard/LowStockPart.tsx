import type { LowStock } from '#shared/analysis.ts'
import { stockDays } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ProductCell } from './ProductCell.tsx'
import { RankedPart } from './RankedPart.tsx'
import classes from './Rows.module.css'
import type { SmallColumn } from './SmallTable.tsx'

const columns: SmallColumn<LowStock>[] = [
  {
    name: t('order.product'),
    cell: (row) => <ProductCell product={row} detail={row.itemDim1Code || row.lotCode} />,
  },
  {
    name: t('panel.dashboard.left'),
    isNumber: true,
    cell: ({ inventory }) => (
      <span className={inventory === 0 ? classes.out : undefined}>{formatCount(inventory)}</span>
    ),
  },
  { name: t('panel.dashboard.ordered'), isNumber: true, cell: ({ sold }) => formatCount(sold) },
]

/** Sizes and lots with less stock than was recently ordered. */
export function LowStockPart() {
  return (
    <RankedPart
      title={t('panel.dashboard.lowStock')}
      note={t('panel.dashboard.lowStockNote', { count: stockDays })}
      height={160}
      queryKey={['low']}
      load={(limit, options) => api.get('/api/Shop/GetLowStock', { limit }, options)}
      emptyText={t('panel.dashboard.noLowStock')}
      columns={() => columns}
      rowKey={({ productId }: LowStock) => productId}
    />
  )
}
