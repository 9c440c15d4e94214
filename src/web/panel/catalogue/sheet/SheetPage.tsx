import { Button, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconClipboardList, IconPercentage } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { IconButton } from '../../IconButton.tsx'
import type { ColumnSettings } from '../../list/columns.ts'
import { FilterBar } from '../../list/FilterBar.tsx'
import { ColumnsButton } from '../../list/TableTools.tsx'
import { usePageGuard, usePageSearch, useSetPageSearch } from '../../shell/pageAddress.ts'
import { useProductFilters } from '../products/productChoices.ts'
import { changeIn, displayedText, nameOf, ownerOf, readableText, type SheetColumn } from './cells.ts'
import { codedList, indexRows } from './codes.ts'
import { announceEntered, pasteOver, redoStep, undoStep } from './gridInput.ts'
import classes from './Sheet.module.css'
import { SheetBar } from './SheetBar.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { enterTexts, rangeOf } from './selection.ts'
import { readSheetSearch, type SheetSearch } from './sheetSearch.ts'
import {
  createSheetStore,
  hasChangesNow,
  resolveRefusals,
  SheetContext,
  type SheetState,
  type SheetStore,
  useSheet,
  useSheetStore,
} from './sheetStore.ts'
import { useSheetColumns } from './useSheetColumns.ts'
import { maxRows, useSheetRows } from './useSheetRows.ts'
import { useSheetSave } from './useSheetSave.ts'

const PasteList = lazy(async () => ({ default: (await import('./PasteList.tsx')).PasteList }))

export function SheetPage() {
  const search = readSheetSearch(usePageSearch())
  const [store] = useState(createSheetStore)
  const { reload } = useSheetRows(store, search)
  const isChanged = useCallback(() => hasChangesNow(store), [store])
  usePageGuard(isChanged)
  const load = useStore(store, (state) => state.load)
  const count = useStore(store, ({ rows }) => rows.length)
  const { columns, settings } = useSheetColumns(store)
  const grid = useRef<HTMLDivElement>(null)
  const [pasteDialog, setPasteDialog] = useState<PasteDialogState>()
  const isShown = load.isDone && !load.isTooMany && count > 0
  return (
    <SheetContext value={store}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={1} size="h3">
          {t('panel.productSheet')}
        </Title>
        <span className="soft">{t('tax.pricesWithout')}</span>
        {isShown && (
          <SheetTools
            columns={columns}
            settings={settings}
            grid={grid}
            onList={() => setPasteDialog({ block: undefined })}
          />
        )}
      </Group>
      <Filters search={search} />
      {load.error !== undefined && <Failure error={load.error} onRetry={reload} />}
      {!load.isDone && load.error === undefined && <Loading count={count} total={load.rows} />}
      {load.isTooMany && (
        <Empty title={t('panel.sheet.tooManyTitle')}>
          <p>{t('panel.sheet.tooManyText', { count: formatCount(maxRows) })}</p>
        </Empty>
      )}
      {load.isDone && !load.isTooMany && count === 0 && (
        <Empty title={t('list.nothingFound')}>
          <p>{t('panel.list.nothingMatches')}</p>
        </Empty>
      )}
      {isShown && (
        <Sheet store={store} grid={grid} pasteDialog={pasteDialog} setPasteDialog={setPasteDialog} />
      )}
    </SheetContext>
  )
}

function Filters({ search }: { search: SheetSearch }) {
  const setSearch = useSetPageSearch()
  const filters = useProductFilters(['active', 'inactive'])
  const set = (change: object) =>
    setSearch((before) => readSheetSearch({ ...before, ...change }), { replace: true })
  if (search.ticked) {
    return (
      <Group mb="md" gap="xs">
        <Text size="sm">{t('panel.sheet.tickedOnly')}</Text>
        <Button variant="default" size="xs" onClick={() => set({ ticked: undefined })}>
          {t('panel.sheet.showAll')}
        </Button>
      </Group>
    )
  }
  return <FilterBar label={t('panel.product.search')} search={search} set={set} filters={filters} />
}

function Loading({ count, total }: { count: number; total: number | undefined }) {
  return (
    <div className={classes.loading}>
      <Text size="sm" mb="xs">
        {total
          ? t('panel.sheet.loading', { count: formatCount(count), of: formatCount(total) })
          : t('panel.sheet.loadingFirst')}
      </Text>
      <Progress value={total ? (100 * count) / total : 0} aria-label={t('panel.sheet.loadingFirst')} />
    </div>
  )
}

/** Without a block, the list is typed into the dialog. */
type PasteDialogState = { block: string[][] | undefined }
type SheetProps = {
  store: SheetStore
  grid: RefObject<HTMLDivElement | null>
  pasteDialog: PasteDialogState | undefined
  setPasteDialog: (pasteDialog: PasteDialogState | undefined) => void
}

