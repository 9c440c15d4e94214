import { IconHandStop, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Transfer } from '#shared/erp.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { BulkAction } from '../list/bulk.ts'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import type { List } from '../list/useList.ts'
import type { Selection } from '../list/useSelection.ts'
import { Attempts } from './Attempts.tsx'
import type { transferViews } from './erpSearch.ts'
import { formatRelative } from './relative.ts'
import { TransferActions } from './TransferActions.tsx'
import { TransferBadge } from './TransferBadge.tsx'
import { TransferError } from './TransferError.tsx'
import { transferCan } from './transferCan.ts'
import { useTransferActions } from './useTransferActions.ts'

type View = (typeof transferViews)[number] | undefined

/** Sent orders show when they arrived, others how long they have waited. */
function columnsOf(view: View): Column<Transfer>[] {
  const isSent = view === 'sent' || view === 'sentLately'
  return [
    {
      key: 'orderNumber',
      name: t('order.number'),
      cell: ({ orderNumber }) => <bdi className="number">{orderNumber}</bdi>,
    },
    { key: 'customer', name: t('order.customer'), cell: ({ customer }) => <bdi>{customer}</bdi> },
    isSent
      ? {
          key: 'settledAt',
          name: t('panel.erp.sentAt'),
          cell: ({ settledAt }) => (settledAt ? formatDateTime(settledAt) : '–'),
        }
      : { key: 'requestedAt', name: t('panel.erp.waitingSince'), cell: (row) => <Waiting transfer={row} /> },
    {
      key: 'attempts',
      name: t('panel.erp.tries'),
      isNumber: true,
      cell: ({ attempts }) => <bdi className="number">{formatCount(attempts)}</bdi>,
    },
    { key: 'state', name: t('order.state'), cell: (row) => <TransferBadge transfer={row} /> },
    {
      key: 'error',
      name: t('panel.erp.error'),
      isHidden: isSent,
      cell: (row) => <TransferError transfer={row} />,
    },
    {
      key: 'erpNumber',
      name: t('panel.erp.erpNumber'),
      cell: ({ erpNumber }) => (erpNumber ? <bdi className="number">{erpNumber}</bdi> : '–'),
    },
  ]
}

function Waiting({ transfer: { requestedAt, state } }: { transfer: Transfer }) {
  const [now] = useState(() => Date.now())
  return (
    <time dateTime={requestedAt} title={formatDateTime(requestedAt)}>
      {state === 'sent' ? formatDateTime(requestedAt) : formatRelative(requestedAt, now)}
    </time>
  )
}

const rowKey = ({ orderId }: Transfer) => orderId
const rowLink = ({ orderId }: Transfer) => ({ to: '/siparisler/$orderId' as const, params: { orderId } })

const details: Details<Transfer> = {
  label: () => t('panel.list.details'),
  content: ({ orderId, orderNumber }) => (
    <>
      <TransferActions orderId={orderId} orderNumber={orderNumber} />
      <Attempts orderId={orderId} />
    </>
  ),
}

type Props = { list: List<Transfer>; rows: Transfer[]; selection: Selection<Transfer>; view: View }

export function TransferTable({ list, rows, selection, view }: Props) {
  const actions = useTransferActions()
  const bulkActions: BulkAction<Transfer>[] = [
    {
      label: t('panel.erp.retry'),
      icon: <IconRefresh size={18} aria-hidden />,
      appliesTo: transferCan.retry,
      run: (chosen) => actions.retry(chosen.map(rowKey)),
    },
    {
      label: t('panel.erp.hold'),
      icon: <IconHandStop size={18} aria-hidden />,
      appliesTo: transferCan.hold,
      run: (chosen) => actions.hold(chosen.map(rowKey)),
    },
  ]
  return (
    <DataTable
      label={t('panel.erp.orders')}
      columns={columnsOf(view)}
      rows={rows}
      rowKey={rowKey}
      rowLink={rowLink}
      details={details}
      list={list}
      selection={selection}
      bulkActions={bulkActions}
    />
  )
}
