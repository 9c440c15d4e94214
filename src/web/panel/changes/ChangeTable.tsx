import { Badge, Text, UnstyledButton } from '@mantine/core'
import { type ChangeAction, isByOperator } from '#shared/changeKinds.ts'
import type { Change } from '#shared/changes.ts'
import { fieldsOf } from '#shared/changeWords.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Exporting } from '../list/bulk.ts'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import type { List } from '../list/useList.ts'
import classes from './ChangeTable.module.css'
import { Difference } from './Difference.tsx'
import { SubjectName } from './SubjectName.tsx'

type Props = {
  list: List<Change>
  rows: Change[]
  onlyBy: (userId: string) => void
  exporting: Exporting
}

const columnsWith = (onlyBy: Props['onlyBy']): Column<Change>[] => [
  {
    key: 'when',
    name: t('panel.changes.when'),
    cell: (row) => (
      <time className={classes.when} dateTime={row.at}>
        {formatDateTime(row.at)}
      </time>
    ),
  },
  { key: 'who', name: t('panel.changes.who'), cell: (row) => <Who row={row} onlyBy={onlyBy} /> },
  {
    key: 'what',
    name: t('panel.changes.what'),
    cell: (row) => (
      <div>
        <Text size="xs" c="var(--ink-soft)">
          {t(`panel.changes.subject.${row.subject}`)}
        </Text>
        <SubjectName of={row} />
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

const details: Details<Change> = { label: countOf, content: (row) => <Difference of={row} /> }

/** Changes as a table, each of which opens to what was there before and after. */
export function ChangeTable({ list, rows, onlyBy, exporting }: Props) {
  return (
    <DataTable
      label={t('panel.changes')}
      columns={columnsWith(onlyBy)}
      rows={rows}
      rowKey={(row) => row.id}
      list={list}
      remember="changes"
      exporting={exporting}
      details={details}
    />
  )
}

/** How many fields there are to be seen; none where there are none. */
function countOf(row: Change): string | undefined {
  const count = fieldsOf(row).length
  return count > 0 ? t('panel.changes.fields', { count }) : undefined
}

/** Who it was and where from; a press on the name lists what else they did. */
function Who({ row: { userId, userName, address }, onlyBy }: { row: Change; onlyBy: Props['onlyBy'] }) {
  return (
    <div>
      {userId ? (
        <UnstyledButton
          className={classes.who}
          aria-label={t('panel.changes.onlyBy', { name: userName })}
          onClick={() => onlyBy(userId)}
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

const calm = 'gray'
const good = 'green'
const bad = 'red'
const colors: Record<ChangeAction, string> = {
  added: good,
  changed: calm,
  deleted: bad,
  restored: good,
  placed: good,
  imported: good,
  importUndone: calm,
  passwordChanged: calm,
  passwordReset: calm,
  twoFactorOn: calm,
  twoFactorOff: bad,
  sessionsEnded: calm,
  brandsExcluded: calm,
  handedOver: calm,
  cancelled: bad,
  split: calm,
  transferRequested: calm,
  transferHeld: calm,
  transferGone: calm,
  transferWithdrawn: calm,
  transferred: good,
  noteAdded: calm,
  noteDeleted: bad,
  noteRestored: calm,
  mailSentAgain: calm,
  mailDropped: calm,
  merged: calm,
}
