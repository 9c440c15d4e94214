import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { changeIn, displayedText, nameOf, ownerOf, readableText } from './cells.ts'
import classes from './Sheet.module.css'
import { resolveRefusals, useSheet, useSheetStore } from './sheetStore.ts'

/** The cursor's cell in words, and what to do if it was not saved. */
export function CellLine() {
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
