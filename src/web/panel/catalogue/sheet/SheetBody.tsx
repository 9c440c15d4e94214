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

const headHeightPx = 40

export function SheetBody({ grid, id, offsets, rowHeight }: Props) {
  // useVirtualizer answers a mutable object, which breaks the compiler's memoization.
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
    scrollPaddingStart: headHeightPx,
    paddingEnd: 0,
  })
  const { top, bottom, left, right } = rangeOf({ cursor, anchor })
  const previousRow = useRef(cursor.row)
  useEffect(() => {
    if (previousRow.current === cursor.row) return
    previousRow.current = cursor.row
    virtual.scrollToIndex(cursor.row, { align: 'auto' })
  }, [cursor.row, virtual])
  useEffect(() => virtual.measure(), [rowHeight, virtual])
  return (
    <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (!row) return null
        const isSelectedRow = index >= top && index <= bottom
        return (
          <SheetRow
            key={row.item.productId}
            row={row}
            index={index}
            columns={columns}
            offsets={offsets}
            from={isSelectedRow ? left : -1}
            to={isSelectedRow ? right : -1}
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
