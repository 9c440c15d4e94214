import { useState } from 'react'
import type { LowStock } from '#shared/analysis.ts'
import { maxAnalysisRows, stockDays } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { EmptyPart } from './EmptyPart.tsx'
import { Part } from './Part.tsx'
import { ProductCell } from './ProductCell.tsx'
import classes from './Rows.module.css'
import { collapsedRows, ShowAllButton } from './ShowAllButton.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

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
  const [isExpanded, setIsExpanded] = useState(false)
  const limit = isExpanded ? maxAnalysisRows : collapsedRows
  const part = useDashboardQuery(['low', limit], (options) =>
    api.get('/api/Shop/GetLowStock', { limit }, options),
  )
  const title = t('panel.dashboard.lowStock')
  return (
    <Part
      title={title}
      note={t('panel.dashboard.lowStockNote', { count: stockDays })}
      part={part}
      height={160}
    >
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyPart text={t('panel.dashboard.noLowStock')} />
        ) : (
          <>
            <SmallTable label={title} columns={columns} rows={items} rowKey={({ productId }) => productId} />
            <ShowAllButton total={total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }
    </Part>
  )
}
