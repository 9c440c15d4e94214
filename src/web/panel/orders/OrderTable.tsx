import { IconBan, IconFileTypePdf, IconFileTypeXls, IconTransfer } from '@tabler/icons-react'
import { mayAmend } from '#shared/orderRules.ts'
import type { OrderRow } from '#shared/orders.ts'
import { pages } from '#shared/pages.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import type { BulkAction, Exporter } from '../list/bulk.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import type { List, Sorting } from '../list/useList.ts'
import type { Selection } from '../list/useSelection.ts'
import { OrderStateBadge, OrderTransferBadge } from './OrderBadges.tsx'
import { orderCard } from './OrderCard.tsx'
import { downloadAllOrders, downloadOrders } from './orderFiles.ts'
import type { OrderSort, toOrderRequest } from './orderSearch.ts'
import { useOrderActions } from './useOrderActions.ts'

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
  { key: 'orderType', name: t('order.type'), cell: (row) => t(`orderType.short.${row.orderType}`) },
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
  {
    key: 'currency',
    name: t('order.currency'),
    cell: (row) => row.totals.map((total) => total.currency).join(' '),
  },
  { name: t('order.salesPerson'), sort: 'salesPerson', cell: (row) => row.salesPerson },
  { key: 'state', name: t('order.state'), cell: (row) => <OrderStateBadge state={row.state} /> },
  {
    key: 'transfer',
    name: t('order.transfer'),
    isHidden: !settings.transferEnabled,
    cell: (row) => <OrderTransferBadge order={row} />,
  },
  {
    name: t('order.transferedDate'),
    sort: 'transferedDate',
    isHidden: !settings.transferEnabled,
    cell: (row) => (row.transferedDate ? formatDateTime(row.transferedDate) : '–'),
  },
]

const rowKey = (row: OrderRow) => row.id
const rowLink = (row: OrderRow) => ({ to: '/siparisler/$orderId' as const, params: { orderId: row.id } })

type Props = {
  list: List<OrderRow> & { sorting: Sorting<OrderSort> }
  rows: OrderRow[]
  selection: Selection<OrderRow>
  exporter: Exporter
  /** The list's filters and sort order. */
  request: ReturnType<typeof toOrderRequest>
}

export function OrderListTable({ list, rows, selection, exporter, request }: Props) {
  return (
    <DataTable
      label={t('panel.orders')}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      rowLink={rowLink}
      card={orderCard}
      sorting={list.sorting}
      list={list}
      columnsName="orders"
      selection={selection}
      bulkActions={useBulkActions(request)}
      exporter={exporter}
    />
  )
}

function useBulkActions(request: Props['request']): BulkAction<OrderRow>[] {
  const isStaff = useMayOpen(pages.orderEdit)
  const { cancelAll, transferAll } = useOrderActions()
  return [
    {
      label: 'PDF',
      icon: <IconFileTypePdf size={18} aria-hidden />,
      run: (chosen) => downloadOrders('pdf', chosen),
      runAll: (total) => downloadAllOrders('pdf', request, total),
    },
    {
      label: 'Excel',
      icon: <IconFileTypeXls size={18} aria-hidden />,
      run: (chosen) => downloadOrders('xlsx', chosen),
      runAll: (total) => downloadAllOrders('xlsx', request, total),
    },
    ...(isStaff && settings.transferEnabled
      ? [
          {
            label: t('panel.order.transfer'),
            icon: <IconTransfer size={18} aria-hidden />,
            appliesTo: (row: OrderRow) => mayAmend(row) && !row.isWaiting,
            run: transferAll,
          },
        ]
      : []),
    ...(isStaff
      ? [
          {
            label: t('panel.order.cancel'),
            icon: <IconBan size={18} aria-hidden />,
            isDangerous: true,
            appliesTo: mayAmend,
            run: cancelAll,
          },
        ]
      : []),
  ]
}
