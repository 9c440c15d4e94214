import { Button, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { usePageGuard, usePageSearch, useSetPageSearch } from '../../shell/pageAddress.ts'
import { ProductFilters } from '../products/ProductFilters.tsx'
import { CellLine } from './CellLine.tsx'
import { lay } from './clipboard.ts'
import { codedList, indexOf } from './codes.ts'
import { sayEntered } from './gridKeys.ts'
import { mostRows } from './limits.ts'
import classes from './Sheet.module.css'
import { SheetBar } from './SheetBar.tsx'
import { SheetContext } from './SheetContext.ts'
import { SheetGrid } from './SheetGrid.tsx'
import { SheetTools } from './SheetTools.tsx'
import { enter } from './selection.ts'
import { readSheetSearch, type SheetSearch } from './sheetSearch.ts'
import { createSheetStore, hasChangesNow, type SheetStore } from './sheetStore.ts'
import { useSheetColumns } from './useSheetColumns.ts'
import { useSheetRows } from './useSheetRows.ts'
import { useSheetSave } from './useSheetSave.ts'

const PasteList = lazy(async () => ({ default: (await import('./PasteList.tsx')).PasteList }))

/** Sizes and lots of many products as one table: prices, stock, barcodes and names, typed or pasted. */
export function SheetPage() {
  const search = readSheetSearch(usePageSearch())
  const [store] = useState(createSheetStore)
  const { reload } = useSheetRows(store, search)
  const isChanged = useCallback(() => hasChangesNow(store), [store])
  usePageGuard(isChanged)
  const load = useStore(store, (state) => state.load)
  const count = useStore(store, ({ rows }) => rows.length)
  const { columns, kept } = useSheetColumns(store)
  const grid = useRef<HTMLDivElement>(null)
  const [listed, setListed] = useState<Listed>()
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
            kept={kept}
            grid={grid}
            onList={() => setListed({ block: undefined })}
          />
        )}
      </Group>
      <Filters search={search} />
      {load.error !== undefined && <Failure error={load.error} onRetry={reload} />}
      {!load.isDone && load.error === undefined && <Loading count={count} of={load.rows} />}
      {load.isTooMany && (
        <Empty title={t('panel.sheet.tooManyTitle')}>
          <p>{t('panel.sheet.tooManyText', { count: formatCount(mostRows) })}</p>
        </Empty>
      )}
      {load.isDone && !load.isTooMany && count === 0 && (
        <Empty title={t('list.nothingFound')}>
          <p>{t('panel.list.nothingMatches')}</p>
        </Empty>
      )}
      {isShown && <Sheet store={store} grid={grid} listed={listed} setListed={setListed} />}
    </SheetContext>
  )
}

function Filters({ search }: { search: SheetSearch }) {
  const setSearch = useSetPageSearch()
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
  return <ProductFilters search={search} set={set} states={['active', 'inactive']} />
}

function Loading({ count, of }: { count: number; of: number | undefined }) {
  return (
    <div className={classes.loading}>
      <Text size="sm" mb="xs">
        {of
          ? t('panel.sheet.loading', { count: formatCount(count), of: formatCount(of) })
          : t('panel.sheet.loadingFirst')}
      </Text>
      <Progress value={of ? (100 * count) / of : 0} aria-label={t('panel.sheet.loadingFirst')} />
    </div>
  )
}

/** A list that is being pasted; without a block it is still to be put into a field. */
type Listed = { block: string[][] | undefined }
type SheetProps = {
  store: SheetStore
  grid: RefObject<HTMLDivElement | null>
  listed: Listed | undefined
  setListed: (listed: Listed | undefined) => void
}

function Sheet({ store, grid, listed, setListed }: SheetProps) {
  const said = useStore(store, (state) => state.said)
  const saving = useSheetSave(store)
  const save = () => {
    if (!isBelowDialog()) void saving.save()
  }
  useHotkeys([['mod+S', save, { preventDefault: true, usePhysicalKeys: true }]], [])
  const onCodes = useCallback(
    (block: string[][]) => {
      const isList = codedList(block, indexOf(store.getState().rows)) !== undefined
      if (isList) setListed({ block })
      return isList
    },
    [store, setListed],
  )
  const close = () => {
    setListed(undefined)
    grid.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <CellLine />
      <SheetGrid grid={grid} onCodes={onCodes} />
      <p className={classes.hint}>{t('panel.sheet.hint')}</p>
      <SheetBar saving={saving} grid={grid} />
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      {listed && (
        <Suspense>
          <PasteList
            block={listed.block}
            onClose={close}
            onBlock={(block) => {
              lay(store, block)
              close()
            }}
            onEnter={({ entries }) => {
              sayEntered(store, enter(store, entries).cells)
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Those of pages out of sight are there as well. */
const isBelowDialog = () =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())
