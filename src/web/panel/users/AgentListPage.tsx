import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Agent } from '#shared/customers/agents.ts'
import { agentColumns } from '#shared/exports/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import type { Column } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { RowActions, useRemoval } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { PageButton } from '../PageButton.tsx'
import { AgentUsers, CustomerCount } from './AgentPeople.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import classes from './people.module.css'
import { Email, PersonState, stateFilter } from './people.tsx'
import { agentRemoval } from './removal.ts'
import { type AgentSort, agentList } from './userSearch.ts'

const columns: Column<Agent, AgentSort>[] = [
  {
    name: t('panel.agent.code'),
    sort: 'salesPersonCode',
    cell: (row) => <bdi className={classes.code}>{row.salesPersonCode}</bdi>,
  },
  { name: t('panel.person.name'), sort: 'firstLastName', isWide: true, cell: (row) => row.firstLastName },
  {
    key: 'phone',
    name: t('panel.person.phone'),
    cell: (row) => <bdi className="number">{row.phone || '–'}</bdi>,
  },
  { key: 'email', name: t('panel.person.email'), cell: (row) => <Email person={row} /> },
  {
    name: t('panel.customers'),
    sort: 'customers',
    isNumber: true,
    cell: (row) => <CustomerCount agent={row} />,
  },
  { key: 'users', name: t('panel.users'), cell: (row) => <AgentUsers agent={row} /> },
  { key: 'state', name: t('order.state'), cell: (row) => <PersonState person={row} /> },
]

type PendingDelete = { agent: Agent; onDone: (() => void) | undefined }

const editLink = ({ id }: Agent) => ({ to: '/user/sp-edit/$id' as const, params: { id } })

/** No bulk delete: deleting an agent asks who takes over their customers. */
export function AgentListPage() {
  const list = useList({
    savedAs: 'agents',
    definition: agentList,
    queryKey: ['agents'],
    load: (request, options) => api.post('/api/Account/GetSalesPersons', toCall(request), options),
  })
  const mayEdit = useMayOpen(pages.agentEdit)
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>()
  return (
    <>
      <ListPage
        title={t('panel.agents')}
        list={list}
        total={(count) => t('panel.agent.total', { count })}
        empty={{ title: t('panel.agent.emptyTitle'), text: t('panel.agent.emptyText') }}
        actions={<PageButton page={pages.agentCreate} Icon={IconPlus} isMain />}
        search={t('panel.agent.search')}
        filters={{ state: stateFilter }}
        columns={columns}
        rowLink={(row) => (mayEdit ? editLink(row) : undefined)}
        rowActions={mayEdit ? rowActionsWith(setPendingDelete) : undefined}
        bulkActions={[]}
        exporter={createListExporter('/api/Account/ExportSalesPersons', agentColumns, toCall(list.criteria))}
      />
      {pendingDelete && (
        <HandOverDialog {...pendingDelete} isDeleting onClosed={() => setPendingDelete(undefined)} />
      )}
    </>
  )
}

type Ask = (pendingDelete: PendingDelete) => void

const rowActionsWith = (onAsk: Ask) => (row: Agent) => <Actions row={row} onAsk={onAsk} />

function Actions({ row, onAsk }: { row: Agent; onAsk: Ask }) {
  const { id, firstLastName: name, isDeleted, customers } = row
  const removal = useRemoval(agentRemoval, { id, name })
  const remove = customers > 0 ? (onDone?: () => void) => onAsk({ agent: row, onDone }) : removal.remove
  return (
    <RowActions name={name} isDeleted={isDeleted} removal={{ ...removal, remove }} edit={editLink(row)} />
  )
}
