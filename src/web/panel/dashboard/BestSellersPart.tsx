import { useState } from 'react'
import type { BestSeller } from '#shared/analysis.ts'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { firstRows, More } from './More.tsx'
import { NothingYet } from './NothingYet.tsx'
import { OneTotal } from './OneTotal.tsx'
import { Part } from './Part.tsx'
import { ProductCell } from './ProductCell.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { usePart } from './usePart.ts'

const columns: SmallColumn<BestSeller>[] = [
  { name: t('order.product'), cell: (row) => <ProductCell product={row} /> },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  { name: t('cart.pieces'), isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
]
const amount: SmallColumn<BestSeller> = {
  name: t('panel.dashboard.measure.amount'),
  isNumber: true,
  cell: ({ totals }) => <OneTotal totals={totals} />,
}

/** What was ordered most, in pieces. */
export function BestSellersPart({ range, asTable }: { range: Range; asTable: boolean }) {
  const [isAll, setIsAll] = useState(false)
  const input = { ...range, limit: isAll ? maxAnalysisRows : firstRows }
  const part = usePart(['best', input], (options) => api.get('/api/Shop/GetBestSellers', input, options))
  const title = t('panel.dashboard.bestSellers')
  return (
    <Part title={title} part={part} height={440}>
      {({ items, total }) =>
        items.length === 0 ? (
          <NothingYet />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={asTable ? [...columns, amount] : columns}
              rows={items}
              rowKey={({ itemCode, colorCode }) => `${itemCode} ${colorCode}`}
              share={asTable ? undefined : ({ pieces }) => pieces / (items[0]?.pieces ?? 1)}
            />
            <More total={total} isAll={isAll} onChange={setIsAll} />
          </>
        )
      }
    </Part>
  )
}
