import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { cellText, displayedText, ownerOf, storedIn } from './cells.ts'
import { reasonOf } from './reasons.ts'
import classes from './Sheet.module.css'
import { useSheet, useSheetStore } from './SheetContext.ts'
import { concernsColumn, nameOf, readableText } from './SheetRow.tsx'
import { resolveRefusals } from './sheetStore.ts'

export function CellLine() {
  const store = useSheetStore()
  const row = useSheet(({ rows, cursor }) => rows[cursor.row])
  const column = useSheet(({ columns, cursor }) => columns[cursor.column])
  const fieldEdit = useSheet(({ edits }) => row && column && edits.get(ownerOf(row, column))?.[column.field])
  if (!row || !column) return <div className={classes.line} />
  const edit = fieldEdit && concernsColumn(row, column, fieldEdit) ? fieldEdit : undefined
  const reason = edit && reasonOf(edit)
  const cell = { owner: ownerOf(row, column), field: column.field }
  const isConflict = edit?.refusal?.reason === 'changed'
  return (
    <div className={classes.line}>
      <span className={classes.lineName}>
        <bdi>{nameOf(row)}</bdi> · {column.name}
      </span>
      <bdi className={classes.lineValue}>{readableText(displayedText(row, column, fieldEdit), column)}</bdi>
      {edit && (
        <span className={classes.lineWas}>
          {t(isConflict ? 'panel.sheet.isNow' : 'panel.sheet.was', {
            value: readableText(cellText(storedIn(row, column.level, column.field), column), column),
          })}
        </span>
      )}
      {reason && <span className={classes.lineReason}>{reason}</span>}
      {edit?.refusal && (
        <>
          {isConflict && (
            <Button size="compact-sm" variant="default" onClick={() => resolveRefusals(store, 'mine', cell)}>
              {t('panel.sheet.takeMine')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => resolveRefusals(store, 'theirs', cell)}>
            {t('panel.sheet.takeTheirs')}
          </Button>
        </>
      )}
    </div>
  )
}
