import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { ownerOf, shownIn, storedIn, textOf } from './cells.ts'
import { reasonOf } from './reasons.ts'
import classes from './Sheet.module.css'
import { useSheet, useSheetStore } from './SheetContext.ts'
import { isOfColumn, nameOf, plain } from './SheetRow.tsx'
import { decide } from './sheetStore.ts'

/** What the cell of the cursor is: whose, what was there before, and what is wrong with it. */
export function CellLine() {
  const store = useSheetStore()
  const row = useSheet(({ rows, cursor }) => rows[cursor.row])
  const column = useSheet(({ columns, cursor }) => columns[cursor.column])
  const own = useSheet(({ edits }) => row && column && edits.get(ownerOf(row, column))?.[column.field])
  if (!row || !column) return <div className={classes.line} />
  const edit = own && isOfColumn(row, column, own) ? own : undefined
  const reason = edit && reasonOf(edit)
  const cell = { owner: ownerOf(row, column), field: column.field }
  const isConflict = edit?.refusal?.reason === 'changed'
  return (
    <div className={classes.line}>
      <span className={classes.lineName}>
        <bdi>{nameOf(row)}</bdi> · {column.name}
      </span>
      <bdi className={classes.lineValue}>{plain(shownIn(row, column, own), column)}</bdi>
      {edit && (
        <span className={classes.lineWas}>
          {t(isConflict ? 'panel.sheet.isNow' : 'panel.sheet.was', {
            value: plain(textOf(storedIn(row, column.of, column.field), column), column),
          })}
        </span>
      )}
      {reason && <span className={classes.lineReason}>{reason}</span>}
      {edit?.refusal && (
        <>
          {isConflict && (
            <Button size="compact-sm" variant="default" onClick={() => decide(store, 'mine', cell)}>
              {t('panel.sheet.takeMine')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => decide(store, 'theirs', cell)}>
            {t('panel.sheet.takeTheirs')}
          </Button>
        </>
      )}
    </div>
  )
}