function Sheet({ store, grid, pasteDialog, setPasteDialog }: SheetProps) {
  const announcement = useStore(store, (state) => state.announcement)
  const saving = useSheetSave(store)
  const save = () => {
    if (!isDialogOpen()) void saving.save()
  }
  useHotkeys([['mod+S', save, { preventDefault: true, usePhysicalKeys: true }]], [])
  const onCodes = useCallback(
    (block: string[][]) => {
      const isList = codedList(block, indexRows(store.getState().rows)) !== undefined
      if (isList) setPasteDialog({ block })
      return isList
    },
    [store, setPasteDialog],
  )
  const close = () => {
    setPasteDialog(undefined)
    grid.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <CellLine />
      <SheetGrid grid={grid} onCodes={onCodes} />
      <p className={classes.hint}>{t('panel.sheet.hint')}</p>
      <SheetBar saving={saving} grid={grid} />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {pasteDialog && (
        <Suspense>
          <PasteList
            block={pasteDialog.block}
            onClose={close}
            onBlock={(block) => {
              pasteOver(store, block)
              close()
            }}
            onEnter={({ entries }) => {
              announceEntered(store, enterTexts(store, entries).cells)
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Dialogs of background tabs are in the document too. */
const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

const ChangePrices = lazy(async () => ({ default: (await import('./ChangePrices.tsx')).ChangePrices }))

type SheetToolsProps = {
  columns: SheetColumn[]
  settings: ColumnSettings
  onList: () => void
  grid: RefObject<HTMLDivElement | null>
}

function SheetTools({ columns, settings, onList, grid }: SheetToolsProps) {
  const store = useSheetStore()
  const [isChanging, setIsChanging] = useState(false)
  const mayUndo = useSheet(({ undoSteps, isBusy }) => undoSteps.length > 0 && !isBusy)
  const mayRedo = useSheet(({ redoSteps, isBusy }) => redoSteps.length > 0 && !isBusy)
  const hasPrices = useSheet(hasSelectedPrices)
  const focusGrid = () => grid.current?.focus({ preventScroll: true })
  return (
    <Group gap="xs" className={classes.strip} role="toolbar" aria-label={t('panel.sheet.tools')}>
      <Tool icon={IconArrowBackUp} isOn={mayUndo} title="Ctrl+Z" onClick={() => undoStep(store)}>
        {t('action.undo')}
      </Tool>
      <Tool icon={IconArrowForwardUp} isOn={mayRedo} title="Ctrl+Y" onClick={() => redoStep(store)}>
        {t('panel.sheet.redo')}
      </Tool>
      <Tool
        icon={IconPercentage}
        isOn={hasPrices}
        title={hasPrices ? undefined : t('panel.sheet.choosePrices')}
        onClick={() => hasPrices && setIsChanging(true)}
      >
        {t('panel.sheet.changePrices')}
      </Tool>
      <IconButton Icon={IconClipboardList} onClick={onList}>
        {t('panel.sheet.pasteList')}
      </IconButton>
      <ColumnsButton columns={columns} settings={settings} />
      {isChanging && (
        <Suspense>
          <ChangePrices
            onClose={() => {
              setIsChanging(false)
              focusGrid()
            }}
          />
        </Suspense>
      )}
    </Group>
  )
}

type ToolProps = {
  icon: typeof IconPercentage
  isOn: boolean
  title: string | undefined
  onClick: () => void
  children: string
}

/** Stays focusable while it does nothing. */
function Tool({ icon: Icon, isOn, title, onClick, children }: ToolProps) {
  return (
    <IconButton Icon={Icon} aria-disabled={!isOn} data-disabled={!isOn} title={title} onClick={onClick}>
      {children}
    </IconButton>
  )
}

function hasSelectedPrices(state: SheetState) {
  const { left, right } = rangeOf(state)
  return !state.isBusy && state.columns.slice(left, right + 1).some(({ kind }) => kind === 'price')
}

/** The cursor's cell in words, and what to do if it was not saved. */
function CellLine() {
  const store = useSheetStore()
  const row = useSheet(({ rows, cursor }) => rows[cursor.row])
  const column = useSheet(({ columns, cursor }) => columns[cursor.column])
  const edit = useSheet(({ edits }) => row && column && edits.get(ownerOf(row, column))?.[column.field])
  if (!row || !column) return <div className={classes.line} />
  const change = changeIn(row, column, edit)
  const refusal = change?.edit.refusal
  const isConflict = refusal?.reason === 'changed'
  const resolve = (choice: 'mine' | 'theirs') =>
    resolveRefusals(store, choice, { owner: ownerOf(row, column), field: column.field })
  return (
    <div className={classes.line}>
      <span className={classes.lineName}>
        <bdi>{nameOf(row)}</bdi> · {column.name}
      </span>
      <bdi className={classes.lineValue}>{readableText(displayedText(row, column, edit), column)}</bdi>
      {change && (
        <span className={classes.lineWas}>
          {t(isConflict ? 'panel.sheet.isNow' : 'panel.sheet.was', { value: change.was })}
        </span>
      )}
      {change?.reason && <span className={classes.lineReason}>{change.reason}</span>}
      {isConflict && (
        <Button size="compact-sm" variant="default" onClick={() => resolve('mine')}>
          {t('panel.sheet.takeMine')}
        </Button>
      )}
      {refusal && (
        <Button size="compact-sm" variant="default" onClick={() => resolve('theirs')}>
          {t('panel.sheet.takeTheirs')}
        </Button>
      )}
    </div>
  )
}
