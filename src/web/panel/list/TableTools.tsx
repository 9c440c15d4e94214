import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { IconColumns3, IconKeyboard, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { IconAction } from '../IconButton.tsx'
import type { AnyColumn, Column, ColumnSettings } from './columns.ts'
import { type Exporting, ExportMenu, ExportProgress } from './ListExport.tsx'
import type { Ticks } from './selection.ts'
import classes from './TableTools.module.css'
import type { Sorting } from './useList.ts'

const ColumnChooser = lazy(async () => ({ default: (await import('./ColumnChooser.tsx')).ColumnChooser }))

type Props<Row, Sort extends string> = {
  columns: Column<Row, Sort>[]
  sorting: Sorting<Sort> | undefined
  /** Absent if columns are fixed. */
  settings: ColumnSettings | undefined
  /** Cards ignore the column choice. */
  hasCards: boolean
  exporting: Exporting | undefined
  /** The columns that are shown, by their keys. */
  columnKeys: string[]
  ticks: Ticks<Row> | undefined
  onHelp: (() => void) | undefined
}

export function TableTools<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { columns, sorting, settings, hasCards, exporting, columnKeys, ticks, onHelp } = props
  if (!sorting && !settings && !exporting && !ticks) return null
  return (
    <Group className={classes.tools} gap="xs" justify="flex-end">
      {ticks && (
        <div className={classes.page}>
          <PageTick ticks={ticks} />
        </div>
      )}
      {sorting && <SortSelect columns={columns.filter((column) => !column.isHidden)} sorting={sorting} />}
      {exporting?.running && <ExportProgress running={exporting.running} />}
      {onHelp && (
        <IconAction
          visibleFrom="sm"
          Icon={IconKeyboard}
          size={36}
          label={t('panel.list.shortcuts')}
          title={t('panel.list.shortcuts')}
          onClick={onHelp}
        />
      )}
      {settings && !hasCards && <ColumnsButton columns={columns} settings={settings} />}
      {exporting && !exporting.running && (
        <ExportMenu onExport={(format) => exporting.start({ columns: columnKeys, format })} />
      )}
    </Group>
  )
}

type PageTicks = Pick<Ticks<unknown>, 'isPageTicked' | 'isPagePartlyTicked' | 'setPage'>

export function PageTick({ ticks }: { ticks: PageTicks }) {
  return (
    <Checkbox
      size="md"
      aria-label={t('panel.list.selectPage')}
      checked={ticks.isPageTicked}
      indeterminate={ticks.isPagePartlyTicked}
      onChange={({ currentTarget }) => ticks.setPage(currentTarget.checked)}
    />
  )
}

/** For phones, which show no column headings. */
function SortSelect<Row, Sort extends string>({
  columns,
  sorting,
}: {
  columns: Column<Row, Sort>[]
  sorting: Sorting<Sort>
}) {
  const isAscending = sorting.order === 'asc'
  const Icon = isAscending ? IconSortAscending : IconSortDescending
  const sortable = columns.flatMap(({ sort, name }) => (sort ? [{ value: sort, label: name }] : []))
  return (
    <Group hiddenFrom="sm" gap="xs" flex={1} miw={0} wrap="nowrap">
      <NativeSelect
        flex={1}
        miw={0}
        aria-label={t('panel.list.sortBy')}
        data={sortable}
        value={sorting.sort}
        onChange={(event) => {
          const chosen = sortable.find((option) => option.value === event.currentTarget.value)
          if (chosen) sorting.onSort(chosen.value, sorting.order)
        }}
      />
      <IconAction
        Icon={Icon}
        variant="default"
        size={42}
        label={t(isAscending ? 'panel.list.ascending' : 'panel.list.descending')}
        onClick={() => sorting.onSort(sorting.sort, isAscending ? 'desc' : 'asc')}
      />
    </Group>
  )
}

export function ColumnsButton({ columns, settings }: { columns: AnyColumn[]; settings: ColumnSettings }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <DropMenu
      label={t('panel.list.columns')}
      className={`pressable ${classes.tool}`}
      button={
        <>
          <IconColumns3 size={18} aria-hidden />
          <span className={classes.name}>{t('panel.list.columns')}</span>
        </>
      }
      onOpen={() => setWasOpened(true)}
    >
      {wasOpened && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <ColumnChooser columns={columns} settings={settings} />
        </Suspense>
      )}
    </DropMenu>
  )
}
