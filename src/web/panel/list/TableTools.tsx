import {
  ActionIcon,
  Button,
  type ButtonProps,
  Checkbox,
  Group,
  Loader,
  NativeSelect,
  Text,
} from '@mantine/core'
import {
  IconColumns3,
  IconCsv,
  IconDownload,
  IconFileTypeXls,
  IconKeyboard,
  IconSortAscending,
  IconSortDescending,
  IconX,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { ExportFormat } from '#shared/exports/exports.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { IconAction } from '../IconButton.tsx'
import { type AnyColumn, type Column, type ColumnSettings, columnKey, visibleColumns } from './columns.ts'
import type { DownloadProgress, Exporter, ExportRequest } from './exporters.ts'
import type { Ticks } from './selection.ts'
import classes from './TableTools.module.css'
import type { Sorting } from './useList.ts'

const ColumnChooser = lazy(async () => ({ default: (await import('./ColumnChooser.tsx')).ColumnChooser }))

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Why a row is left out; default none. */
  whyNot?: (row: Row) => string | undefined
  /**
   * The ticks are cleared when it resolves, unless with false; on failure they stay. `leftOut`: of all rows that match
   * the filters, those that {@link whyNot} has left out.
   */
  run: (rows: Row[], leftOut: LeftOut<Row>[]) => Promise<unknown>
  /** It only reads or asks itself, so that nobody is asked before it runs with all rows that match. */
  asksNothing?: boolean
  /** Why it cannot run with all rows that match. */
  whyNotAll?: (total: number) => string | undefined
  /** Instead of `run`, for all rows that match the filters. */
  runAll?: () => Promise<unknown>
}
export type LeftOut<Row> = { row: Row; reason: string }

type Props<Row, Sort extends string> = {
  columns: Column<Row, Sort>[]
  sorting: Sorting<Sort> | undefined
  /** Absent if columns are fixed. */
  settings: ColumnSettings | undefined
  /** Cards ignore the column choice. */
  hasCards: boolean
  exporter: Exporter | undefined
  ticks: Ticks<Row> | undefined
  bulkActions: BulkAction<Row>[]
  total: number
  /** Absent if only ticked rows can be worked on. */
  loadAll: (() => Promise<Row[]>) | undefined
  /** More rows match than are counted and loaded. */
  isCapped: boolean
  onHelp: (() => void) | undefined
}

/** Replaced by the SelectionBar while rows are ticked. */
export function TableTools<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { columns, sorting, settings, hasCards, exporter, ticks, bulkActions, total, onHelp } = props
  const { loadAll, isCapped } = props
  const { running, start } = useExport(exporter)
  const hasTicks = ticks !== undefined && ticks.count > 0
  const columnKeys = () => (settings ? visibleColumns(columns, settings.choice) : columns).map(columnKey)
  if (!sorting && !settings && !exporter && !ticks) return null
  const canTickAllMatching = ticks !== undefined && total > ticks.rows.length
  return (
    <div className={classes.tools} data-selecting={hasTicks}>
      <Group className={classes.ordinary} gap="xs" align="flex-end" justify="flex-end">
        {ticks && (
          <div className={classes.page}>
            <PageTick ticks={ticks} />
          </div>
        )}
        {sorting && <SortSelect columns={columns.filter((column) => !column.isHidden)} sorting={sorting} />}
        {running && <ExportProgress running={running} />}
        {onHelp && (
          <ActionIcon
            visibleFrom="sm"
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('panel.list.shortcuts')}
            title={t('panel.list.shortcuts')}
            onClick={onHelp}
          >
            <IconKeyboard size={20} aria-hidden />
          </ActionIcon>
        )}
        {settings && !hasCards && <ColumnsButton columns={columns} settings={settings} />}
        {exporter && !running && (
          <ExportMenu onExport={(format) => start({ columns: columnKeys(), format })} />
        )}
      </Group>
      {hasTicks && (
        <SelectionBar
          ticks={ticks}
          total={total}
          actions={bulkActions}
          loadAll={loadAll}
          isCapped={isCapped}
          canTickAllMatching={canTickAllMatching && (exporter !== undefined || loadAll !== undefined)}
        >
          {exporter && !running && (
            <ExportMenu
              onExport={(format) =>
                start({ columns: columnKeys(), format, ...(ticks.isAll ? {} : { ids: ticks.tickedKeys }) })
              }
            />
          )}
        </SelectionBar>
      )}
    </div>
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

