import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import classes from './Sheet.module.css'
import { useSheet } from './SheetContext.ts'
import { SheetRow } from './SheetRow.tsx'
import { rangeOf } from './selection.ts'

type Props = {
  grid: RefObject<HTMLDivElement | null>
  id: string
  offsets: (number | undefined)[]
  rowHeight: number
}

const headHeight = 40

/** The rows in sight, and a few beyond. */
export function SheetBody({ grid, id, offsets, rowHeight }: Props) {
  // What it hands out changes without being another object, which the compiler cannot know.
  'use no memo'
  const rows = useSheet((state) => state.rows)
  const columns = useSheet((state) => state.columns)
  const cursor = useSheet((state) => state.cursor)
  const anchor = useSheet((state) => state.anchor)
  const typing = useSheet((state) => state.typing)
  // oxlint-disable-next-line react/incompatible-library -- hence not compiled
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: 0,
    scrollPaddingStart: headHeight,
    paddingEnd: 0,
  })
  const { top, bottom, left, right } = rangeOf({ cursor, anchor })
  const before = useRef(cursor.row)
  useEffect(() => {
    if (before.current === cursor.row) return
    before.current = cursor.row
    virtual.scrollToIndex(cursor.row, { align: 'auto' })
  }, [cursor.row, virtual])
  useEffect(() => virtual.measure(), [rowHeight, virtual])
  return (
    <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (!row) return null
        const isIn = index >= top && index <= bottom
        return (
          <SheetRow
            key={row.item.productId}
            row={row}
            index={index}
            columns={columns}
            offsets={offsets}
            from={isIn ? left : -1}
            to={isIn ? right : -1}
            cursor={index === cursor.row ? cursor.column : undefined}
            typing={index === cursor.row ? typing : undefined}
            top={start}
            gridId={id}
          />
        )
      })}
    </div>
  )
}
