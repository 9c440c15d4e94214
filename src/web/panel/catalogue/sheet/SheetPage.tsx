import { Button, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { usePageGuard, usePageSearch, useSetPageSearch } from '../../shell/pageAddress.ts'
import { useProductFilters } from '../products/productChoices.ts'
import { CellLine } from './CellLine.tsx'
import { codedList, indexRows } from './codes.ts'
import { announceEntered, pasteOver } from './gridInput.ts'
import classes from './Sheet.module.css'
import { SheetBar } from './SheetBar.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { SheetTools } from './SheetTools.tsx'
import { enterTexts } from './selection.ts'
import { readSheetSearch, type SheetSearch } from './sheetSearch.ts'
import { createSheetStore, hasChangesNow, SheetContext, type SheetStore } from './sheetStore.ts'
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
