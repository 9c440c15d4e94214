import { Button, Loader, Progress } from '@mantine/core'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import type { Edit } from './cells.ts'
import classes from './Sheet.module.css'
import { useSheet, useSheetStore } from './SheetContext.ts'
import { discardEdits, resolveRefusals, rowSpanOf, type SheetState, type SheetStore } from './sheetStore.ts'
import type { Saving } from './useSheetSave.ts'

export function SheetBar({ saving, grid }: { saving: Saving; grid: RefObject<HTMLDivElement | null> }) {
  const store = useSheetStore()
  const { cells, products, bad, refused } = useSheet(({ counts }) => counts)
  const isBusy = useSheet((state) => state.isBusy)
  const count = useSheet(({ rows }) => rows.length)
  const canSave = cells > bad + refused && !isBusy
  const { progress, save, undoSave } = saving
  const focusGrid = () => grid.current?.focus({ preventScroll: true })
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
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconHistory size={18} aria-hidden />}
          onClick={() => void undoSave().then(focusGrid)}
        >
          {t('panel.sheet.undoSave')}
        </Button>
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
        <span className={classes.total}>{t('panel.sheet.rows', { count })}</span>
        {bad > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.problem}
            onClick={() => {
              goToNext(store, ({ bad: column }) => column !== undefined)
              focusGrid()
            }}
          >
            {t('panel.sheet.badCells', { count: bad })}
          </Button>
        )}
        {refused > 0 && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              className={classes.problem}
              onClick={() => {
                goToNext(store, ({ refusal }) => refusal !== undefined)
                focusGrid()
              }}
            >
              {t('panel.sheet.refusedCells', { count: refused })}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                resolveRefusals(store, 'mine')
                focusGrid()
              }}
            >
              {t('panel.sheet.allMine')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                resolveRefusals(store, 'theirs')
                focusGrid()
              }}
            >
              {t('panel.sheet.allTheirs')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Moves the cursor to the next matching edit, wrapping around. */
function goToNext(store: SheetStore, matches: (edit: Edit) => boolean): void {
  const state = store.getState()
  const { cursor } = state
  const found = cellsWithEdit(state, matches).toSorted((a, b) => a.row - b.row || a.column - b.column)
  const next =
    found.find(({ row, column }) => row > cursor.row || (row === cursor.row && column > cursor.column)) ??
    found[0]
  if (next) store.setState({ cursor: next, anchor: next })
}

function cellsWithEdit(state: SheetState, matches: (edit: Edit) => boolean) {
  return [...state.edits].flatMap(([owner, edits]) => {
    const span = rowSpanOf(state, owner)
    if (!span) return []
    const level = state.rows[span.row]?.product.id === owner ? 'product' : 'item'
    return Object.entries(edits).flatMap(([field, edit]) => {
      const column = state.columns.findIndex(
        (candidate) =>
          candidate.field === field &&
          candidate.level === level &&
          (!edit.bad || edit.bad.column === candidate.key),
      )
      return matches(edit) && column >= 0 ? [{ row: span.row, column }] : []
    })
  })
}
