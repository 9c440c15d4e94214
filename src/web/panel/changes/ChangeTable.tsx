import { Badge, Button, Text, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeAction, isByOperator } from '#shared/changeKinds.ts'
import type { Change } from '#shared/changes.ts'
import { fieldsOf } from '#shared/changeWords.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { undoChangeSets } from '../catalogue/undoChangeSets.ts'
import type { Exporter } from '../list/bulk.ts'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import type { List } from '../list/useList.ts'
import classes from './ChangeTable.module.css'
import { Difference } from './Difference.tsx'
import { SubjectName } from './SubjectName.tsx'

type Props = {
  list: List<Change>
  rows: Change[]
  filterByUser: (userId: string) => void
  exporter: Exporter
}

const columnsWith = (filterByUser: Props['filterByUser']): Column<Change>[] => [
  {
    key: 'when',
    name: t('panel.changes.when'),
    cell: (row) => (
      <time className={classes.when} dateTime={row.at}>
        {formatDateTime(row.at)}
      </time>
    ),
  },
  { key: 'who', name: t('panel.changes.who'), cell: (row) => <Who row={row} filterByUser={filterByUser} /> },
  {
    key: 'what',
    name: t('panel.changes.what'),
    cell: (row) => (
      <div>
        <Text size="xs" c="var(--ink-soft)">
          {t(`panel.changes.subject.${row.subject}`)}
        </Text>
        <SubjectName change={row} />
      </div>
    ),
  },
  {
    key: 'action',
    name: t('panel.changes.action'),
    cell: (row) => (
      <Badge variant="light" color={colors[row.action]}>
        {t(`panel.changes.action.${row.action}`)}
      </Badge>
    ),
  },
]

const details: Details<Change> = { label: fieldCountLabel, content: (row) => <Difference change={row} /> }

const undoAction = ({ changeSetId, subjectName }: Change) =>
  changeSetId && <UndoButton changeSetId={changeSetId} name={subjectName} />

export function ChangeTable({ list, rows, filterByUser, exporter }: Props) {
  return (
    <DataTable
      label={t('panel.changes')}
      columns={columnsWith(filterByUser)}
      rows={rows}
      rowKey={(row) => row.id}
      list={list}
      columnsName="changes"
      exporter={exporter}
      details={details}
      rowActions={undoAction}
    />
  )
}

/** Undoes everything that was changed together with this line. */
function UndoButton({ changeSetId, name }: { changeSetId: string; name: string }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const undo = async () => {
    setIsBusy(true)
    try {
      await undoChangeSets([changeSetId])
      notifyDone(t('notice.undone'))
    } catch (error) {
      notifyFailure(error)
    }
    setIsBusy(false)
    await queryClient.invalidateQueries({ queryKey: ['changes'] })
  }
  return (
    <Button
      variant="default"
      aria-label={t('panel.changes.undoName', { name })}
      aria-busy={isBusy}
      onClick={() => {
        if (!isBusy) void undo()
      }}
    >
      {t('action.undo')}
    </Button>
  )
}

function fieldCountLabel(row: Change): string | undefined {
  const count = fieldsOf(row).length
  return count > 0 ? t('panel.changes.fields', { count }) : undefined
}

/** Clicking the name filters by that user. */
function Who({
  row: { userId, userName, address },
  filterByUser,
}: {
  row: Change
  filterByUser: Props['filterByUser']
}) {
  return (
    <div>
      {userId ? (
        <UnstyledButton
          className={classes.who}
          aria-label={t('panel.changes.onlyBy', { name: userName })}
          onClick={() => filterByUser(userId)}
        >
          <bdi>{userName}</bdi>
        </UnstyledButton>
      ) : isByOperator({ userName }) ? (
        t('panel.changes.operator')
      ) : (
        <bdi>{userName}</bdi>
      )}
      {address && (
        <Text size="xs" c="var(--ink-soft)">
          <bdi>{address}</bdi>
        </Text>
      )}
    </div>
  )
}

const neutral = 'gray'
const good = 'green'
const bad = 'red'
const colors: Record<ChangeAction, string> = {
  added: good,
  changed: neutral,
  deleted: bad,
  restored: good,
  placed: good,
  imported: good,
  importUndone: neutral,
  passwordChanged: neutral,
  passwordReset: neutral,
  twoFactorOn: neutral,
  twoFactorOff: bad,
  sessionsEnded: neutral,
  brandsExcluded: neutral,
  handedOver: neutral,
  cancelled: bad,
  split: neutral,
  transferRequested: neutral,
  transferHeld: neutral,
  transferGone: neutral,
  transferWithdrawn: neutral,
  transferred: good,
  noteAdded: neutral,
  noteDeleted: bad,
  noteRestored: neutral,
  mailSentAgain: neutral,
  mailDropped: neutral,
  merged: neutral,
}
