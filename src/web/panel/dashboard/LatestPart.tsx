import { Link } from '@tanstack/react-router'
import type { OrderRow } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { EmptyPart, Part } from './Part.tsx'
import { collapsedRows } from './RankedPart.tsx'
import classes from './Rows.module.css'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

const columns: SmallColumn<OrderRow>[] = [
  {
    name: t('panel.order'),
    cell: ({ id, orderNumber, customer, orderDate, state }) => (
      <>
        <Link to="/siparisler/$orderId" params={{ orderId: id }} className={classes.link}>
          <bdi className="number">{orderNumber}</bdi>
          <span className={classes.of}>{customer}</span>
        </Link>
        <br />
        <span className={classes.soft}>
          <time dateTime={orderDate}>{formatDateTime(orderDate)}</time>
          {state === 'cancelled' && ` · ${t('order.state.cancelled')}`}
        </span>
      </>
    ),
  },
  { name: t('order.amount'), isNumber: true, cell: ({ totals }) => <Totals totals={totals} /> },
]

/** Includes cancelled orders. */
export function LatestPart() {
  const input = { limit: collapsedRows }
  const part = useDashboardQuery(['latest'], (options) => api.post('/api/Shop/GetOrders', input, options))
  const title = t('panel.dashboard.latest')
  return (
    <Part
      title={title}
      part={part}
      height={330}
      actions={<Link to="/siparisler/index">{t('panel.dashboard.allOrders')}</Link>}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyPart />
        ) : (
          <SmallTable label={title} columns={columns} rows={items} rowKey={({ id }) => id} />
        )
      }
    </Part>
  )
}
