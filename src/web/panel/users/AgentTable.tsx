import { useState } from 'react'
import type { Agent } from '#shared/agents.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import type { Exporter } from '../list/bulk.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import type { List, Sorting } from '../list/useList.ts'
import type { Selection } from '../list/useSelection.ts'
import { AgentUsers, CustomerCount } from './AgentPeople.tsx'
import { Email } from './Email.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { PersonState } from './PersonState.tsx'
import { RowActions } from './RowActions.tsx'
import { useAgentRemoval } from './removal.ts'
import classes from './UserTable.module.css'
import type { AgentSort } from './userSearch.ts'

const columns: Column<Agent, AgentSort>[] = [
  {
    name: t('panel.agent.code'),
    sort: 'salesPersonCode',
    cell: (row) => <bdi className={classes.code}>{row.salesPersonCode}</bdi>,
  },
  { name: t('panel.person.name'), sort: 'firstLastName', cell: (row) => row.firstLastName },
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

type PendingDelete = { agent: Agent; onDone: () => void }

type Props = {
  list: List<Agent> & { sorting: Sorting<AgentSort> }
  rows: Agent[]
  selection: Selection<Agent>
  exporter: Exporter
}

/** No bulk delete: deleting an agent asks who takes over their customers. */
export function AgentTable({ list, rows, selection, exporter }: Props) {
  const mayEdit = useMayOpen(pages.agentEdit)
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>()
  return (
    <>
      <DataTable
        label={t('panel.agents')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowLink={(row) => (mayEdit ? { to: '/user/sp-edit/$id', params: { id: row.id } } : undefined)}
        {...(mayEdit ? { rowActions: rowActionsWith(setPendingDelete) } : {})}
        sorting={list.sorting}
        list={list}
        columnsName="agents"
        selection={selection}
        exporter={exporter}
      />
      {pendingDelete && (
        <HandOverDialog
          agent={pendingDelete.agent}
          isDeleting
          onDone={pendingDelete.onDone}
          onClosed={() => setPendingDelete(undefined)}
        />
      )}
    </>
  )
}

const rowActionsWith = (onAsk: (pendingDelete: PendingDelete) => void) => (row: Agent) => (
  <Actions row={row} onAsk={onAsk} />
)

function Actions({ row, onAsk }: { row: Agent; onAsk: (pendingDelete: PendingDelete) => void }) {
  const { remove, restore, isBusy } = useAgentRemoval()
  const agent = { id: row.id, name: row.firstLastName }
  return (
    <RowActions
      name={row.firstLastName}
      isDeleted={row.isDeleted}
      isBusy={isBusy}
      edit={{ to: '/user/sp-edit/$id', params: { id: row.id } }}
      onRemove={(onDone) => (row.customers > 0 ? onAsk({ agent: row, onDone }) : remove(agent, onDone))}
      onRestore={(onDone) => restore(agent, onDone)}
    />
  )
}
