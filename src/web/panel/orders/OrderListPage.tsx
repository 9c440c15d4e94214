import { IconArrowUp, IconBan, IconFileTypePdf, IconFileTypeXls, IconTransfer } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { orderColumns } from '#shared/exports/exportColumns.ts'
import { mayAmend, mayTransfer, orderStateNames } from '#shared/orders/orderStates.ts'
import type { OrderRow } from '#shared/orders/orders.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatDateTime, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import { useAgentChoices, withChosen } from '../customers/choices.ts'
import { IconButton } from '../IconButton.tsx'
import { notInState } from '../list/bulk.ts'
import type { Column } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { BulkAction } from '../list/SelectionBar.tsx'
import { useList } from '../list/useList.ts'
import { PageButton } from '../PageButton.tsx'
import { useCall } from '../useCall.ts'
import { orderCustomerFinder } from './CustomerSelect.tsx'
import { OrderBadge, OrderTransferBadge } from './OrderBadges.tsx'
import classes from './OrderCard.module.css'
import { OrderFilesButton } from './OrderFilesTray.tsx'
import { downloadOrders, whyTooManyOrders } from './orderFiles.ts'
import { type OrderSort, orderList, toOrderRequest, transferStates } from './orderSearch.ts'
import { useOrderActions } from './useOrderActions.ts'
import { useOrderNews } from './useOrderNews.ts'

const columns: Column<OrderRow, OrderSort>[] = [
  {
    name: t('order.number'),
    sort: 'orderNumber',
    cell: (row) => <bdi className="number">{row.orderNumber}</bdi>,
  },
  { name: t('order.customer'), sort: 'customer', isWide: true, cell: (row) => row.customer },
  {
    name: t('order.date'),
    sort: 'orderDate',
    cell: (row) => <time dateTime={row.orderDate}>{formatDateTime(row.orderDate)}</time>,
  },
  { key: 'orderType', name: t('order.type'), cell: (row) => t(`orderType.short.${row.orderType}`) },
  { name: t('order.qty'), sort: 'qty', isNumber: true, cell: (row) => row.qty },
  {
    name: t('order.netAmount'),
    sort: 'amount',
    isNumber: true,
    cell: (row) => (
      <span className={classes.sums}>
        <Totals totals={row.totals} />
      </span>
    ),
  },
  {
    key: 'currency',
    name: t('order.currency'),
    isOptional: true,
    cell: (row) =>
      row.totals
        .map((total) => total.currency)
        .toSorted()
        .join(' '),
  },
  { name: t('order.salesPerson'), sort: 'salesPerson', cell: (row) => row.salesPerson },
  { key: 'state', name: t('order.state'), cell: (row) => <OrderBadge order={row} /> },
  {
    key: 'transfer',
    name: t('order.transfer'),
    isHidden: !settings.transferEnabled,
    isOptional: true,
    cell: (row) => <OrderTransferBadge order={row} />,
  },
  {
    name: t('order.transferedDate'),
    sort: 'transferedDate',
    isHidden: !settings.transferEnabled,
    isOptional: true,
    cell: (row) => (row.transferedDate ? formatDateTime(row.transferedDate) : '–'),
  },
]

/** A file says apart what one column shows. */
const fileColumns = {
  amount: ['amount', 'currency'],
  ...(settings.transferEnabled ? { state: ['state', 'transfer'] } : {}),
}

/** Other states concern only the office. */
const dealerTransferStates: readonly string[] = ['open', 'waiting', 'transferred']

const transferNames = {
  open: t('order.notTransferred'),
  waiting: t('panel.order.waiting'),
  sending: t('panel.erp.transfer.sending'),
  uncertain: t('panel.erp.view.uncertain'),
  dead: t('panel.erp.transfer.dead'),
  held: t('panel.erp.transfer.held'),
  transferred: t('order.transferred'),
}

