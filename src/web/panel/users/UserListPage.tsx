import { Badge, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { userColumns } from '#shared/exports/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { roles } from '#shared/users/roles.ts'
import type { UserRow } from '#shared/users/users.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { useMayOpen } from '../access.ts'
import { notInState } from '../list/bulk.ts'
import type { Column } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { bulkRemoval, RowActions, useRemoval } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { PageButton } from '../PageButton.tsx'
import classes from './people.module.css'
import { Email, PersonState, stateFilter } from './people.tsx'
import { userRemoval } from './removal.ts'
import { type UserSort, userList } from './userSearch.ts'

const columns: Column<UserRow, UserSort>[] = [
  { name: t('login.username'), sort: 'username', cell: (row) => <bdi>{row.username}</bdi> },
  { name: t('panel.person.name'), sort: 'name', isWide: true, cell: (row) => row.name || '–' },
  {
    key: 'roles',
    name: t('panel.user.roles'),
    cell: (row) => (
      <Group gap={4} component="span" className={classes.roles}>
        {row.roles.map((role) => (
          <Badge key={role}>{t(`role.${role}`)}</Badge>
        ))}
      </Group>
    ),
  },
  { key: 'standsFor', name: t('panel.user.standsFor'), cell: (row) => row.of || '–' },
  { name: t('panel.person.email'), sort: 'email', cell: (row) => <Email person={row} /> },
  {
    name: t('panel.user.lastSignIn'),
    sort: 'lastSignIn',
    isNamed: true,
    cell: (row) =>
      row.lastSignIn ? (
        <time dateTime={row.lastSignIn}>{formatDateTime(row.lastSignIn)}</time>
      ) : (
        t('panel.user.never')
      ),
  },
  { key: 'state', name: t('order.state'), cell: (row) => <PersonState person={row} /> },
]

const editLink = ({ id }: UserRow) => ({ to: '/user/edit/$id' as const, params: { id } })

export function UserListPage() {
  const list = useList({
    savedAs: 'users',
    definition: userList,
    queryKey: ['users'],
    load: (request, options) => api.post('/api/Account/GetSystemUsers', toCall(request), options),
  })
  const mayEdit = useMayOpen(pages.userEdit)
  const ownId = useSession((session) => session.user?.id)
  const removal = bulkRemoval<UserRow>(userRemoval, {
    whyNot: (row) => {
      if (row.isDeleted) return notInState(t('panel.product.state.deleted'))
      if (row.id === ownId) return t('error.user.oneself')
      return row.canEdit ? undefined : t('error.user.notYours')
    },
    describe: (row) => ({ id: row.id, name: row.username, link: editLink(row) }),
  })
  return (
    <ListPage
      title={t('panel.users')}
      list={list}
      total={(count) => t('panel.user.total', { count })}
      empty={{ title: t('panel.user.emptyTitle'), text: t('panel.user.emptyText') }}
      actions={<PageButton page={pages.userCreate} Icon={IconPlus} isMain />}
      search={t('panel.user.search')}
      filters={{
        role: { label: t('panel.user.role'), options: optionsOf(roles, (role) => t(`role.${role}`)) },
        state: stateFilter,
      }}
      columns={columns}
      rowLink={(row) => (mayEdit ? editLink(row) : undefined)}
      rowActions={mayEdit ? rowActions : undefined}
      bulkActions={mayEdit ? [removal] : []}
      exporter={createListExporter('/api/Account/ExportUsers', userColumns, toCall(list.criteria))}
    />
  )
}

const rowActions = (row: UserRow) => <Actions row={row} />

function Actions({ row }: { row: UserRow }) {
  const { id, username: name, isDeleted } = row
  const removal = useRemoval(userRemoval, { id, name })
  const isSelf = useSession((session) => session.user?.id === id)
  if (!row.canEdit) return null
  return (
    <RowActions
      name={name}
      isDeleted={isDeleted}
      removal={removal}
      canRemove={!isSelf}
      edit={editLink(row)}
    />
  )
}
