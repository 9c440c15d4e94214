import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { DayField } from '../list/DayField.tsx'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { instantsOf } from '../list/listSearch.ts'
import { SearchField } from '../list/SearchField.tsx'
import { useList } from '../list/useList.ts'
import { OrderTable } from './OrderTable.tsx'
import { orderList } from './orderSearch.ts'

export function OrderListPage() {
  const list = useList({
    definition: orderList,
    queryKey: ['orders'],
    load: async ({ from, to, ...call }, options) =>
      (await api.post('/api/Shop/GetOrders', { ...call, ...instantsOf({ from, to }) }, options)).data,
  })
  const { search, set } = list
  return (
    <ListPage
      title={t('panel.orders')}
      list={list}
      total={(count) => t('orders.total', { count })}
      empty={{ title: t('orders.emptyTitle'), text: t('orders.emptyText') }}
      filters={
        <>
          <SearchField label={t('orders.search')} value={search.text} onChange={(text) => set({ text })} />
          <FilterSelect
            label={t('order.type')}
            value={search.orderType}
            onChange={(orderType) => set({ orderType })}
            options={[
              { value: 'Rpt', label: t('orderType.short.Rpt') },
              { value: 'Season', label: t('orderType.short.Season') },
            ]}
          />
          {settings.transferEnabled && (
            <FilterSelect
              label={t('order.transfer')}
              width={170}
              value={search.transfer}
              onChange={(transfer) => set({ transfer })}
              options={[
                { value: true, label: t('order.transferred') },
                { value: false, label: t('order.notTransferred') },
              ]}
            />
          )}
          <DayField label={t('orders.from')} value={search.from} onChange={(from) => set({ from })} />
          <DayField label={t('orders.to')} value={search.to} onChange={(to) => set({ to })} />
        </>
      }
    >
      {(rows) => <OrderTable rows={rows} sorting={list.sorting} />}
    </ListPage>
  )
}
