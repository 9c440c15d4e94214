import { Badge } from '@mantine/core'
import type { OrderRow } from '#shared/orders.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import type { Sorting } from '../list/useList.ts'
import type { OrderSort } from './orderSearch.ts'

const columns: Column<OrderRow, OrderSort>[] = [
  {
    name: t('order.number'),
    sort: 'orderNumber',
    cell: (row) => <bdi className="number">{row.orderNumber}</bdi>,
  },
  { name: t('order.customer'), sort: 'customer', cell: (row) => row.customer },
  {
    name: t('order.date'),
    sort: 'orderDate',
    cell: (row) => <time dateTime={row.orderDate}>{formatDateTime(row.orderDate)}</time>,
  },
  { name: t('order.type'), cell: (row) => t(`orderType.short.${row.orderType}`) },
  {
    name: t('order.qty'),
    sort: 'qty',
    isNumber: true,
    cell: (row) => <bdi className="number">{formatCount(row.qty)}</bdi>,
  },
  {
    name: t('order.amount'),
    sort: 'amount',
    isNumber: true,
    cell: (row) => (
      <div>
        <Totals totals={row.totals} />
      </div>
    ),
  },
  { name: t('order.currency'), cell: (row) => row.totals.map((total) => total.currency).join(' ') },
  { name: t('order.salesPerson'), sort: 'salesPerson', cell: (row) => row.salesPerson },
  { name: t('order.state'), cell: (row) => <State state={row.state} /> },
  {
    name: t('order.transfer'),
    isHidden: !settings.transferEnabled,
    cell: (row) => (
      <Badge
        variant="light"
        color={row.transfer ? 'green' : 'gray'}
        c={row.transfer ? 'green.9' : 'var(--ink)'}
      >
        {row.transfer ? t('order.transferred') : t('order.notTransferred')}
      </Badge>
    ),
  },
  {
    name: t('order.transferedDate'),
    isHidden: !settings.transferEnabled,
    cell: (row) => (row.transferedDate ? formatDateTime(row.transferedDate) : '–'),
  },
]

/** Orders as a table, newest first or as sorted. */
export function OrderTable({ rows, sorting }: { rows: OrderRow[]; sorting?: Sorting<OrderSort> }) {
  return (
    <DataTable
      label={t('panel.orders')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowLink={(row) => ({ to: '/siparisler/$orderId', params: { orderId: row.id } })}
      {...(sorting ? { sorting } : {})}
    />
  )
}

export function State({ state }: { state: OrderRow['state'] }) {
  return (
    <Badge
      variant="light"
      color={state === 'placed' ? 'blue' : 'red'}
      c={state === 'placed' ? 'blue.9' : 'red.9'}
    >
      {t(`order.state.${state}`)}
    </Badge>
  )
}
