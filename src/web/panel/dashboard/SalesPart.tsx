import { SegmentedControl, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Sales, Step } from '#shared/analysis/analysis.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { axisLabel, rangeLabel } from './days.ts'
import { ordersLink } from './orderLinks.ts'
import { Part, type SmallColumn, SmallTable } from './Part.tsx'
import { useConverter } from './rates.ts'
import classes from './SalesPart.module.css'

const SalesChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).SalesChart }))

const chartHeightPx = 280
const measures = ['amount', 'orders', 'qty'] as const
type Measure = (typeof measures)[number]
type SalesOfDays = Sales['parts'][number]

type Props = {
  sales: UseQueryResult<Sales>
  asTable: boolean
}

export function SalesPart({ sales, asTable }: Props) {
  const [measure, setMeasure] = useState<Measure>('amount')
  return (
    <Part
      title={t(`panel.dashboard.sales.${sales.data?.step ?? 'day'}`)}
      part={sales}
      height={chartHeightPx}
      actions={
        !asTable && (
          <SegmentedControl
            aria-label={t('panel.dashboard.measure')}
            data={measures.map((value) => ({ value, label: t(`panel.dashboard.measure.${value}`) }))}
            value={measure}
            onChange={(value) => setMeasure(measures.find((candidate) => candidate === value) ?? 'amount')}
          />
        )
      }
    >
      {(data) =>
        asTable ? (
          <div
            className={classes.frame}
            style={{ maxHeight: chartHeightPx }}
            tabIndex={0}
            role="group"
            aria-label={t(`panel.dashboard.sales.${data.step}`)}
          >
            <SalesTable sales={data} hasLinks />
          </div>
        ) : (
          <Chart sales={data} measure={measure} />
        )
      }
    </Part>
  )
}

function Chart({ sales, measure }: { sales: Sales; measure: Measure }) {
  const navigate = useNavigate()
  const scheme = useComputedColorScheme('light')
  const { step, parts, all } = sales
  const convertTotals = useConverter()
  const { currency, byRate } = convertTotals(all.totals)
  const money = (value: number) => `${byRate.length > 0 ? '≈ ' : ''}${formatMoney(value, currency)}`
  const valueOf = (part: SalesOfDays) =>
    measure === 'amount' ? convertTotals(part.totals).amount : part[measure]
  return (
    <>
      <div className={classes.chart} style={{ height: chartHeightPx }}>
        <Suspense>
          <SalesChart
            key={scheme}
            labels={parts.map((part) => axisLabel(part, step))}
            titles={parts.map((part) => rangeLabel(part, step))}
            values={parts.map(valueOf)}
            format={(value) => (measure === 'amount' ? money(value) : formatCount(value))}
            onPick={(index) => {
              const part = parts[index]
              if (part) void navigate(ordersLink({ from: part.from, to: part.to }))
            }}
          />
        </Suspense>
      </div>
      <VisuallyHidden>
        <SalesTable sales={sales} hasLinks={false} />
      </VisuallyHidden>
    </>
  )
}

/** No links when visually hidden, because the focus would be invisible. */
function SalesTable({ sales: { parts, step }, hasLinks }: { sales: Sales; hasLinks: boolean }) {
  return (
    <SmallTable
      label={t(`panel.dashboard.sales.${step}`)}
      columns={columnsOf(step, hasLinks)}
      rows={parts}
      rowKey={({ from }) => from}
    />
  )
}

const columnsOf = (step: Step, hasLinks: boolean): SmallColumn<SalesOfDays>[] => [
  {
    name: t(`panel.dashboard.step.${step}`),
    cell: (part) =>
      hasLinks ? (
        <Link {...ordersLink({ from: part.from, to: part.to })}>{rangeLabel(part, step)}</Link>
      ) : (
        rangeLabel(part, step)
      ),
  },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  { name: t('panel.dashboard.measure.qty'), isNumber: true, cell: ({ qty }) => formatCount(qty) },
  {
    name: t('panel.dashboard.measure.amount'),
    isNumber: true,
    cell: ({ totals }) => (totals.length === 0 ? '–' : <ConvertedTotal totals={totals} />),
  },
]
