import { Button, Loader, Progress } from '@mantine/core'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '../../IconButton.tsx'
import type { Edit } from './cells.ts'
import classes from './Sheet.module.css'
import {
  allEdits,
  discardEdits,
  positionOf,
  resolveRefusals,
  rowOf,
  type SheetState,
  type SheetStore,
  useSheet,
  useSheetStore,
} from './sheetStore.ts'
import type { Saving } from './useSheetSave.ts'

export function SheetBar({ saving, grid }: { saving: Saving; grid: RefObject<HTMLDivElement | null> }) {
  const store = useSheetStore()
  const edits = useSheet((state) => state.edits)
  const rows = useSheet((state) => state.rows)
  const isBusy = useSheet((state) => state.isBusy)
  const { cells, products, bad, refused } = countEdits({ edits, rows })
  const canSave = cells > bad + refused && !isBusy
  const { progress, save, undoSave } = saving
  const focusGrid = () => grid.current?.focus({ preventScroll: true })
  const inGrid = (run: () => void) => () => {
    run()
    focusGrid()
  }
  const askDiscard = async () => {
    const isSure = await confirm({
      title: t('panel.sheet.discardTitle'),
      text: t('panel.sheet.discardText', { count: cells }),
      action: t('panel.form.discard'),
      isDangerous: true,
    })
    if (isSure) discardEdits(store)
  }
  return (
    <div className={classes.bar} role="region" aria-label={t('panel.sheet.changes')}>
      <Button
        aria-disabled={!canSave}
        data-disabled={!canSave}
        aria-busy={isBusy}
        leftSection={
          isBusy ? <Loader size={18} color="currentColor" /> : <IconDeviceFloppy size={18} aria-hidden />
        }
        onClick={() => {
          if (canSave) void save().then(focusGrid)
        }}
      >
        {t('panel.form.save')}
      </Button>
      {cells > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void askDiscard()}>
          {t('panel.form.discard')}
        </Button>
      )}
      {undoSave && cells === 0 && (
        <IconButton Icon={IconHistory} disabled={isBusy} onClick={() => void undoSave().then(focusGrid)}>
          {t('panel.sheet.undoSave')}
        </IconButton>
      )}
      <div className={classes.counts} aria-live="polite">
        {progress ? (
          <span className={classes.progress}>
            {t('panel.sheet.saving', { done: formatCount(progress.done), of: formatCount(progress.total) })}
            <Progress
              value={(100 * progress.done) / Math.max(1, progress.total)}
              aria-label={t('panel.sheet.changes')}
            />
          </span>
        ) : (
          <span>
            {cells === 0
              ? t('panel.sheet.noChanges')
              : t('panel.sheet.changedCells', {
                  cells: formatCount(cells),
                  products: t('panel.product.total', { count: products }),
                })}
          </span>
        )}
        <span className={classes.total}>{t('panel.sheet.rows', { count: rows.length })}</span>
        {bad > 0 && (
          <Button {...small} className={classes.problem} onClick={inGrid(() => goToNext(store, 'bad'))}>
            {t('panel.sheet.badCells', { count: bad })}
          </Button>
        )}
        {refused > 0 && (
          <>
            <Button {...small} className={classes.problem} onClick={inGrid(() => goToNext(store, 'refusal'))}>
              {t('panel.sheet.refusedCells', { count: refused })}
            </Button>
            <Button {...small} onClick={inGrid(() => resolveRefusals(store, 'mine'))}>
              {t('panel.sheet.allMine')}
            </Button>
            <Button {...small} onClick={inGrid(() => resolveRefusals(store, 'theirs'))}>
              {t('panel.sheet.allTheirs')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const small = { size: 'compact-sm', variant: 'default' } as const

function countEdits(state: Pick<SheetState, 'edits' | 'rows'>) {
  const all = allEdits(state)
  return {
    cells: all.length,
    products: new Set(all.flatMap(({ owner }) => rowOf(state, owner)?.product.id ?? [])).size,
    bad: all.filter(({ edit }) => edit.bad).length,
    refused: all.filter(({ edit }) => edit.refusal).length,
  }
}

/** Moves the cursor to the next such edit, wrapping around. */
function goToNext(store: SheetStore, problem: keyof Edit): void {
  const state = store.getState()
  const { cursor } = state
  const found = allEdits(state)
    .filter(({ edit }) => edit[problem])
    .flatMap((cell) => positionOf(state, cell, cell.edit.bad?.column) ?? [])
    .filter(({ column }) => column >= 0)
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  const next =
    found.find(({ row, column }) => row > cursor.row || (row === cursor.row && column > cursor.column)) ??
    found[0]
  if (next) store.setState({ cursor: next, anchor: next })
}
