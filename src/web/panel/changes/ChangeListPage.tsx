import { Badge, Button, Table, Text, UnstyledButton } from '@mantine/core'
import {
  type ChangeAction,
  changeActions,
  changeSubjects,
  isByOperator,
} from '#shared/changes/changeKinds.ts'
import { type Change, mostChanges } from '#shared/changes/changes.ts'
import { fieldsOf } from '#shared/changes/changeWords.ts'
import { changeColumns } from '#shared/exports/exportColumns.ts'
import { type Page, pages } from '#shared/pages.ts'
import { api, CallFailed } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { undoChangeSets } from '../catalogue/undoChangeSets.ts'
import type { Column, Details } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/useList.ts'
import { PageLink } from '../PageLink.tsx'
import { confirmingBelowHalf } from '../prices/belowHalf.ts'
import { useBusy } from '../useBusy.ts'
import classes from './ChangeListPage.module.css'
import { changeList, toChangeCall } from './changeSearch.ts'
import { fieldName, readable, subjectText } from './changeWords.ts'

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
    isWide: true,
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
    cell: (row) => <Badge color={colors[row.action]}>{t(`panel.changes.action.${row.action}`)}</Badge>,
  },
]

const details: Details<Change> = { label: fieldCountLabel, content: (row) => <Difference change={row} /> }

const undoAction = (change: Change) =>
  (change.changeSetId ?? change.canUndo) && <UndoButton change={change} />

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
          fixedText: t('panel.changes.onlyOf', { name: first ? subjectText(first) : '…' }),
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
function UndoButton({ change }: { change: Change }) {
  const { button } = useBusy('changes')
  const undo = async () => {
    if (change.changeSetId) await undoChangeSets([change.changeSetId])
    const isUndone = change.changeSetId !== undefined || (await undoRecord(change))
    if (isUndone) notifyDone(t('notice.undone'))
  }
  const label = t('panel.changes.undoName', { name: subjectText(change) })
  return (
    <Button variant="default" aria-label={label} {...button('undo', undo)}>
      {t('action.undo')}
    </Button>
  )
}

/** Says which fields were left because someone changed them since, or why nothing was undone. */
async function undoRecord({ id, subject }: Change): Promise<boolean> {
  const { data } = await confirmingBelowHalf((confirmed) =>
    api.post('/api/Account/UndoRecordChange', { id, confirmed }),
  ).catch((error: unknown) => {
    throw error instanceof CallFailed ? new Error(refusalText(subject, error)) : error
  })
  void queryClient.invalidateQueries()
  const { isUndone, kept } = data
  if (kept.length > 0)
    notifyDone(
      t('panel.changes.undoKeptFields', { fields: kept.map((name) => fieldName(subject, name)).join(', ') }),
    )
  return isUndone
}

/** There is no field beside which a problem could stand. */
function refusalText(subject: Change['subject'], { message, fields }: CallFailed): string {
  const problems = Object.entries(fields).map(([path, text]) => {
    const [name = path] = path.split('.')
    return `${fieldName(subject, name)}: ${text}`
  })
  return [message, ...problems].join(' ')
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
  accepted: good,
  returned: neutral,
  expired: bad,
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

/** Deletions are struck out, insertions underlined. A side that is empty as a whole is omitted. */
function Difference({ change }: { change: Change }) {
  const { subject, before, after } = change
  return (
    <Table className={classes.table} role="table" aria-label={t('panel.changes.difference')}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          <Table.Th role="columnheader">{t('panel.changes.fieldColumn')}</Table.Th>
          {before && <Table.Th role="columnheader">{t('panel.changes.before')}</Table.Th>}
          {after && <Table.Th role="columnheader">{t('panel.changes.after')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {fieldsOf(change).map((name) => {
          const was = readable(subject, name, before?.[name])
          const is = readable(subject, name, after?.[name])
          return (
            <Table.Tr key={name} role="row">
              <Table.Th role="rowheader" scope="row">
                {fieldName(subject, name)}
              </Table.Th>
              {before && (
                <Table.Td role="cell" data-label={t('panel.changes.before')}>
                  <Items items={was} others={is} as="del" />
                </Table.Td>
              )}
              {after && (
                <Table.Td role="cell" data-label={t('panel.changes.after')}>
                  <Items items={is} others={was} as="ins" />
                </Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

type ItemsProps = { items: string[]; others: string[]; as: 'del' | 'ins' }

/** Marks only items that the other side lacks. */
function Items({ items, others, as: Mark }: ItemsProps) {
  if (items.length === 0) return '–'
  return (
    <ul className="plain">
      {items.map((item) => (
        <li key={item}>
          {others.includes(item) ? (
            <Item item={item} />
          ) : (
            <Mark>
              <Item item={item} />
            </Mark>
          )}
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: string }) {
  if (item.startsWith('/pictures/')) {
    return <img className={classes.picture} src={item} alt={t('panel.changes.picture')} />
  }
  return <bdi>{item}</bdi>
}

const pageOf: Partial<Record<Change['subject'], Page>> = {
  user: pages.userEdit,
  agent: pages.agentEdit,
  customer: pages.customerEdit,
  order: pages.order,
  settings: pages.settings,
}

/** The subject's name at that time, linked if the user may open its page. */
function SubjectName({ change }: { change: Change }) {
  const { subject, subjectId } = change
  const name = <bdi>{subjectText(change)}</bdi>
  const page = pageOf[subject]
  // There is one page of settings.
  if (!page || (!subjectId && page !== pages.settings)) return name
  const params = subject === 'order' ? { orderId: subjectId } : { id: subjectId }
  return (
    <PageLink page={page} link={{ params: params as never }}>
      {name}
    </PageLink>
  )
}
