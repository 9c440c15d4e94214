import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SalesRow, SalesSide } from '#shared/analysis.ts'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Range } from '../periods.ts'
import { firstRows, More } from './More.tsx'
import { NothingYet } from './NothingYet.tsx'
import { OneTotal } from './OneTotal.tsx'
import { ordersLink } from './orderLinks.ts'
import { Part } from './Part.tsx'
import classes from './Rows.module.css'
import { useInOne } from './rates.ts'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { usePart } from './usePart.ts'

type Props = { by: SalesSide; range: Range; asTable: boolean }

/** Orders by brand, agent or customer, those that come to most in the company's currency first. */
export function SalesByPart({ by, range, asTable }: Props) {
  const [isAll, setIsAll] = useState(false)
  const limit = isAll ? maxAnalysisRows : firstRows
  const input = { ...range, by, limit }
  const part = usePart(['by', input], (options) => api.get('/api/Shop/GetSalesBy', input, options))
  const inOne = useInOne()
  const amountOf = ({ totals }: SalesRow) => inOne(totals).amount
  const title = t(`panel.dashboard.by.${by}`)
  return (
    <Part title={title} part={part} height={330}>
      {({ items, total }) => {
        const largest = Math.max(...items.map(amountOf))
        return items.length === 0 ? (
          <NothingYet />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={columnsOf(by, range, asTable)}
              rows={items}
              rowKey={({ code }) => code}
              share={asTable ? undefined : (row) => (largest > 0 ? amountOf(row) / largest : 0)}
            />
            <More total={total} isAll={isAll} onChange={setIsAll} />
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
    cell: ({ totals }) => <OneTotal totals={totals} />,
  },
]
