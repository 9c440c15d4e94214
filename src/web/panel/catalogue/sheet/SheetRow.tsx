import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { t } from '#web/i18n.ts'
import { CellInput } from './CellInput.tsx'
import { cellText, displayedText, type Edit, type Row, type SheetColumn, storedIn } from './cells.ts'
import { reasonOf } from './reasons.ts'
import classes from './Sheet.module.css'
import { useSheet } from './SheetContext.ts'
import type { Typing } from './sheetStore.ts'

type Props = {
  row: Row
  index: number
  columns: SheetColumn[]
  /** Offsets of frozen columns, by index. */
  offsets: (number | undefined)[]
  /** Selected columns; -1 for none. */
  from: number
  to: number
  /** The cursor's column, if it is in this row. */
  cursor: number | undefined
  typing: Typing | undefined
  /** Pixels. */
  top: number
  gridId: string
}

/** Memoized: an edit renders only its row or its product's rows. */
export const SheetRow = memo(function SheetRow(props: Props) {
  const { row, index, columns, offsets, from, to, cursor, typing, top, gridId } = props
  const itemEdits = useSheet(({ edits }) => edits.get(row.item.productId))
  const productEdits = useSheet(({ edits }) => edits.get(row.product.id))
  const isGone = useSheet(
    ({ deletedIds }) => deletedIds.has(row.product.id) || deletedIds.has(row.item.productId),
  )
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-gone={isGone || undefined}
      data-odd={index % 2 === 1 || undefined}
      style={{ insetBlockStart: top }}
    >
      {columns.map((column, columnIndex) => {
        const edit = (column.level === 'product' ? productEdits : itemEdits)?.[column.field]
        const position = {
          at: `${index} ${columnIndex}`,
          id: `${gridId}-${index}-${columnIndex}`,
          offset: offsets[columnIndex],
          isSelected: columnIndex >= from && columnIndex <= to,
          isCursor: columnIndex === cursor,
        }
        return (
          <Cell key={column.key} row={row} column={column} edit={edit} position={position}>
            {columnIndex === cursor ? typing : undefined}
          </Cell>
        )
      })}
    </div>
  )
})

type CellPosition = {
  at: string
  id: string
  offset: number | undefined
  isSelected: boolean
  isCursor: boolean
}
type CellProps = {
  row: Row
  column: SheetColumn
  edit: Edit | undefined
  position: CellPosition
  children: Typing | undefined
}

function Cell({ row, column, edit, position, children: typing }: CellProps) {
  const text = displayedText(row, column, edit)
  const isChanged = edit && concernsColumn(row, column, edit)
  const storedText = isChanged ? cellText(storedIn(row, column.level, column.field), column) : ''
  const reason = isChanged ? reasonOf(edit) : undefined
  return (
    <div
      role={column.key === 'itemCode' ? 'rowheader' : 'gridcell'}
      id={position.id}
      data-at={position.at}
      className={classes.cell}
      data-kind={column.kind}
      data-changed={isChanged || undefined}
      data-bad={reason ? true : undefined}
      data-cursor={position.isCursor || undefined}
      data-frozen={position.offset === undefined ? undefined : true}
      aria-selected={position.isSelected}
      aria-readonly={column.kind === 'fixed' || undefined}
      aria-invalid={reason ? true : undefined}
      title={
        isChanged
          ? [reason, t('panel.sheet.was', { value: readableText(storedText, column) })]
              .filter(Boolean)
              .join(' · ')
          : undefined
      }
      style={{ width: column.width, insetInlineStart: position.offset }}
    >
      {typing ? (
        <CellInput typing={typing} column={column} label={column.name} />
      ) : column.kind === 'flag' ? (
        <Flag isOn={text === '1'} text={text} />
      ) : (
        <bdi>{text}</bdi>
      )}
      {column.key === 'itemCode' && <small className={classes.beside}>{colorAndSize(row)}</small>}
      {isChanged && (
        <VisuallyHidden>
          {[reason, t('panel.sheet.was', { value: readableText(storedText, column) })]
            .filter(Boolean)
            .join(', ')}
        </VisuallyHidden>
      )}
    </div>
  )
}

/** Shown below the code on phones, which hide these columns. */
const colorAndSize = ({ product, item }: Row) =>
  [product.colorDescription || product.colorCode, item.itemDim1Code || item.lotCode]
    .filter(Boolean)
    .join(' · ')

/** Of a group's price columns, only those whose price changes. */
export function concernsColumn(row: Row, column: SheetColumn, edit: Edit): boolean {
  if (column.kind !== 'price') return true
  if (edit.bad) return edit.bad.column === column.key
  const stored = storedIn(row, column.level, column.field)
  return cellText(stored, column) !== '' || cellText(edit.value, column) !== ''
}

export const readableText = (text: string, { kind }: SheetColumn): string => {
  if (kind === 'flag') return t(text === '1' ? 'panel.changes.yes' : 'panel.changes.no')
  return text === '' ? '–' : text
}

function Flag({ isOn, text }: { isOn: boolean; text: string }) {
  // Unreadable text is shown as typed.
  if (text !== '1' && text !== '0') return <bdi>{text}</bdi>
  return (
    <span className={classes.flag} data-flag data-on={isOn || undefined}>
      <span aria-hidden>{isOn ? '✓' : ''}</span>
      <VisuallyHidden>{t(isOn ? 'panel.changes.yes' : 'panel.changes.no')}</VisuallyHidden>
    </span>
  )
}

export const nameOf = (row: Row) =>
  [
    row.product.itemCode,
    row.product.colorDescription || row.product.colorCode,
    row.item.itemDim1Code || row.item.lotCode,
  ]
    .filter(Boolean)
    .join(' ')
