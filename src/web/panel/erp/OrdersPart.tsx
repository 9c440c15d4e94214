import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { FilterBar } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { errorClasses, transferList, transferViews } from './erpSearch.ts'
import { Refusals } from './Refusals.tsx'
import { TransferTable } from './TransferTable.tsx'
import { useErpLink } from './useErpLink.ts'

const filterNames = ['text', 'state', 'errorClass'] as const

export function OrdersPart() {
  const all = useList({
    definition: transferList,
    queryKey: ['transfers'],
    load: async ({ tab: _tab, run: _run, sort: _sort, order: _order, ...request }, options) =>
      (await api.post('/api/Erp/GetTransfers', request, options)).data,
    staleTime: 0,
  })
  const { search, set } = all
  // The URL's tab is not a filter.
  const list = {
    ...all,
    isFiltered: filterNames.some((name) => Object.hasOwn(search, name)),
    clearFilters: () => set({ text: undefined, state: undefined, errorClass: undefined }),
  }
  const selection = useSelection(list)
  const refusals = useFreshRefusals()
  return (
    <>
      {refusals && <Refusals refusals={refusals} />}
      <ListPage
        title={t('panel.erp.orders')}
        list={list}
        total={(count) => t('orders.total', { count })}
        empty={{ title: t('panel.erp.ordersEmpty'), text: t('panel.erp.ordersEmptyText') }}
        filters={
          <FilterBar label={t('panel.erp.search')} search={search} set={set}>
            <ChoiceChip
              label={t('order.state')}
              value={search.state}
              onChange={(state) => set({ state })}
              options={transferViews.map((value) => ({ value, label: t(`panel.erp.view.${value}`) }))}
            />
            <ChoiceChip
              label={t('panel.erp.error')}
              value={search.errorClass}
              onChange={(errorClass) => set({ errorClass })}
              options={errorClasses.map((value) => ({ value, label: t(`panel.erp.errorClass.${value}`) }))}
            />
          </FilterBar>
        }
      >
        {(rows) => <TransferTable list={list} rows={rows} selection={selection} view={search.state} />}
      </ListPage>
    </>
  )
}

/** Reloads the list whenever the queue changes. */
function useFreshRefusals() {
  const queryClient = useQueryClient()
  const { data } = useErpLink({ isWatched: true })
  const queueState = JSON.stringify(data?.state)
  useEffect(() => {
    if (queueState) void queryClient.invalidateQueries({ queryKey: ['transfers'] })
  }, [queueState, queryClient])
  return data?.state.refusals
}
