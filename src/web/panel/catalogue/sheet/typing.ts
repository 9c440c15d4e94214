import { direction } from '#web/i18n.ts'
import { type CellPosition, cellAfter, type Move, moveOf } from '#web/ui/grid/moves.ts'
import { displayedAt, enterTexts, isGone } from './selection.ts'
import type { SheetState, SheetStore, Typing } from './sheetStore.ts'

/** False if the cursor's cell is read-only. */
export function startTyping(store: SheetStore, mode: Typing['mode'], text?: string): boolean {
  const state = store.getState()
  const column = state.columns[state.cursor.column]
  const row = state.rows[state.cursor.row]
  if (!column || !row || state.isBusy || column.kind === 'fixed' || isGone(state, row)) return false
  store.setState({ typing: { mode, text: text ?? displayedAt(state, state.cursor) }, anchor: state.cursor })
  return true
}

export function commitTyping(store: SheetStore, text: string): void {
  const state = store.getState()
  const [row, column] = [state.rows[state.cursor.row], state.columns[state.cursor.column]]
  store.setState({ typing: undefined })
  if (row && column && text !== displayedAt(state, state.cursor)) enterTexts(store, [{ row, column, text }])
}

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Moves the cursor, or extends the selection with Shift. False if the key moves nothing. */
export function moveBy(store: SheetStore, event: Key, page = 1): boolean {
  const state = store.getState()
  const isExtending = event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key)
  const target = targetOf(state, { ...keyOf(event), shiftKey: isExtending ? false : event.shiftKey }, page)
  if (!target) return false
  store.setState({ cursor: target, ...(isExtending ? {} : { anchor: target }) })
  return true
}

const keyOf = ({ key, ctrlKey, metaKey, altKey }: Key) => ({ key, ctrlKey, metaKey, altKey })

function targetOf(
  { rows, columns, cursor }: SheetState,
  key: Omit<Key, 'code'>,
  page: number,
): CellPosition | undefined {
  const size = { rows: rows.length, columns: columns.length }
  const isToEdge = key.ctrlKey || key.metaKey
  if (key.key === 'PageDown') return { ...cursor, row: Math.min(size.rows - 1, cursor.row + page) }
  if (key.key === 'PageUp') return { ...cursor, row: Math.max(0, cursor.row - page) }
  if (isToEdge && key.key === 'ArrowDown') return { ...cursor, row: size.rows - 1 }
  if (isToEdge && key.key === 'ArrowUp') return { ...cursor, row: 0 }
  const move: Move | undefined = moveOf(key, direction)
  return move && cellAfter(cursor, move, size, () => true)
}
