import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import { clearSelected, displayedAt, enterTexts, entriesIn, fillDown } from './selection.ts'
import { redo, type SheetStore, undo } from './sheetStore.ts'
import { moveBy, startTyping } from './typing.ts'

/** For screen readers. */
export const announce = (store: SheetStore, text: string) =>
  // A changed text, or a repeated announcement would not be read.
  store.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00a0` : text }))

/** After Escape, Tab leaves the sheet instead of moving to the next cell. */
let tabLeavesGrid = false

export function onGridKey(store: SheetStore, event: KeyboardEvent, page: number): void {
  const { key } = event
  if (
    event.nativeEvent.isComposing ||
    key === 'Shift' ||
    key === 'Control' ||
    key === 'Meta' ||
    key === 'Alt'
  )
    return
  if (key === 'Tab' && tabLeavesGrid) {
    tabLeavesGrid = false
    return
  }
  tabLeavesGrid = key === 'Escape'
  if (event.ctrlKey || event.metaKey ? onCommandKey(store, event) : onPlainKey(store, event)) {
    event.preventDefault()
    return
  }
  if (moveBy(store, event.nativeEvent, page)) event.preventDefault()
}

/** By position on keyboards without Latin letters. */
const letterOf = ({ key, code }: { key: string; code: string }) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()

function onCommandKey(store: SheetStore, event: KeyboardEvent): boolean {
  if (event.altKey) return false
  const { rows, columns, cursor, anchor } = store.getState()
  const [lastRow, lastColumn] = [rows.length - 1, columns.length - 1]
  if (event.key === ' ') {
    store.setState({
      anchor: { row: lastRow, column: anchor.column },
      cursor: { row: 0, column: cursor.column },
    })
    return true
  }
  const commands: Record<string, () => void> = {
    a: () => store.setState({ anchor: { row: lastRow, column: lastColumn }, cursor: { row: 0, column: 0 } }),
    d: () => announceEntered(store, fillDown(store).cells),
    z: () => (event.shiftKey ? redoStep(store) : undoStep(store)),
    y: () => redoStep(store),
  }
  const command = commands[letterOf(event.nativeEvent)]
  command?.()
  return command !== undefined
}

export function announceEntered(store: SheetStore, count: number): void {
  announce(store, t('panel.product.filled', { count }))
}

export function undoStep(store: SheetStore): void {
  if (!store.getState().isBusy) announce(store, t('panel.sheet.undone', { count: undo(store) }))
}

export function redoStep(store: SheetStore): void {
  if (!store.getState().isBusy) announce(store, t('panel.sheet.redone', { count: redo(store) }))
}

function onPlainKey(store: SheetStore, event: KeyboardEvent): boolean {
  const { key } = event
  const { cursor, columns, anchor } = store.getState()
  if (key === 'Escape') {
    store.setState({ anchor: cursor })
    return true
  }
  if (key === 'Delete' || key === 'Backspace') {
    announceEntered(store, clearSelected(store).cells)
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
function startTypingNow(store: SheetStore, mode: 'type' | 'edit', text?: string): boolean {
  return flushSync(() => startTyping(store, mode, text))
}

/** Sets all selected flags to the opposite of the cursor's. */
export function toggle(store: SheetStore): void {
  const state = store.getState()
  const text = displayedAt(state, state.cursor) === '1' ? '0' : '1'
  enterTexts(
    store,
    entriesIn(store, () => text).filter(({ column }) => column.kind === 'flag'),
  )
}
