import { Link } from '@tanstack/react-router'
import type { SalesRow, SalesSide } from '#shared/analysis.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { ordersLink } from './orderLinks.ts'
import { RankedPart } from './RankedPart.tsx'
import classes from './Rows.module.css'
import { useConverter } from './rates.ts'
import type { SmallColumn } from './SmallTable.tsx'

type Props = { by: SalesSide; range: Range; asTable: boolean }

/** Sorted by amount in the company's currency. */
export function SalesByPart({ by, range, asTable }: Props) {
  const convertTotals = useConverter()
  const amountOf = ({ totals }: SalesRow) => convertTotals(totals).amount
  const shareOf = ({ items }: { items: SalesRow[] }) => {
    const largest = Math.max(...items.map(amountOf))
    return (row: SalesRow) => (largest > 0 ? amountOf(row) / largest : 0)
  }
  return (
    <RankedPart
      title={t(`panel.dashboard.by.${by}`)}
      height={330}
      queryKey={['by', by, range]}
      load={(limit, options) => api.get('/api/Shop/GetSalesBy', { ...range, by, limit }, options)}
      columns={() => columnsOf(by, range, asTable)}
      rowKey={({ code }: SalesRow) => code}
      shareOf={asTable ? undefined : shareOf}
    />
  )
}

const units: SmallColumn<SalesRow> = {
  name: t('panel.dashboard.measure.qty'),
  isNumber: true,
  cell: ({ qty }) => formatCount(qty),
}

const columnsOf = (by: SalesSide, range: Range, asTable: boolean): SmallColumn<SalesRow>[] => [
  {
    name: t(`panel.dashboard.side.${by}`),
    cell: ({ code, name }) => (
      <Link {...ordersLink({ ...range, [by]: code })} className={classes.link}>
        {name}
      </Link>
    ),
  },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  ...(asTable ? [units] : []),
  {
    name: t('panel.dashboard.measure.amount'),
    isNumber: true,
    cell: ({ totals }) => <ConvertedTotal totals={totals} />,
  },
]
