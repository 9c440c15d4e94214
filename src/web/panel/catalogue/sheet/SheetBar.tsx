import { Button, Loader, Progress } from '@mantine/core'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import type { Edit } from './cells.ts'
import classes from './Sheet.module.css'
import { useSheet, useSheetStore } from './SheetContext.ts'
import { decide, discard, placeOf, type SheetState, type SheetStore } from './sheetStore.ts'
import type { Saving } from './useSheetSave.ts'

/** How much has been changed, what of it cannot be saved, and the buttons to save it or not: always in sight. */
export function SheetBar({ saving, grid }: { saving: Saving; grid: RefObject<HTMLDivElement | null> }) {
  const store = useSheetStore()
  const { cells, products, bad, refused } = useSheet(({ counts }) => counts)
  const isBusy = useSheet((state) => state.isBusy)
  const count = useSheet(({ rows }) => rows.length)
  const canSave = cells > bad + refused && !isBusy
  const { progress, save, undoSave } = saving
  const goOn = () => grid.current?.focus({ preventScroll: true })
  const askDiscard = async () => {
    const isSure = await confirm({
      title: t('panel.sheet.discardTitle'),
      text: t('panel.sheet.discardText', { count: cells }),
      action: t('panel.form.discard'),
      isDangerous: true,
    })
    if (isSure) discard(store)
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
          if (canSave) void save().then(goOn)
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
          onClick={() => void undoSave().then(goOn)}
        >
          {t('panel.sheet.undoSave')}
        </Button>
      )}
      <div className={classes.counts} aria-live="polite">
        {progress ? (
          <span className={classes.progress}>
            {t('panel.sheet.saving', { done: formatCount(progress.done), of: formatCount(progress.of) })}
            <Progress
              value={(100 * progress.done) / Math.max(1, progress.of)}
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
              toNext(store, ({ bad: one }) => one !== undefined)
              goOn()
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
                toNext(store, ({ refusal }) => refusal !== undefined)
                goOn()
              }}
            >
              {t('panel.sheet.refusedCells', { count: refused })}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                decide(store, 'mine')
                goOn()
              }}
            >
              {t('panel.sheet.allMine')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                decide(store, 'theirs')
                goOn()
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

/** Takes the cursor to the next cell whose edit is such a one, from the top again behind the last. */
function toNext(store: SheetStore, isOne: (edit: Edit) => boolean): void {
  const state = store.getState()
  const { cursor } = state
  const found = placesOf(state, isOne).toSorted((a, b) => a.row - b.row || a.column - b.column)
  const next =
    found.find(({ row, column }) => row > cursor.row || (row === cursor.row && column > cursor.column)) ??
    found[0]
  if (next) store.setState({ cursor: next, anchor: next })
}

function placesOf(state: SheetState, isOne: (edit: Edit) => boolean) {
  return [...state.edits].flatMap(([owner, edits]) => {
    const place = placeOf(state, owner)
    if (!place) return []
    const of = state.rows[place.row]?.product.id === owner ? 'product' : 'item'
    return Object.entries(edits).flatMap(([field, edit]) => {
      const column = state.columns.findIndex(
        (one) => one.field === field && one.of === of && (!edit.bad || edit.bad.column === one.key),
      )
      return isOne(edit) && column >= 0 ? [{ row: place.row, column }] : []
    })
  })
}
