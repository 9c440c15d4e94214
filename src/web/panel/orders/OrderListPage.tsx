import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { orderColumns } from '#shared/exportColumns.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { createListExporter } from '../list/exporters.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderListTable } from './OrderTable.tsx'
import { orderList, toOrderRequest } from './orderSearch.ts'
import { useOrderNews } from './useOrderNews.ts'

export function OrderListPage() {
  const list = useList({
    savedAs: 'orders',
    definition: orderList,
    queryKey: ['orders'],
    load: async (request, options) =>
      (await api.post('/api/Shop/GetOrders', toOrderRequest(request), options)).data,
  })
  const selection = useSelection(list)
  const { search, set, sorting } = list
  const request = toOrderRequest(list.criteria)
  const exporter = createListExporter('/api/Shop/ExportOrders', orderColumns, request)
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
        <span role="status">
          {news.unseen > 0 && (
            <Button
              variant="light"
              size="compact-md"
              leftSection={<IconArrowUp size={18} aria-hidden />}
              onClick={showNew}
            >
              {t('panel.order.new', { count: news.unseen })}
            </Button>
          )}
        </span>
      }
      filters={<OrderFilters search={search} set={set} saved={list.saved} />}
    >
      {(rows) => (
        <OrderListTable list={list} rows={rows} selection={selection} exporter={exporter} request={request} />
      )}
    </ListPage>
  )
}
