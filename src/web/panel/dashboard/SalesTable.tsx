import { Link } from '@tanstack/react-router'
import type { Sales, Step } from '#shared/analysis.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { rangeLabel } from './days.ts'
import { ordersLink } from './orderLinks.ts'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'

type Row = Sales['parts'][number]

/** No links when visually hidden, because the focus would be invisible. */
export function SalesTable({ sales: { parts, step }, hasLinks }: { sales: Sales; hasLinks: boolean }) {
  return (
    <SmallTable
      label={t(`panel.dashboard.sales.${step}`)}
      columns={columnsOf(step, hasLinks)}
      rows={parts}
      rowKey={({ from }) => from}
    />
  )
}

const columnsOf = (step: Step, hasLinks: boolean): SmallColumn<Row>[] => [
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
