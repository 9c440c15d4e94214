import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { userColumns } from '#shared/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { roles } from '#shared/roles.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { createListExporter } from '../list/exporters.ts'
import { FilterBar } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { useSelection } from '../list/useSelection.ts'
import { UserTable } from './UserTable.tsx'
import { personStates, userList } from './userSearch.ts'

export function UserListPage() {
  const list = useList({
    savedAs: 'users',
    definition: userList,
    queryKey: ['users'],
    load: async ({ text, ...request }, options) =>
      (await api.post('/api/Account/GetSystemUsers', { ...request, search: text }, options)).data,
  })
  const selection = useSelection(list)
  const { text: searchText, ...filters } = list.criteria
  const exporter = createListExporter('/api/Account/ExportUsers', userColumns, {
    ...filters,
    search: searchText,
  })
  const mayAdd = useMayOpen(pages.userCreate)
  const { search, set } = list
  return (
    <ListPage
      title={t('panel.users')}
      list={list}
      total={(count) => t('panel.user.total', { count })}
      empty={{ title: t('panel.user.emptyTitle'), text: t('panel.user.emptyText') }}
      actions={
        mayAdd && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/user/create" {...props} />}
          >
            {t('panel.userCreate')}
          </Button>
        )
      }
      filters={
        <FilterBar saved={list.saved} label={t('panel.user.search')} search={search} set={set}>
          <ChoiceChip
            label={t('panel.user.role')}
            value={search.role}
            onChange={(role) => set({ role })}
            options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
          <ChoiceChip
            label={t('order.state')}
            value={search.state}
            onChange={(state) => set({ state })}
            options={personStates.map((state) => ({ value: state, label: t(`panel.person.state.${state}`) }))}
          />
        </FilterBar>
      }
    >
      {(rows) => <UserTable list={list} rows={rows} selection={selection} exporter={exporter} />}
    </ListPage>
  )
}
