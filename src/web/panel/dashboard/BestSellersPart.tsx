import { useState } from 'react'
import type { BestSeller } from '#shared/analysis.ts'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { EmptyPart } from './EmptyPart.tsx'
import { Part } from './Part.tsx'
import { ProductCell } from './ProductCell.tsx'
import { collapsedRows, ShowAllButton } from './ShowAllButton.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

const columns: SmallColumn<BestSeller>[] = [
  { name: t('order.product'), cell: (row) => <ProductCell product={row} /> },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  { name: t('cart.pieces'), isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
]
const amount: SmallColumn<BestSeller> = {
  name: t('panel.dashboard.measure.amount'),
  isNumber: true,
  cell: ({ totals }) => <ConvertedTotal totals={totals} />,
}

export function BestSellersPart({ range, asTable }: { range: Range; asTable: boolean }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const input = { ...range, limit: isExpanded ? maxAnalysisRows : collapsedRows }
  const part = useDashboardQuery(['best', input], (options) =>
    api.get('/api/Shop/GetBestSellers', input, options),
  )
  const title = t('panel.dashboard.bestSellers')
  return (
    <Part title={title} part={part} height={440}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyPart />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={asTable ? [...columns, amount] : columns}
              rows={items}
              rowKey={({ itemCode, colorCode }) => `${itemCode} ${colorCode}`}
              share={asTable ? undefined : ({ pieces }) => pieces / (items[0]?.pieces ?? 1)}
            />
            <ShowAllButton total={total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }
    </Part>
  )
}
