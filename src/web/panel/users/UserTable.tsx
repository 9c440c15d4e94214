import { Badge, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { pages } from '#shared/pages.ts'
import type { UserRow } from '#shared/users.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { useMayOpen } from '../access.ts'
import type { BulkAction, Exporter } from '../list/bulk.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import type { List, Sorting } from '../list/useList.ts'
import type { Selection } from '../list/useSelection.ts'
import { Email } from './Email.tsx'
import { PersonState } from './PersonState.tsx'
import { RowActions } from './RowActions.tsx'
import { useBulkUserRemoval, useUserRemoval } from './removal.ts'
import classes from './UserTable.module.css'
import type { UserSort } from './userSearch.ts'

const columns: Column<UserRow, UserSort>[] = [
  { name: t('login.username'), sort: 'username', cell: (row) => <bdi>{row.username}</bdi> },
  { name: t('panel.person.name'), sort: 'name', cell: (row) => row.name || '–' },
  {
    key: 'roles',
    name: t('panel.user.roles'),
    cell: (row) => (
      <Group gap={4} component="span" className={classes.roles}>
        {row.roles.map((role) => (
          <Badge key={role} variant="light">
            {t(`role.${role}`)}
          </Badge>
        ))}
      </Group>
    ),
  },
  { key: 'standsFor', name: t('panel.user.standsFor'), cell: (row) => row.of || '–' },
  {
    name: t('panel.person.email'),
    sort: 'email',
    cell: (row) => <Email person={row} />,
  },
  {
    name: t('panel.user.lastSignIn'),
    sort: 'lastSignIn',
    cell: (row) =>
      row.lastSignIn ? (
        <time dateTime={row.lastSignIn}>{formatDateTime(row.lastSignIn)}</time>
      ) : (
        t('panel.user.never')
      ),
  },
  { key: 'state', name: t('order.state'), cell: (row) => <PersonState person={row} /> },
]

type Props = {
  list: List<UserRow> & { sorting: Sorting<UserSort> }
  rows: UserRow[]
  selection: Selection<UserRow>
  exporter: Exporter
}

export function UserTable({ list, rows, selection, exporter }: Props) {
  const mayEdit = useMayOpen(pages.userEdit)
  const ownId = useSession((session) => session.user?.id)
  const removeMany = useBulkUserRemoval()
  const removal: BulkAction<UserRow> = {
    label: t('panel.list.delete'),
    icon: <IconTrash size={18} aria-hidden />,
    isDangerous: true,
    appliesTo: (row) => row.canEdit && !row.isDeleted && row.id !== ownId,
    run: removeMany,
  }
  return (
    <DataTable
      label={t('panel.users')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowLink={(row) => (mayEdit ? { to: '/user/edit/$id', params: { id: row.id } } : undefined)}
      {...(mayEdit ? { rowActions } : {})}
      sorting={list.sorting}
      list={list}
      columnsName="users"
      selection={selection}
      bulkActions={mayEdit ? [removal] : []}
      exporter={exporter}
    />
  )
}

const rowActions = (row: UserRow) => <Actions row={row} />

function Actions({ row }: { row: UserRow }) {
  const { remove, restore, isBusy } = useUserRemoval()
  const isSelf = useSession((session) => session.user?.id === row.id)
  if (!row.canEdit) return null
  const user = { id: row.id, name: row.username }
  return (
    <RowActions
      name={row.username}
      isDeleted={row.isDeleted}
      isBusy={isBusy}
      edit={{ to: '/user/edit/$id', params: { id: row.id } }}
      onRemove={isSelf ? undefined : (onDone) => remove(user, onDone)}
      onRestore={(onDone) => restore(user, onDone)}
    />
  )
}
