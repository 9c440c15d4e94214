import type { BestSeller } from '#shared/analysis.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { ProductCell } from './ProductCell.tsx'
import { RankedPart } from './RankedPart.tsx'
import type { SmallColumn } from './SmallTable.tsx'

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
  return (
    <RankedPart
      title={t('panel.dashboard.bestSellers')}
      height={440}
      queryKey={['best', range]}
      load={(limit, options) => api.get('/api/Shop/GetBestSellers', { ...range, limit }, options)}
      columns={() => (asTable ? [...columns, amount] : columns)}
      rowKey={({ itemCode, colorCode }: BestSeller) => `${itemCode} ${colorCode}`}
      shareOf={
        asTable
          ? undefined
          : ({ items: [first] }) =>
              ({ pieces }) =>
                pieces / (first?.pieces ?? 1)
      }
    />
  )
}
