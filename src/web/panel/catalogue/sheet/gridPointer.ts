import type { MouseEvent, PointerEvent } from 'react'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { toggle } from './gridKeys.ts'
import type { SheetStore } from './sheetStore.ts'
import { startTyping } from './typing.ts'

function cellAt(target: EventTarget | Element | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  const [row, column] = cell?.dataset.at?.split(' ') ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

const headingAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined

const isWithinField = (target: EventTarget) => target instanceof HTMLInputElement

/** Mouse: moves the cursor, selects by dragging or with Shift. Touch scrolls. */
export function onGridPointerDown(store: SheetStore, event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch' || event.button !== 0 || isWithinField(event.target)) return
  const grid = event.currentTarget
  const heading = headingAt(event.target)
  const at = cellAt(event.target)
  if (!at && heading === undefined) return
  event.preventDefault()
  grid.focus({ preventScroll: true })
  if (heading !== undefined) return selectColumn(store, Number(heading), event.shiftKey)
  if (!at) return
  store.setState({ cursor: at, ...(event.shiftKey ? {} : { anchor: at }) })
  dragSelect(store, grid)
}

/** Extends the selection while dragging, and scrolls at the edges. */
function dragSelect(store: SheetStore, grid: HTMLElement): void {
  const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const { top, bottom, left, right } = grid.getBoundingClientRect()
    if (clientY > bottom - 24) grid.scrollTop += 24
    else if (clientY < top + 56) grid.scrollTop -= 24
    const [x, y] = [
      Math.min(Math.max(clientX, left + 2), right - 16),
      Math.min(Math.max(clientY, top + 44), bottom - 16),
    ]
    const at = cellAt(document.elementFromPoint(x, y))
    const { cursor } = store.getState()
    if (at && (at.row !== cursor.row || at.column !== cursor.column)) store.setState({ cursor: at })
  }
  const stop = () => {
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', stop)
    removeEventListener('pointercancel', stop)
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', stop)
  addEventListener('pointercancel', stop)
}

function selectColumn(store: SheetStore, column: number, isExtending: boolean): void {
  const { anchor, rows } = store.getState()
  if (rows.length === 0) return
  store.setState({
    anchor: { row: rows.length - 1, column: isExtending ? anchor.column : column },
    cursor: { row: 0, column },
  })
}

/** Touch: the first tap moves the cursor, the second edits. Checkboxes toggle at once. */
export function onGridClick(store: SheetStore, event: MouseEvent<HTMLElement>): void {
  if (isWithinField(event.target)) return
  const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
  const at = cellAt(event.target)
  const heading = headingAt(event.target)
  const { cursor, columns } = store.getState()
  const isFlag = at && columns[at.column]?.kind === 'flag'
  const isTick = isFlag && event.target instanceof Element && event.target.closest('[data-flag]') !== null
  if (isTouch) {
    event.currentTarget.focus({ preventScroll: true })
    if (heading !== undefined) return selectColumn(store, Number(heading), false)
    if (!at) return
    const isSecondTap = at.row === cursor.row && at.column === cursor.column
    store.setState({ cursor: at, anchor: at })
    if (isSecondTap && !isFlag) startTyping(store, 'edit')
  }
  if (isTick && !event.shiftKey) toggle(store)
}

export function onGridDoubleClick(store: SheetStore, event: MouseEvent<HTMLElement>): void {
  if (!isWithinField(event.target) && cellAt(event.target)) startTyping(store, 'edit')
}
