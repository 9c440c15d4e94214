import { Badge, Group } from '@mantine/core'
import type { ImportChange, ImportDetail, ImportValue } from '#shared/imports/imports.ts'
import { api } from '#web/api.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Hint } from '../Hint.tsx'
import type { Column } from '../list/DataTable.tsx'
import { type Filters, optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { type ListSearch, toCall } from '../list/listSearch.ts'
import { useList } from '../list/useList.ts'
import classes from './Imports.module.css'
import { type ImportChangeSort, importChangeList } from './importSearch.ts'
import { targetName } from './targets.ts'

export function RunChanges({ run }: { run: ImportDetail }) {
  const { id, checkedAt, appliedAt, undoneAt } = run
  const list = useList({
    definition: importChangeList,
    queryKey: ['importChanges', id, checkedAt, appliedAt, undoneAt],
    load: async (request, options) => {
      const { data } = await api.post('/api/Shop/GetImportChanges', { ...toCall(request), id }, options)
      // Records of different kinds may have the same id.
      const items = data.items.map((row) => ({ ...row, id: `${row.entity} ${row.id}` }))
      return { data: { ...data, items } }
    },
  })
  return (
    <ListPage
      isPart
      title={t('panel.import.changesTitle')}
      list={list}
      total={(count) => t('panel.import.changesTotal', { count })}
      empty={{ title: t('panel.import.changesEmpty'), text: '' }}
      search={t('panel.import.findChange')}
      filters={filtersOf(run, list.search)}
      columns={columns}
    />
  )
}

type Search = ListSearch<typeof importChangeList>

function filtersOf(run: ImportDetail, search: Search): Filters<Search> {
  const isFinished = run.state === 'applied' || run.state === 'undone'
  const states = (['new', 'changed', 'unchanged', 'bad'] as const).filter(
    (state) => !isFinished || state !== 'unchanged',
  )
  const notes = run.state === 'undone' ? (['kept', 'removed', 'deactivated'] as const) : notesBefore(run)
  const fields = Object.entries(run.counts?.fields ?? {})
  return {
    state: {
      label: t('panel.import.changeState'),
      options: optionsOf(states, (state) => t(`panel.import.change.${state}`)),
    },
    field: fields.length > 0 && {
      label: t('panel.import.changedField'),
      options: fields.map(([value, count]) => ({
        value,
        label: `${targetName(value)} (${formatCount(count)})`,
      })),
    },
    note: (notes.length > 0 || search.note !== undefined) && {
      label: t('panel.import.noteColumn'),
      options: optionsOf<NonNullable<Search['note']>>(notes, (note) => t(`panel.import.note.${note}`)),
    },
  }
}

function notesBefore({ counts }: ImportDetail): ('differs' | 'stockMoved')[] {
  return [
    ...(counts?.differing ? (['differs'] as const) : []),
    ...(counts?.stockMoved ? (['stockMoved'] as const) : []),
  ]
}

const columns: Column<ImportChange, ImportChangeSort>[] = [
  { name: t('panel.import.what'), sort: 'itemCode', cell: (row) => <SubjectCell row={row} /> },
  { name: t('panel.import.changeState'), sort: 'state', cell: (row) => <ChangeBadge row={row} /> },
  { name: t('panel.import.fields'), cell: (row) => <FieldChanges change={row} /> },
  {
    name: t('panel.import.lineNumber'),
    sort: 'line',
    isNumber: true,
    cell: (row) => (row.line > 0 ? row.line : '–'),
  },
]

function SubjectCell({ row }: { row: ImportChange }) {
  const { entity, itemCode, colorCode, size, name, textKind = 'item' } = row
  if (entity === 'row') return '–'
  if (entity === 'brand' || entity === 'category' || entity === 'text') {
    const kind = entity === 'text' ? t(`panel.texts.kind.${textKind}`) : t(`panel.import.entity.${entity}`)
    return (
      <span>
        {kind}: <bdi>{name}</bdi>
      </span>
    )
  }
  return (
    <div>
      <bdi>
        <b>{[itemCode, colorCode, size].filter(Boolean).join(' · ')}</b>
      </bdi>
      {name && (
        <Hint>
          <bdi>{name}</bdi>
        </Hint>
      )}
    </div>
  )
}

const colors = { new: 'green', changed: 'blue', unchanged: 'gray', bad: 'red' }

function ChangeBadge({ row: { state, note } }: { row: ImportChange }) {
  return (
    <Group gap={4}>
      <Badge color={colors[state]}>{t(`panel.import.change.${state}`)}</Badge>
      {note && (
        <Badge variant="outline" color="gray" c="var(--ink)">
          {t(`panel.import.note.${note}`)}
        </Badge>
      )}
    </Group>
  )
}

/** Old value struck out, new one marked; for a bad row, its problem. */
function FieldChanges({ change: { fields, bad, kept } }: { change: ImportChange }) {
  if (bad) {
    return (
      <span>
        {bad.column && <span className={classes.name}>{targetName(bad.column)}: </span>}
        {t(`panel.import.reason.${bad.reason}`)}
        {bad.value && (
          <>
            {' '}
            <bdi className={classes.value}>{bad.value}</bdi>
          </>
        )}
      </span>
    )
  }
  if (fields.length === 0) return '–'
  const currentValues = new Map(kept?.map(({ name, now }) => [name, now]))
  return (
    <ul className={classes.changed}>
      {fields.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{targetName(name)}: </span>
          {before !== undefined && (
            <>
              <del>
                <Value value={before} />
              </del>{' '}
            </>
          )}
          {after === undefined ? (
            '–'
          ) : (
            <ins>
              <Value value={after} />
            </ins>
          )}
          {currentValues.has(name) && (
            <span className={classes.name}>
              {' '}
              {t('panel.import.nowThere', { value: formatValue(currentValues.get(name)) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Value({ value }: { value: ImportValue }) {
  return <bdi>{formatValue(value)}</bdi>
}

function formatValue(value: ImportValue | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return t(value ? 'panel.changes.yes' : 'panel.changes.no')
  if (Array.isArray(value)) return value.join(', ') || '–'
  return formatMoney(value.amount, value.currency)
}
