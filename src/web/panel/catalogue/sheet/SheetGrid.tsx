import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { direction, t } from '#web/i18n.ts'
import type { SheetColumn } from './cells.ts'
import { onGridClick, onGridDoubleClick, onGridKey, onGridPointerDown, useClipboard } from './gridInput.ts'
import classes from './Sheet.module.css'
import { SheetRow } from './SheetRow.tsx'
import { rangeOf } from './selection.ts'
import { useSheet, useSheetStore } from './sheetStore.ts'

type Props = { onCodes: (block: string[][]) => boolean; grid: RefObject<HTMLDivElement | null> }

export function SheetGrid({ onCodes, grid }: Props) {
  const store = useSheetStore()
  const id = useId()
  const { ref: size, height } = useElementSize()
  const attach = useMergedRef(grid, size)
  const columns = useSheet((state) => state.columns)
  const count = useSheet(({ rows }) => rows.length)
  const cursor = useSheet((state) => state.cursor)
  const isTyping = useSheet(({ typing }) => typing !== undefined)
  const isNarrow = useMediaQuery('(max-width: 767px), (pointer: coarse)', false, {
    getInitialValueInEffect: false,
  })
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const rowHeight = isNarrow ? 44 : 34
  const offsets = offsetsOf(columns, isWide)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const page = Math.max(1, Math.floor(height / rowHeight) - 2)
  useClipboard(grid, onCodes)
  useScrollToColumn(grid, columns, offsets)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- it is focusable; cells use aria-activedescendant
    <div
      ref={attach}
      role="grid"
      aria-label={t('panel.productSheet')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={isTyping ? undefined : `${id}-${cursor.row}-${cursor.column}`}
      tabIndex={0}
      className={classes.grid}
      style={{ '--row': `${rowHeight}px` } as React.CSSProperties}
      onKeyDown={(event) => onGridKey(store, event, page)}
      onPointerDown={(event) => onGridPointerDown(store, event)}
      onClick={(event) => onGridClick(store, event)}
      onDoubleClick={(event) => onGridDoubleClick(store, event)}
    >
      <div style={{ width }} className={classes.inside} role="presentation">
        <Head columns={columns} offsets={offsets} />
        <Body grid={grid} id={id} offsets={offsets} rowHeight={rowHeight} />
      </div>
    </div>
  )
}

/** Offsets of the frozen columns; phones freeze only the first. */
function offsetsOf(columns: SheetColumn[], isWide: boolean | undefined): (number | undefined)[] {
  let next = 0
  let isLeading = true
  return columns.map((column, index) => {
    isLeading &&= Boolean(column.isFrozen) && (isWide || index === 0)
    const offset = next
    next += column.width
    return isLeading ? offset : undefined
  })
}

function Head({ columns, offsets }: { columns: SheetColumn[]; offsets: (number | undefined)[] }) {
  const from = useSheet((state) => rangeOf(state).left)
  const to = useSheet((state) => rangeOf(state).right)
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="columnheader"
            data-column={index}
            data-kind={column.kind}
            data-on={(index >= from && index <= to) || undefined}
            data-frozen={offsets[index] === undefined ? undefined : true}
            className={classes.heading}
            style={{ width: column.width, insetInlineStart: offsets[index] }}
            title={t('panel.sheet.selectColumn', { name: column.name })}
          >
            {column.name}
          </div>
        ))}
      </div>
    </div>
  )
}

const headHeightPx = 40

type BodyProps = {
  grid: RefObject<HTMLDivElement | null>
  id: string
  offsets: (number | undefined)[]
  rowHeight: number
}

function Body({ grid, id, offsets, rowHeight }: BodyProps) {
  // useVirtualizer answers a mutable object, which breaks the compiler's memoization.
  'use no memo'
  const rows = useSheet((state) => state.rows)
  const columns = useSheet((state) => state.columns)
  const cursorRow = useSheet(({ cursor }) => cursor.row)
  // oxlint-disable-next-line react/incompatible-library -- hence not compiled
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: headHeightPx,
  })
  const previousRow = useRef(cursorRow)
  useEffect(() => {
    if (previousRow.current === cursorRow) return
    previousRow.current = cursorRow
    virtual.scrollToIndex(cursorRow, { align: 'auto' })
  }, [cursorRow, virtual])
  useEffect(() => virtual.measure(), [rowHeight, virtual])
  return (
    <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        return (
          row && (
            <SheetRow
              key={row.item.productId}
              row={row}
              index={index}
              columns={columns}
              offsets={offsets}
              top={start}
              gridId={id}
            />
          )
        )
      })}
    </div>
  )
}

/** Scrolls sideways to the cursor's column, clear of the frozen ones. */
function useScrollToColumn(
  grid: RefObject<HTMLDivElement | null>,
  columns: SheetColumn[],
  offsets: (number | undefined)[],
): void {
  const column = useSheet(({ cursor }) => cursor.column)
  const previousColumn = useRef(column)
  useEffect(() => {
    const element = grid.current
    if (!element || previousColumn.current === column) return
    previousColumn.current = column
    if (offsets[column] !== undefined) return
    const start = columns.slice(0, column).reduce((sum, other) => sum + other.width, 0)
    const frozen = columns.reduce(
      (sum, other, index) => (offsets[index] === undefined ? sum : sum + other.width),
      0,
    )
    const [left, width] = [Math.abs(element.scrollLeft), element.clientWidth]
    const end = start + (columns[column]?.width ?? 0)
    const next = start < left + frozen ? start - frozen : end > left + width ? end - width : left
    if (next !== left) element.scrollTo({ left: direction === 'rtl' ? -next : next })
  })
}
