import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { isCodeField } from '#shared/catalogue/catalogueFields.ts'
import { t } from '#web/i18n.ts'
import { changeIn, colorOf, displayedText, type Edit, type Row, type SheetColumn, sizeOf } from './cells.ts'
import classes from './Sheet.module.css'
import { commitTyping, moveBy, rangeOf } from './selection.ts'
import { type Typing, useSheet, useSheetStore } from './sheetStore.ts'

type Props = {
  row: Row
  index: number
  columns: SheetColumn[]
  /** Offsets of frozen columns, by index. */
  offsets: (number | undefined)[]
  /** Pixels. */
  top: number
  gridId: string
}

/** Memoized: an edit renders only its row or its product's rows, a move only the rows it concerns. */
export const SheetRow = memo(function SheetRow({ row, index, columns, offsets, top, gridId }: Props) {
  const itemEdits = useSheet(({ edits }) => edits.get(row.item.productId))
  const productEdits = useSheet(({ edits }) => edits.get(row.product.id))
  const isGone = useSheet(
    ({ deletedIds }) => deletedIds.has(row.product.id) || deletedIds.has(row.item.productId),
  )
  const from = useSheet((state) => (isSelected(rangeOf(state), index) ? rangeOf(state).left : undefined))
  const to = useSheet((state) => (isSelected(rangeOf(state), index) ? rangeOf(state).right : undefined))
  const cursor = useSheet((state) => (state.cursor.row === index ? state.cursor.column : undefined))
  const typing = useSheet((state) => (state.cursor.row === index ? state.typing : undefined))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-gone={isGone || undefined}
      data-odd={index % 2 === 1 || undefined}
      style={{ insetBlockStart: top }}
    >
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          row={row}
          column={column}
          edit={(column.level === 'product' ? productEdits : itemEdits)?.[column.field]}
          at={`${index} ${at}`}
          id={`${gridId}-${index}-${at}`}
          offset={offsets[at]}
          isSelected={from !== undefined && to !== undefined && at >= from && at <= to}
          isCursor={at === cursor}
          typing={at === cursor ? typing : undefined}
        />
      ))}
    </div>
  )
})

const isSelected = ({ top, bottom }: ReturnType<typeof rangeOf>, index: number) =>
  index >= top && index <= bottom

type CellProps = {
  row: Row
  column: SheetColumn
  edit: Edit | undefined
  at: string
  id: string
  offset: number | undefined
  isSelected: boolean
  isCursor: boolean
  typing: Typing | undefined
}

function Cell({ row, column, edit, at, id, offset, isSelected: isOn, isCursor, typing }: CellProps) {
  const text = displayedText(row, column, edit)
  const change = changeIn(row, column, edit)
  const notes = change && [change.reason, t('panel.sheet.was', { value: change.was })].filter(Boolean)
  const isBad = change?.reason ? true : undefined
  return (
    <div
      role={column.key === 'itemCode' ? 'rowheader' : 'gridcell'}
      id={id}
      data-at={at}
      className={classes.cell}
      data-kind={column.kind}
      data-changed={change ? true : undefined}
      data-bad={isBad}
      data-cursor={isCursor || undefined}
      data-frozen={offset === undefined ? undefined : true}
      aria-selected={isOn}
      aria-readonly={column.kind === 'fixed' || undefined}
      aria-invalid={isBad}
      title={notes?.join(' · ')}
      style={{ width: column.width, insetInlineStart: offset }}
    >
      {typing ? (
        <CellInput typing={typing} column={column} />
      ) : column.kind === 'flag' ? (
        <Flag text={text} />
      ) : (
        <bdi>{text}</bdi>
      )}
      {/* On phones, which hide these columns. */}
      {column.key === 'itemCode' && (
        <small className={classes.beside}>{[colorOf(row), sizeOf(row)].filter(Boolean).join(' · ')}</small>
      )}
      {notes && <VisuallyHidden>{notes.join(', ')}</VisuallyHidden>}
    </div>
  )
}

function Flag({ text }: { text: string }) {
  // Unreadable text is shown as typed.
  if (text !== '1' && text !== '0') return <bdi>{text}</bdi>
  const isOn = text === '1'
  return (
    <span className={classes.flag} data-flag data-on={isOn || undefined}>
      <span aria-hidden>{isOn ? '✓' : ''}</span>
      <VisuallyHidden>{t(isOn ? 'panel.changes.yes' : 'panel.changes.no')}</VisuallyHidden>
    </span>
  )
}

function CellInput({ typing, column }: { typing: Typing; column: SheetColumn }) {
  const store = useSheetStore()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typing.text)
  const hasEnded = useRef(false)
  useEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const finish = (isCommitted: boolean) => {
    if (hasEnded.current) return
    hasEnded.current = true
    const grid = input.current?.closest<HTMLElement>('[role=grid]')
    if (isCommitted) commitTyping(store, text)
    else store.setState({ typing: undefined })
    grid?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return finish(false)
    }
    const isArrow = event.key.startsWith('Arrow')
    if (event.key !== 'Enter' && event.key !== 'Tab' && !(isArrow && typing.mode === 'type')) return
    event.preventDefault()
    finish(true)
    moveBy(store, event)
  }
  return (
    <input
      ref={input}
      className={classes.input}
      dir={column.kind === 'text' && !isCodeField(column.field) ? 'auto' : 'ltr'}
      inputMode={column.kind === 'price' ? 'decimal' : column.kind === 'count' ? 'numeric' : 'text'}
      enterKeyHint="enter"
      autoComplete="off"
      maxLength={255}
      aria-label={column.name}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        store.setState({ typing: { ...typing, text: event.currentTarget.value } })
      }}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  )
}
