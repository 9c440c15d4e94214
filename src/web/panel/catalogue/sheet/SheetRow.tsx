import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { t } from '#web/i18n.ts'
import { CellInput } from './CellInput.tsx'
import { type Edit, type Row, type SheetColumn, shownIn, storedIn, textOf } from './cells.ts'
import { reasonOf } from './reasons.ts'
import classes from './Sheet.module.css'
import { useSheet } from './SheetContext.ts'
import type { Typing } from './sheetStore.ts'

type Props = {
  row: Row
  index: number
  columns: SheetColumn[]
  /** Where its frozen columns begin, by their places. */
  offsets: (number | undefined)[]
  /** The first and last column that is selected in it; -1 where none is. */
  from: number
  to: number
  /** The column of the cursor, where it stands in this row. */
  cursor: number | undefined
  typing: Typing | undefined
  /** Its distance from the top, in pixels. */
  top: number
  gridId: string
}

/** A size or lot: a change of a cell renders this row, or those of its product, and no other. */
export const SheetRow = memo(function SheetRow(props: Props) {
  const { row, index, columns, offsets, from, to, cursor, typing, top, gridId } = props
  const ownEdits = useSheet(({ edits }) => edits.get(row.item.productId))
  const productEdits = useSheet(({ edits }) => edits.get(row.product.id))
  const isGone = useSheet(({ gone }) => gone.has(row.product.id) || gone.has(row.item.productId))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-gone={isGone || undefined}
      data-odd={index % 2 === 1 || undefined}
      style={{ insetBlockStart: top }}
    >
      {columns.map((column, at) => {
        const edit = (column.of === 'product' ? productEdits : ownEdits)?.[column.field]
        const place = {
          at: `${index} ${at}`,
          id: `${gridId}-${index}-${at}`,
          offset: offsets[at],
          isSelected: at >= from && at <= to,
          isCursor: at === cursor,
        }
        return (
          <Cell key={column.key} row={row} column={column} edit={edit} place={place}>
            {at === cursor ? typing : undefined}
          </Cell>
        )
      })}
    </div>
  )
})

type Place = { at: string; id: string; offset: number | undefined; isSelected: boolean; isCursor: boolean }
type CellProps = {
  row: Row
  column: SheetColumn
  edit: Edit | undefined
  place: Place
  children: Typing | undefined
}

function Cell({ row, column, edit, place, children: typing }: CellProps) {
  const shown = shownIn(row, column, edit)
  const isOwn = edit && isOfColumn(row, column, edit)
  const was = isOwn ? textOf(storedIn(row, column.of, column.field), column) : ''
  const reason = isOwn ? reasonOf(edit) : undefined
  return (
    <div
      role={column.key === 'itemCode' ? 'rowheader' : 'gridcell'}
      id={place.id}
      data-at={place.at}
      className={classes.cell}
      data-kind={column.kind}
      data-changed={isOwn || undefined}
      data-bad={reason ? true : undefined}
      data-cursor={place.isCursor || undefined}
      data-frozen={place.offset === undefined ? undefined : true}
      aria-selected={place.isSelected}
      aria-readonly={column.kind === 'fixed' || undefined}
      aria-invalid={reason ? true : undefined}
      title={
        isOwn
          ? [reason, t('panel.sheet.was', { value: plain(was, column) })].filter(Boolean).join(' · ')
          : undefined
      }
      style={{ width: column.width, insetInlineStart: place.offset }}
    >
      {typing ? (
        <CellInput typing={typing} column={column} label={column.name} />
      ) : column.kind === 'flag' ? (
        <Flag isOn={shown === '1'} text={shown} />
      ) : (
        <bdi>{shown}</bdi>
      )}
      {column.key === 'itemCode' && <small className={classes.beside}>{besideCode(row)}</small>}
      {isOwn && (
        <VisuallyHidden>
          {[reason, t('panel.sheet.was', { value: plain(was, column) })].filter(Boolean).join(', ')}
        </VisuallyHidden>
      )}
    </div>
  )
}

/** What a phone shows below the code, whose other columns are out of sight. */
const besideCode = ({ product, item }: Row) =>
  [product.colorDescription || product.colorCode, item.itemDim1Code || item.lotCode]
    .filter(Boolean)
    .join(' · ')

/** Of several price columns of a group those are marked whose price goes or comes. */
export function isOfColumn(row: Row, column: SheetColumn, edit: Edit): boolean {
  if (column.kind !== 'price') return true
  if (edit.bad) return edit.bad.column === column.key
  const stored = storedIn(row, column.of, column.field)
  return textOf(stored, column) !== '' || textOf(edit.is, column) !== ''
}

export const plain = (text: string, { kind }: SheetColumn): string => {
  if (kind === 'flag') return t(text === '1' ? 'panel.changes.yes' : 'panel.changes.no')
  return text === '' ? '–' : text
}

function Flag({ isOn, text }: { isOn: boolean; text: string }) {
  // What cannot be read as yes or no stands there as it was typed.
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
