import { useState } from 'react'
import type { LowStock } from '#shared/analysis.ts'
import { maxAnalysisRows, stockDays } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { firstRows, More } from './More.tsx'
import { NothingYet } from './NothingYet.tsx'
import { Part } from './Part.tsx'
import { ProductCell } from './ProductCell.tsx'
import classes from './Rows.module.css'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { usePart } from './usePart.ts'

const columns: SmallColumn<LowStock>[] = [
  {
    name: t('order.product'),
    cell: (row) => <ProductCell product={row} more={row.itemDim1Code || row.lotCode} />,
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

/** Sizes and lots that run out: less is left than was ordered of late. */
export function LowStockPart() {
  const [isAll, setIsAll] = useState(false)
  const limit = isAll ? maxAnalysisRows : firstRows
  const part = usePart(['low', limit], (options) => api.get('/api/Shop/GetLowStock', { limit }, options))
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
          <NothingYet text={t('panel.dashboard.noLowStock')} />
        ) : (
          <>
            <SmallTable label={title} columns={columns} rows={items} rowKey={({ productId }) => productId} />
            <More total={total} isAll={isAll} onChange={setIsAll} />
          </>
        )
      }
    </Part>
  )
}
