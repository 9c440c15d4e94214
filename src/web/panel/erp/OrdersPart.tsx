import { Alert } from '@mantine/core'
import { IconHandStop, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ErpState, Transfer } from '#shared/erp/erp.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import { notInState } from '../list/bulk.ts'
import type { Column, Details } from '../list/DataTable.tsx'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { BulkAction } from '../list/SelectionBar.tsx'
import { useList } from '../list/useList.ts'
import { refetch } from '../refetch.ts'
import { errorClasses, transferList, transferViews } from './erpSearch.ts'
import { Attempts, TransferActions, TransferError } from './OrderTransfer.tsx'
import { formatRelative } from './relative.ts'
import { TransferBadge } from './TransferBadge.tsx'
import classes from './Transfers.module.css'
import { useErpLink } from './useErpLink.ts'
import { transferCan, useTransferActions } from './useTransferActions.ts'

const filterNames = ['text', 'state', 'errorClass'] as const

export function OrdersPart() {
  const all = useList({
    definition: transferList,
    queryKey: ['transfers'],
    load: async ({ tab: _tab, run: _run, sort: _sort, order: _order, ...request }, options) => {
      const { data } = await api.post('/api/Erp/GetTransfers', request, options)
      return { data: { ...data, items: data.items.map((row) => ({ ...row, id: row.orderId })) } }
    },
    staleTime: 0,
  })
  const { search, set } = all
  // The URL's tab is not a filter.
  const list = {
    ...all,
    isFiltered: filterNames.some((name) => Object.hasOwn(search, name)),
    clearFilters: () => set({ text: undefined, state: undefined, errorClass: undefined }),
  }
  const refusals = useFreshRefusals()
  return (
    <>
      {refusals && <Refusals refusals={refusals} />}
      <ListPage
        title={t('panel.erp.orders')}
        list={list}
        total={(count) => t('orders.total', { count })}
        empty={{ title: t('panel.erp.ordersEmpty'), text: t('panel.erp.ordersEmptyText') }}
        search={t('panel.erp.search')}
        filters={{
          state: {
            label: t('order.state'),
            options: optionsOf(transferViews, (view) => t(`panel.erp.view.${view}`)),
          },
          errorClass: {
            label: t('panel.erp.error'),
            options: optionsOf(errorClasses, (errorClass) => t(`panel.erp.errorClass.${errorClass}`)),
          },
        }}
        columns={columnsOf(search.state)}
        rowLink={({ orderId }) => ({ to: '/siparisler/$orderId', params: { orderId } })}
        details={details}
        bulkActions={useBulkActions()}
      />
    </>
  )
}

/** Reloads the list whenever the queue changes. */
function useFreshRefusals() {
  const { data } = useErpLink({ isWatched: true })
  const queueState = JSON.stringify(data?.state)
  useEffect(() => {
    if (queueState) void refetch('transfers')
  }, [queueState])
  return data?.state.refusals
}

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
    { key: 'attempts', name: t('panel.erp.tries'), isNumber: true, cell: ({ attempts }) => attempts },
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

const details: Details<Transfer> = {
  label: () => t('panel.list.details'),
  content: ({ orderId, orderNumber }) => (
    <>
      <TransferActions orderId={orderId} orderNumber={orderNumber} />
      <Attempts orderId={orderId} />
    </>
  ),
}

function useBulkActions(): BulkAction<Transfer>[] {
  const actions = useTransferActions()
  const whyNot = ({ state }: Transfer) => notInState(t(`panel.erp.transfer.${state}`))
  const idsOf = (transfers: Transfer[]) => transfers.map(({ orderId }) => orderId)
  return [
    {
      label: t('panel.erp.retry'),
      icon: <IconRefresh size={18} aria-hidden />,
      whyNot: (row) => (transferCan.retry(row) ? undefined : whyNot(row)),
      run: (chosen) => actions.retry(idsOf(chosen)),
    },
    {
      label: t('panel.erp.hold'),
      icon: <IconHandStop size={18} aria-hidden />,
      whyNot: (row) => (transferCan.hold(row) ? undefined : whyNot(row)),
      run: (chosen) => actions.hold(idsOf(chosen)),
    },
  ]
}

/** Reasons shared by several refused orders, to retry all at once. */
function Refusals({ refusals }: Pick<ErpState, 'refusals'>) {
  const { button, retrySame } = useTransferActions()
  const shared = refusals.filter(({ count }) => count > 1)
  if (shared.length === 0) return null
  return (
    <Alert color="red" mb="md" title={t('panel.erp.sameReason')}>
      <ul className={classes.refusals}>
        {shared.map(({ error, count }) => (
          <li key={error}>
            <p>
              <bdi>{error || t('panel.erp.errorClass.rejected')}</bdi>
            </p>
            <IconButton Icon={IconRefresh} {...button(error, () => retrySame(error))}>
              {t('panel.erp.retrySame', { count })}
            </IconButton>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
