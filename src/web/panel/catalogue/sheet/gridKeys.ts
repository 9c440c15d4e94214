import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import { clearSelected, enter, entriesIn, fillDown, shownAt } from './selection.ts'
import { redo, type SheetStore, undo } from './sheetStore.ts'
import { moveBy, startTyping } from './typing.ts'

/** Says something to whoever does not see the sheet. */
export const say = (store: SheetStore, text: string) =>
  // Said twice it is not the same text, or it would not be heard again.
  store.setState(({ said }) => ({ said: said === text ? `${text}\u00a0` : text }))

/** Pressed once, it lets the next Tab leave the sheet instead of going on to the next cell. */
let isLeaving = false

/** Keys within the sheet, as spreadsheets have them. */
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
  if (key === 'Tab' && isLeaving) {
    isLeaving = false
    return
  }
  isLeaving = key === 'Escape'
  if (event.ctrlKey || event.metaKey ? onCommand(store, event) : onPlain(store, event)) {
    event.preventDefault()
    return
  }
  if (moveBy(store, event.nativeEvent, page)) event.preventDefault()
}

/** The letter of a key, on keyboards without Latin letters too. */
const letterOf = ({ key, code }: { key: string; code: string }) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()

function onCommand(store: SheetStore, event: KeyboardEvent): boolean {
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
    d: () => sayEntered(store, fillDown(store).cells),
    z: () => (event.shiftKey ? stepForth(store) : stepBack(store)),
    y: () => stepForth(store),
  }
  const command = commands[letterOf(event.nativeEvent)]
  command?.()
  return command !== undefined
}

export function sayEntered(store: SheetStore, count: number): void {
  say(store, t('panel.product.filled', { count }))
}

export function stepBack(store: SheetStore): void {
  if (!store.getState().isBusy) say(store, t('panel.sheet.undone', { count: undo(store) }))
}

export function stepForth(store: SheetStore): void {
  if (!store.getState().isBusy) say(store, t('panel.sheet.redone', { count: redo(store) }))
}

function onPlain(store: SheetStore, event: KeyboardEvent): boolean {
  const { key } = event
  const { cursor, columns, anchor } = store.getState()
  if (key === 'Escape') {
    store.setState({ anchor: cursor })
    return true
  }
  if (key === 'Delete' || key === 'Backspace') {
    sayEntered(store, clearSelected(store).cells)
    return true
  }
  if (key === 'F2') return startNow(store, 'edit')
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
  // The field is there before the character is: it goes into it, as do those that are put together of several keys.
  const isText = key.length === 1 || key === 'Process' || key === 'Dead' || key === 'Unidentified'
  if (isText && !event.altKey) {
    if (startNow(store, 'type', '')) return false
    if (key.length === 1) say(store, t('field.unchangeable'))
  }
  return false
}

/** The field has the focus when this returns. */
function startNow(store: SheetStore, mode: 'type' | 'edit', text?: string): boolean {
  return flushSync(() => startTyping(store, mode, text))
}

/** Yes becomes no in all that is selected, by what the cell of the cursor is. */
export function toggle(store: SheetStore): void {
  const state = store.getState()
  const text = shownAt(state, state.cursor) === '1' ? '0' : '1'
  enter(
    store,
    entriesIn(store, () => text).filter(({ column }) => column.kind === 'flag'),
  )
}
