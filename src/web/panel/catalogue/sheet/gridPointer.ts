import type { MouseEvent, PointerEvent } from 'react'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { toggle } from './gridKeys.ts'
import type { SheetStore } from './sheetStore.ts'
import { startTyping } from './typing.ts'

function placeAt(target: EventTarget | Element | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  const [row, column] = cell?.dataset.at?.split(' ') ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

const headingAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined

const isWithinField = (target: EventTarget) => target instanceof HTMLInputElement

/** A press of the mouse goes to a cell; drawn on, or with Shift, it selects all between. Fingers scroll instead. */
export function onGridPointerDown(store: SheetStore, event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch' || event.button !== 0 || isWithinField(event.target)) return
  const grid = event.currentTarget
  const heading = headingAt(event.target)
  const at = placeAt(event.target)
  if (!at && heading === undefined) return
  event.preventDefault()
  grid.focus({ preventScroll: true })
  if (heading !== undefined) return selectColumn(store, Number(heading), event.shiftKey)
  if (!at) return
  store.setState({ cursor: at, ...(event.shiftKey ? {} : { anchor: at }) })
  draw(store, grid)
}

/** Selects as far as the pointer is drawn, and scrolls on at the edges. */
function draw(store: SheetStore, grid: HTMLElement): void {
  const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const { top, bottom, left, right } = grid.getBoundingClientRect()
    if (clientY > bottom - 24) grid.scrollTop += 24
    else if (clientY < top + 56) grid.scrollTop -= 24
    const [x, y] = [
      Math.min(Math.max(clientX, left + 2), right - 16),
      Math.min(Math.max(clientY, top + 44), bottom - 16),
    ]
    const at = placeAt(document.elementFromPoint(x, y))
    const { cursor } = store.getState()
    if (at && (at.row !== cursor.row || at.column !== cursor.column)) store.setState({ cursor: at })
  }
  const end = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}

function selectColumn(store: SheetStore, column: number, isStretch: boolean): void {
  const { anchor, rows } = store.getState()
  if (rows.length === 0) return
  store.setState({
    anchor: { row: rows.length - 1, column: isStretch ? anchor.column : column },
    cursor: { row: 0, column },
  })
}

/** A tap goes to a cell, a second one types into it; a tick is set at once. */
export function onGridClick(store: SheetStore, event: MouseEvent<HTMLElement>): void {
  if (isWithinField(event.target)) return
  const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
  const at = placeAt(event.target)
  const heading = headingAt(event.target)
  const { cursor, columns } = store.getState()
  const isFlag = at && columns[at.column]?.kind === 'flag'
  const isTick = isFlag && event.target instanceof Element && event.target.closest('[data-flag]') !== null
  if (isTouch) {
    event.currentTarget.focus({ preventScroll: true })
    if (heading !== undefined) return selectColumn(store, Number(heading), false)
    if (!at) return
    const isAgain = at.row === cursor.row && at.column === cursor.column
    store.setState({ cursor: at, anchor: at })
    if (isAgain && !isFlag) startTyping(store, 'edit')
  }
  if (isTick && !event.shiftKey) toggle(store)
}

export function onGridDoubleClick(store: SheetStore, event: MouseEvent<HTMLElement>): void {
  if (!isWithinField(event.target) && placeAt(event.target)) startTyping(store, 'edit')
}