/** Customers cannot filter by customer or agent. */
export function OrderListPage() {
  const list = useList({
    savedAs: 'orders',
    definition: orderList,
    queryKey: ['orders'],
    load: (request, options) => api.post('/api/Shop/GetOrders', toOrderRequest(request), options),
  })
  const isDealer = useSession(({ user }) => isCustomer(user))
  const isStaff = useMayOpen(pages.orderEdit)
  const maySeeAgents = useMayOpen(pages.agents)
  const { search, set, sorting } = list
  const agents = useAgentChoices(search.agent, { isEnabled: maySeeAgents })
  const brands = useBrandOptions(search.brand)
  const request = toOrderRequest(list.criteria)
  const isNewestFirst = ['orderDate', 'orderNumber'].includes(sorting.sort) && sorting.order === 'desc'
  const news = useOrderNews(isNewestFirst && list.page === 1)
  const showNew = () => {
    news.show()
    if (isNewestFirst) list.goToPage(1)
    else set({ sort: undefined, order: undefined })
  }
  return (
    <ListPage
      title={t('panel.orders')}
      list={list}
      total={(count) => t('orders.total', { count })}
      empty={{ title: t('orders.emptyTitle'), text: t('orders.emptyText') }}
      actions={
        <>
          <PageButton page={pages.heldOrders} />
          <OrderFilesButton />
          <span role="status">
            {news.unseen > 0 && (
              <IconButton Icon={IconArrowUp} variant="light" size="compact-md" onClick={showNew}>
                {t('panel.order.new', { count: news.unseen })}
              </IconButton>
            )}
          </span>
        </>
      }
      search={t('orders.search')}
      filters={{
        period: 'days',
        customer: !isDealer && { label: t('order.customer'), finder: orderCustomerFinder },
        state: {
          label: t('order.state'),
          options: optionsOf(orderStateNames, (state) => t(`order.state.${state}`)),
        },
        transfer: settings.transferEnabled && {
          label: t('order.transfer'),
          options: optionsOf(
            transferStates.filter((state) => !isDealer || dealerTransferStates.includes(state)),
            (state) => transferNames[state],
          ),
        },
        agent: maySeeAgents && { label: t('order.salesPerson'), options: agents },
        brand: { label: t('document.brand'), options: brands },
        orderType: {
          label: t('order.type'),
          options: optionsOf(['Rpt', 'Season'], (type) => t(`orderType.short.${type}`)),
        },
        mails: isStaff && {
          label: t('panel.order.mails'),
          options: [{ value: 'undelivered', label: t('panel.order.mailsUndelivered') }],
        },
      }}
      columns={columns}
      frozenColumns={2}
      rowLink={(row) => ({ to: '/siparisler/$orderId', params: { orderId: row.id } })}
      card={orderCard}
      bulkActions={useBulkActions()}
      exporter={createListExporter('/api/Shop/ExportOrders', orderColumns, request, fileColumns)}
    />
  )
}

function useBulkActions(): BulkAction<OrderRow>[] {
  const isStaff = useMayOpen(pages.orderEdit)
  const { cancelAll, transferAll } = useOrderActions()
  return [
    {
      label: 'PDF',
      icon: <IconFileTypePdf size={18} aria-hidden />,
      run: (chosen) => downloadOrders('pdf', chosen),
      asksNothing: true,
      whyNotAll: whyTooManyOrders,
    },
    {
      label: 'Excel',
      icon: <IconFileTypeXls size={18} aria-hidden />,
      run: (chosen) => downloadOrders('xlsx', chosen),
      asksNothing: true,
      whyNotAll: whyTooManyOrders,
    },
    ...(isStaff && settings.transferEnabled
      ? [
          {
            label: t('panel.order.transfer'),
            icon: <IconTransfer size={18} aria-hidden />,
            whyNot: (row: OrderRow) => {
              if (!mayTransfer(row)) return whyLocked(row)
              return row.isWaiting ? notInState(t('panel.order.waiting')) : undefined
            },
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
            whyNot: (row: OrderRow) => (mayAmend(row) ? undefined : whyLocked(row)),
            run: cancelAll,
          },
        ]
      : []),
  ]
}

const whyLocked = ({ transfer, state }: OrderRow) =>
  notInState(transfer ? t('order.transferred') : t(`order.state.${state}`))

/** A chosen brand that no longer exists has no name. */
function useBrandOptions(chosen: string | undefined) {
  const home = useCall(['shopHome'], (options) => api.get('/api/Shop/GetShopHome', {}, options))
  const brands = (home.data?.brands ?? []).map(({ brandId, brandName }) => ({
    value: brandId,
    label: brandName,
  }))
  return home.data ? withChosen(brands, chosen) : brands
}

/** For phones. */
function orderCard(row: OrderRow, renderLink: (name: ReactNode) => ReactNode): ReactNode {
  const { orderNumber, customer, orderDate, orderType, qty, totals, salesPerson } = row
  return (
    <>
      <div className={classes.line}>
        <span className={classes.long}>
          {renderLink(<bdi className="number">{orderNumber}</bdi>)} <bdi>{customer}</bdi>
        </span>
        <span>{t('ordering.cart.unitCount', { count: qty })}</span>
      </div>
      <div className={classes.line}>
        <time className={classes.soft} dateTime={orderDate}>
          {formatDateTime(orderDate)}
        </time>
        <span className={classes.amount}>
          {totals.map(({ amount, currency }) => (
            <bdi key={currency} className="number">
              {formatMoney(amount, currency)}
            </bdi>
          ))}
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.badges}>
          <OrderBadge order={row} />
          <span className={classes.soft}>{t(`orderType.short.${orderType}`)}</span>
        </span>
        <bdi className={classes.soft}>{salesPerson}</bdi>
      </div>
    </>
  )
}