type SelectionBarProps<Row> = Pick<Props<Row, never>, 'total' | 'loadAll' | 'isCapped'> & {
  ticks: Ticks<Row>
  actions: BulkAction<Row>[]
  /** Whether something works on all matches. */
  canTickAllMatching: boolean
  children?: ReactNode
}

function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { ticks, total, actions, loadAll, isCapped, canTickAllMatching, children } = props
  const { isAll, rows, count, otherPagesCount, tickAllMatching, clear } = ticks
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction<Row>) => {
    if (running) return
    setRunning(action.label)
    try {
      const outcome = isAll
        ? await runWithAll(action, loadAll)
        : await action.run(divide(action, rows).fitting, [])
      if (outcome !== false) clear()
    } catch (error) {
      notifyFailure(error)
    }
    setRunning(undefined)
  }
  return (
    <Group className={classes.selection} role="region" aria-label={t('panel.list.selection')} gap="xs">
      <IconAction Icon={IconX} size={36} label={t('panel.list.clearSelection')} onClick={clear} />
      <Text fw={600} size="sm" aria-live="polite">
        {t('panel.list.selected', { count })}
        {!isAll && otherPagesCount > 0 && (
          <Text span size="sm" c="var(--ink-soft)">
            {' · '}
            {t('panel.list.selectedElsewhere', { count: formatCount(otherPagesCount) })}
          </Text>
        )}
      </Text>
      {canTickAllMatching && !isAll && (
        <Button variant="subtle" size="sm" onClick={tickAllMatching}>
          {t('panel.list.selectAllMatching', { count: formatCount(total) })}
        </Button>
      )}
      <Group gap="xs" className={classes.actions}>
        {actions.map((action) => {
          const { fitting, leftOut } = divide(action, isAll ? [] : rows)
          return (
            <ActionButton
              key={action.label}
              size="sm"
              variant="default"
              {...(action.isDangerous ? { c: 'red.9' } : {})}
              leftSection={action.icon}
              loading={running === action.label}
              whyNot={isAll ? whyNotAll(action, { isCapped, total }) : whyNone(fitting, leftOut)}
              onClick={() => void run(action)}
            >
              {leftOut.length > 0 && fitting.length > 0
                ? `${action.label} (${formatCount(fitting.length)})`
                : action.label}
            </ActionButton>
          )
        })}
        {children}
      </Group>
    </Group>
  )
}

function divide<Row>({ whyNot }: BulkAction<Row>, rows: Row[]): { fitting: Row[]; leftOut: LeftOut<Row>[] } {
  const fitting: Row[] = []
  const leftOut: LeftOut<Row>[] = []
  for (const row of rows) {
    const reason = whyNot?.(row)
    if (reason === undefined) fitting.push(row)
    else leftOut.push({ row, reason })
  }
  return { fitting, leftOut }
}

const reasonsOf = (leftOut: LeftOut<unknown>[]) =>
  [...new Set(leftOut.map(({ reason }) => reason))].join(' · ')

const whyNone = (fitting: unknown[], leftOut: LeftOut<unknown>[]) =>
  fitting.length === 0 ? reasonsOf(leftOut) : undefined

/** What the list cannot count cannot be loaded either. */
function whyNotAll(action: BulkAction<never>, { isCapped, total }: { isCapped: boolean; total: number }) {
  if (action.runAll) return undefined
  if (isCapped) return t('panel.bulk.tooMany', { count: formatCount(total) })
  return action.whyNotAll?.(total)
}

