import { SegmentedControl, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Sales } from '#shared/analysis.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { axisLabel, rangeLabel } from './days.ts'
import { ordersLink } from './orderLinks.ts'
import { Part } from './Part.tsx'
import { useConverter } from './rates.ts'
import classes from './SalesPart.module.css'
import { SalesTable } from './SalesTable.tsx'

const SalesChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).SalesChart }))

const chartHeightPx = 280
const measures = ['amount', 'orders', 'qty'] as const
type Measure = (typeof measures)[number]

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
  const valueOf = (part: Sales['parts'][number]) =>
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
