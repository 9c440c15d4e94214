import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { customerColumns } from '#shared/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FetchCustomers } from '../erp/FetchCustomers.tsx'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { createListExporter } from '../list/exporters.ts'
import { FilterBar } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { CustomerTable } from './CustomerTable.tsx'
import { useAgentChoices, usePriceGroups, withChosen } from './choices.ts'
import { customerList, noAgent } from './customerSearch.ts'

export function CustomerListPage() {
  const list = useList({
    savedAs: 'customers',
    definition: customerList,
    queryKey: ['customers'],
    load: async ({ text, ...request }, options) =>
      (await api.post('/api/Account/GetCustomerList', { ...request, search: text }, options)).data,
  })
  const selection = useSelection(list)
  const { text: searchText, ...filters } = list.criteria
  const exporter = createListExporter(
    '/api/Account/ExportCustomers',
    customerColumns,
    { ...filters, search: searchText },
    { city: ['city', 'country'] },
  )
  const mayAdd = useMayOpen(pages.customerCreate)
  return (
    <ListPage
      title={t('panel.customers')}
      list={list}
      total={(count) => t('panel.customer.total', { count })}
      empty={{ title: t('panel.customer.emptyTitle'), text: t('panel.customer.emptyText') }}
      actions={
        <Group gap="xs">
          <FetchCustomers />
          {mayAdd && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/customer/create" {...props} />}
            >
              {t('panel.customerCreate')}
            </Button>
          )}
        </Group>
      }
      filters={<Filters search={list.search} set={list.set} saved={list.saved} />}
    >
      {(rows) => <CustomerTable list={list} rows={rows} selection={selection} exporter={exporter} />}
    </ListPage>
  )
}

type CustomerList = ReturnType<typeof useList<typeof customerList, unknown>>

function Filters({ search, set, saved }: Pick<CustomerList, 'search' | 'set' | 'saved'>) {
  const isNoAgent = search.agent === noAgent
  const agents = useAgentChoices(isNoAgent ? null : search.agent)
  const priceGroups = usePriceGroups().map((group) => ({ value: group, label: group }))
  return (
    <FilterBar saved={saved} label={t('panel.customer.search')} search={search} set={set}>
      <ChoiceChip
        label={t('order.salesPerson')}
        value={search.agent}
        onChange={(agent) => set({ agent })}
        options={[{ value: noAgent, label: t('panel.customer.withoutAgent') }, ...agents]}
      />
      <ChoiceChip
        label={t('panel.customer.priceGroup')}
        value={search.priceGroup}
        onChange={(priceGroup) => set({ priceGroup })}
        options={withChosen(priceGroups, search.priceGroup)}
      />
      <ChoiceChip
        label={t('order.state')}
        value={search.state}
        onChange={(state) => set({ state })}
        options={(['open', 'blocked', 'deleted'] as const).map((state) => ({
          value: state,
          label: t(`panel.customer.state.${state}`),
        }))}
      />
    </FilterBar>
  )
}
