import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { agentColumns } from '#shared/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { createListExporter } from '../list/exporters.ts'
import { FilterBar } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { AgentTable } from './AgentTable.tsx'
import { agentList, personStates } from './userSearch.ts'

export function AgentListPage() {
  const list = useList({
    savedAs: 'agents',
    definition: agentList,
    queryKey: ['agents'],
    load: async ({ text, ...request }, options) =>
      (await api.post('/api/Account/GetSalesPersons', { ...request, search: text }, options)).data,
  })
  const selection = useSelection(list)
  const { text: searchText, ...filters } = list.criteria
  const exporter = createListExporter('/api/Account/ExportSalesPersons', agentColumns, {
    ...filters,
    search: searchText,
  })
  const mayAdd = useMayOpen(pages.agentCreate)
  const { search, set } = list
  return (
    <ListPage
      title={t('panel.agents')}
      list={list}
      total={(count) => t('panel.agent.total', { count })}
      empty={{ title: t('panel.agent.emptyTitle'), text: t('panel.agent.emptyText') }}
      actions={
        mayAdd && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/user/sp-create" {...props} />}
          >
            {t('panel.agentCreate')}
          </Button>
        )
      }
      filters={
        <FilterBar saved={list.saved} label={t('panel.agent.search')} search={search} set={set}>
          <ChoiceChip
            label={t('order.state')}
            value={search.state}
            onChange={(state) => set({ state })}
            options={personStates.map((state) => ({ value: state, label: t(`panel.person.state.${state}`) }))}
          />
        </FilterBar>
      }
    >
      {(rows) => <AgentTable list={list} rows={rows} selection={selection} exporter={exporter} />}
    </ListPage>
  )
}