/** Asks first how many records it changes. Answers false if nothing ran. */
async function runWithAll<Row>(action: BulkAction<Row>, loadAll: (() => Promise<Row[]>) | undefined) {
  if (action.runAll) return action.runAll()
  const { fitting, leftOut } = divide(action, (await loadAll?.()) ?? [])
  if (fitting.length === 0) throw new Error(reasonsOf(leftOut))
  const question = {
    title: action.label,
    text: [
      t('panel.bulk.question', { count: fitting.length }),
      ...(leftOut.length > 0
        ? [t('panel.bulk.leftOut', { count: leftOut.length, reasons: reasonsOf(leftOut) })]
        : []),
    ].join(' '),
    action: action.label,
    ...(action.isDangerous ? { isDangerous: true } : {}),
  }
  return action.asksNothing || (await confirm(question)) ? action.run(fitting, leftOut) : false
}

type ActionButtonProps = ButtonProps & { whyNot: string | undefined; onClick: () => void }

/** With a reason it is grey, and says the reason: also from the keyboard, to a screen reader, and when pressed. */
function ActionButton({ whyNot, onClick, ...button }: ActionButtonProps) {
  const id = useId()
  if (whyNot === undefined) return <Button {...button} onClick={onClick} />
  return (
    <span className={classes.grey}>
      <Button
        {...button}
        aria-disabled
        data-disabled
        aria-describedby={id}
        onClick={() => notifyFailure(whyNot)}
      />
      <span id={id} role="tooltip" className={classes.why}>
        {whyNot}
      </span>
    </span>
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

function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return (
    <DropMenu
      label={t('panel.list.export')}
      className={`pressable ${classes.tool}`}
      button={
        <>
          <IconDownload size={18} aria-hidden />
          <span className={classes.name}>{t('panel.list.export')}</span>
        </>
      }
    >
      <DropMenuItem icon={<IconFileTypeXls size={20} aria-hidden />} onClick={() => onExport('xlsx')}>
        {t('panel.list.exportExcel')}
      </DropMenuItem>
      <DropMenuItem icon={<IconCsv size={20} aria-hidden />} onClick={() => onExport('csv')}>
        {t('panel.list.exportCsv')}
      </DropMenuItem>
    </DropMenu>
  )
}

function ExportProgress({ running: { progress, cancel } }: { running: RunningExport }) {
  const { bytes, rows } = progress
  const megabytes = formatCount(Math.ceil(bytes / 100_000) / 10)
  return (
    <Group gap="xs" wrap="nowrap" role="status" aria-label={t('panel.list.exporting')}>
      <Loader size={16} />
      <Text size="sm" className="number">
        {rows === undefined
          ? t('panel.list.received', { megabytes })
          : t('panel.list.receivedRows', { count: rows, megabytes })}
      </Text>
      <Button variant="default" size="xs" onClick={cancel}>
        {t('action.cancel')}
      </Button>
    </Group>
  )
}

/** For lists other than tables, with fixed export columns. */
export function ListExport({ exporter }: { exporter: Exporter }) {
  const { running, start } = useExport(exporter)
  if (running) return <ExportProgress running={running} />
  return <ExportMenu onExport={(format) => start({ columns: [], format })} />
}

type RunningExport = { progress: DownloadProgress; cancel: () => void }

/** One export at a time, with progress and cancel. */
function useExport(exporter: Exporter | undefined) {
  const [progress, setProgress] = useState<DownloadProgress>()
  const abort = useRef<AbortController>(undefined)
  const start = async (request: ExportRequest) => {
    if (!exporter || abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setProgress({ bytes: 0 })
    try {
      await exporter(request, { signal: controller.signal, onProgress: setProgress })
      notifyDone(t('panel.list.exportDone'))
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error)
    }
    abort.current = undefined
    setProgress(undefined)
  }
  const running: RunningExport | undefined = progress && { progress, cancel: () => abort.current?.abort() }
  return { running, start: (request: ExportRequest) => void start(request) }
}
