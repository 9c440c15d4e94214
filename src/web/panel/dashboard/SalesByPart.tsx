import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SalesRow, SalesSide } from '#shared/analysis.ts'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { EmptyPart } from './EmptyPart.tsx'
import { ordersLink } from './orderLinks.ts'
import { Part } from './Part.tsx'
import classes from './Rows.module.css'
import { useConverter } from './rates.ts'
import { collapsedRows, ShowAllButton } from './ShowAllButton.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

type Props = { by: SalesSide; range: Range; asTable: boolean }

/** Sorted by amount in the company's currency. */
export function SalesByPart({ by, range, asTable }: Props) {
  const [isExpanded, setIsExpanded] = useState(false)
  const limit = isExpanded ? maxAnalysisRows : collapsedRows
  const input = { ...range, by, limit }
  const part = useDashboardQuery(['by', input], (options) => api.get('/api/Shop/GetSalesBy', input, options))
  const convertTotals = useConverter()
  const amountOf = ({ totals }: SalesRow) => convertTotals(totals).amount
  const title = t(`panel.dashboard.by.${by}`)
  return (
    <Part title={title} part={part} height={330}>
      {({ items, total }) => {
        const largest = Math.max(...items.map(amountOf))
        return items.length === 0 ? (
          <EmptyPart />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={columnsOf(by, range, asTable)}
              rows={items}
              rowKey={({ code }) => code}
              share={asTable ? undefined : (row) => (largest > 0 ? amountOf(row) / largest : 0)}
            />
            <ShowAllButton total={total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }}
    </Part>
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
