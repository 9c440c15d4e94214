import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { customerColumns } from '#shared/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FetchCustomers } from '../erp/FetchCustomers.tsx'
import { exportBy } from '../list/exportBy.ts'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { CustomerTable } from './CustomerTable.tsx'
import { useAgentChoices, usePriceGroups, withChosen } from './choices.ts'
import { customerList, withoutAgent } from './customerSearch.ts'

/** Customers: found, filtered and sorted by the address of the page. */
export function CustomerListPage() {
  const list = useList({
    definition: customerList,
    queryKey: ['customers'],
    load: async ({ text, ...call }, options) =>
      (await api.post('/api/Account/GetCustomerList', { ...call, search: text }, options)).data,
  })
  const selection = useSelection(list)
  const { text: typed, ...filters } = list.asked
  const exporting = exportBy(
    '/api/Account/ExportCustomers',
    customerColumns,
    { ...filters, search: typed },
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
      filters={<Filters search={list.search} set={list.set} />}
    >
      {(rows) => <CustomerTable list={list} rows={rows} selection={selection} exporting={exporting} />}
    </ListPage>
  )
}

type CustomerList = ReturnType<typeof useList<typeof customerList, unknown>>

function Filters({ search, set }: Pick<CustomerList, 'search' | 'set'>) {
  const isWithout = search.agent === withoutAgent
  const agents = useAgentChoices(isWithout ? null : search.agent)
  const priceGroups = usePriceGroups().map((group) => ({ value: group, label: group }))
  return (
    <>
      <SearchField
        label={t('panel.customer.search')}
        value={search.text}
        onChange={(text) => set({ text })}
      />
      <FilterSelect
        label={t('order.salesPerson')}
        width={220}
        value={search.agent}
        onChange={(agent) => set({ agent })}
        options={[{ value: withoutAgent, label: t('panel.customer.withoutAgent') }, ...agents]}
      />
      <FilterSelect
        label={t('panel.customer.priceGroup')}
        width={130}
        value={search.priceGroup}
        onChange={(priceGroup) => set({ priceGroup })}
        options={withChosen(priceGroups, search.priceGroup)}
      />
      <FilterSelect
        label={t('order.state')}
        value={search.state}
        onChange={(state) => set({ state })}
        options={(['open', 'blocked', 'deleted'] as const).map((state) => ({
          value: state,
          label: t(`panel.customer.state.${state}`),
        }))}
      />
    </>
  )
}
