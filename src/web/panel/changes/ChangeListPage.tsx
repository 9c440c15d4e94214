import { Badge, Button, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type ChangeAction, changeActions, changeSubjects, isByOperator } from '#shared/changeKinds.ts'
import { type Change, mostChanges } from '#shared/changes.ts'
import { fieldsOf } from '#shared/changeWords.ts'
import { changeColumns } from '#shared/exportColumns.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { undoChangeSets } from '../catalogue/undoChangeSets.ts'
import type { Column, Details } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { refetch } from '../refetch.ts'
import classes from './ChangeListPage.module.css'
import { changeList, toChangeCall } from './changeSearch.ts'
import { Difference } from './Difference.tsx'
import { SubjectName } from './SubjectName.tsx'

type FilterByUser = (userId: string) => void

const columnsWith = (filterByUser: FilterByUser): Column<Change>[] => [
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

export function ChangeListPage() {
  const list = useList({
    savedAs: 'changes',
    definition: changeList,
    queryKey: ['changes'],
    load: (request, options) => api.post('/api/Account/GetChanges', toChangeCall(request), options),
    // Must show a change made a moment ago.
    staleTime: 0,
  })
  const [first] = list.rows ?? []
  return (
    <ListPage
      title={t('panel.changes')}
      list={list}
      total={(count) =>
        count < mostChanges
          ? t('panel.changes.total', { count })
          : t('panel.changes.totalCapped', { count: formatCount(mostChanges) })
      }
      empty={{ title: t('panel.changes.emptyTitle'), text: t('panel.changes.emptyText') }}
      search={t('panel.changes.search')}
      filters={{
        subject: {
          label: t('panel.changes.what'),
          options: optionsOf(changeSubjects, (subject) => t(`panel.changes.subject.${subject}`)),
          // The record belongs to the previous subject.
          resets: ['subjectId'],
        },
        action: {
          label: t('panel.changes.action'),
          options: optionsOf(changeActions, (action) => t(`panel.changes.action.${action}`)),
        },
        period: 'days',
        subjectId: {
          fixedText: t('panel.changes.onlyOf', { name: first?.subjectName ?? '…' }),
          resets: ['subject'],
        },
        userId: { fixedText: t('panel.changes.onlyBy', { name: first?.userName ?? '…' }) },
      }}
      columns={columnsWith((userId) => list.set({ userId }))}
      details={details}
      rowActions={undoAction}
      exporter={createListExporter('/api/Account/ExportChanges', changeColumns, toChangeCall(list.criteria), {
        who: ['who', 'address'],
        what: ['what', 'name'],
        action: ['action', 'before', 'after'],
      })}
    />
  )
}

/** Undoes everything that was changed together with this line. */
function UndoButton({ changeSetId, name }: { changeSetId: string; name: string }) {
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
    await refetch('changes')
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
  filterByUser: FilterByUser
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
