import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import { cellOf } from '#web/ui/grid/cells.ts'
import { readTable, writeTable } from '#web/ui/grid/table.ts'
import {
  clearSelected,
  fillDown,
  moveBy,
  pasteBlock,
  selectedTexts,
  startTyping,
  toggle,
} from './selection.ts'
import { announce, redo, type SheetStore, undo, useSheetStore } from './sheetStore.ts'

export const announceEntered = (store: SheetStore, count: number) =>
  announce(store, t('panel.product.filled', { count }))

export function undoStep(store: SheetStore): void {
  if (!store.getState().isBusy) announce(store, t('panel.sheet.undone', { count: undo(store) }))
}

export function redoStep(store: SheetStore): void {
  if (!store.getState().isBusy) announce(store, t('panel.sheet.redone', { count: redo(store) }))
}

/** After Escape, Tab leaves the sheet instead of moving to the next cell. */
let tabLeavesGrid = false

export function onGridKey(store: SheetStore, event: KeyboardEvent, page: number): void {
  const { key } = event
  if (event.nativeEvent.isComposing || /^(Shift|Control|Meta|Alt)$/.test(key)) return
  if (key === 'Tab' && tabLeavesGrid) {
    tabLeavesGrid = false
    return
  }
  tabLeavesGrid = key === 'Escape'
  const isDone = event.ctrlKey || event.metaKey ? onCommandKey(store, event) : onPlainKey(store, event)
  if (isDone || moveBy(store, event, page)) event.preventDefault()
}

/** By position on keyboards without Latin letters. */
const letterOf = ({ key, code }: { key: string; code: string }) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()

function onCommandKey(store: SheetStore, event: KeyboardEvent): boolean {
  if (event.altKey) return false
  const { columns, cursor, anchor } = store.getState()
  if (event.key === ' ') {
    selectColumns(store, anchor.column, cursor.column)
    return true
  }
  const commands: Record<string, () => void> = {
    a: () => selectColumns(store, columns.length - 1, 0),
    d: () => announceEntered(store, fillDown(store)),
    z: () => (event.shiftKey ? redoStep(store) : undoStep(store)),
    y: () => redoStep(store),
  }
  const command = commands[letterOf(event)]
  command?.()
  return command !== undefined
}

/** In all rows, with the cursor in the first. */
const selectColumns = (store: SheetStore, from: number, to: number) =>
  store.setState(({ rows }) => ({
    anchor: { row: rows.length - 1, column: from },
    cursor: { row: 0, column: to },
  }))

function onPlainKey(store: SheetStore, event: KeyboardEvent): boolean {
  const { key } = event
  const { cursor, columns, anchor } = store.getState()
  if (key === 'Escape') {
    store.setState({ anchor: cursor })
    return true
  }
  if (key === 'Delete' || key === 'Backspace') {
    announceEntered(store, clearSelected(store))
    return true
  }
  if (key === 'F2') return startTypingNow(store, 'edit')
  if (key === ' ' && event.shiftKey) {
    store.setState({
      anchor: { row: anchor.row, column: 0 },
      cursor: { row: cursor.row, column: columns.length - 1 },
    })
    return true
  }
  if (key === ' ' && columns[cursor.column]?.kind === 'flag') {
    toggle(store)
    return true
  }
  // Opens the input before the character is typed, so that it lands there, IME input included.
  const isTextKey = key.length === 1 || key === 'Process' || key === 'Dead' || key === 'Unidentified'
  if (isTextKey && !event.altKey) {
    if (startTypingNow(store, 'type', '')) return false
    if (key.length === 1) announce(store, t('field.unchangeable'))
  }
  return false
}

/** Synchronous: the input is focused on return. */
const startTypingNow = (store: SheetStore, mode: 'type' | 'edit', text?: string): boolean =>
  flushSync(() => startTyping(store, mode, text))

const headingAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined

const isWithinField = (target: EventTarget) => target instanceof HTMLInputElement

/** Mouse: moves the cursor, selects by dragging or with Shift. Touch scrolls. */
export function onGridPointerDown(store: SheetStore, event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch' || event.button !== 0 || isWithinField(event.target)) return
  const grid = event.currentTarget
  const heading = headingAt(event.target)
  const at = cellOf(event.target)
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
  const end = new AbortController()
  const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const { top, bottom, left, right } = grid.getBoundingClientRect()
    if (clientY > bottom - 24) grid.scrollTop += 24
    else if (clientY < top + 56) grid.scrollTop -= 24
    const [x, y] = [
      Math.min(Math.max(clientX, left + 2), right - 16),
      Math.min(Math.max(clientY, top + 44), bottom - 16),
    ]
    const at = cellOf(document.elementFromPoint(x, y))
    const { cursor } = store.getState()
    if (at && (at.row !== cursor.row || at.column !== cursor.column)) store.setState({ cursor: at })
  }
  const { signal } = end
  addEventListener('pointermove', onMove, { signal })
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => end.abort(), { signal })
}

function selectColumn(store: SheetStore, column: number, isExtending: boolean): void {
  const { anchor, rows } = store.getState()
  if (rows.length > 0) selectColumns(store, isExtending ? anchor.column : column, column)
}

/** Touch: the first tap moves the cursor, the second edits. Checkboxes toggle at once. */
export function onGridClick(store: SheetStore, event: MouseEvent<HTMLElement>): void {
  if (isWithinField(event.target)) return
  const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
  const at = cellOf(event.target)
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
  if (!isWithinField(event.target) && cellOf(event.target)) startTyping(store, 'edit')
}

/**
 * Copy, cut and paste while the grid has the focus. `onCodes` may take a pasted block that is a list of
 * codes.
 */
export function useClipboard(
  grid: RefObject<HTMLElement | null>,
  onCodes: (block: string[][]) => boolean,
): void {
  const store = useSheetStore()
  useEffect(() => {
    const end = new AbortController()
    const listen = (type: 'copy' | 'cut' | 'paste', run: (data: DataTransfer | null) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (document.activeElement !== grid.current) return
          event.preventDefault()
          run(event.clipboardData)
        },
        { signal: end.signal },
      )
    const copy = (data: DataTransfer | null) => {
      const texts = selectedTexts(store.getState())
      data?.setData('text/plain', writeTable(texts))
      announce(store, t('panel.sheet.copied', { count: texts.length * (texts[0]?.length ?? 0) }))
    }
    listen('copy', copy)
    listen('cut', (data) => {
      copy(data)
      announceEntered(store, clearSelected(store))
    })
    listen('paste', (data) => {
      const block = readTable(data?.getData('text/plain') ?? '')
      if (!onCodes(block)) pasteOver(store, block)
    })
    return () => end.abort()
  }, [store, grid, onCodes])
}

export function pasteOver(store: SheetStore, block: string[][]): void {
  const { cells, skipped } = pasteBlock(store, block)
  const filled = t('panel.product.filled', { count: cells })
  announce(store, skipped > 0 ? `${filled}. ${t('panel.sheet.leftOut', { count: skipped })}` : filled)
}
