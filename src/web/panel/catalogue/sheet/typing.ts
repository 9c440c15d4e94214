import { direction } from '#web/i18n.ts'
import { type CellPosition, cellAfter, type Move, moveOf } from '#web/ui/grid/moves.ts'
import { enter, isGone, shownAt } from './selection.ts'
import type { SheetState, SheetStore, Typing } from './sheetStore.ts'

/** Begins typing into the cell of the cursor, where it is one that can be typed into. */
export function startTyping(store: SheetStore, mode: Typing['mode'], text?: string): boolean {
  const state = store.getState()
  const column = state.columns[state.cursor.column]
  const row = state.rows[state.cursor.row]
  if (!column || !row || state.isBusy || column.kind === 'fixed' || isGone(state, row)) return false
  store.setState({ typing: { mode, text: text ?? shownAt(state, state.cursor) }, anchor: state.cursor })
  return true
}

/** Puts what was typed into the cell of the cursor. */
export function commit(store: SheetStore, text: string): void {
  const state = store.getState()
  const [row, column] = [state.rows[state.cursor.row], state.columns[state.cursor.column]]
  store.setState({ typing: undefined })
  if (row && column && text !== shownAt(state, state.cursor)) enter(store, [{ row, column, text }])
}

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Moves the cursor as a key asks; with Shift and an arrow what is selected grows. False where there is no way. */
export function moveBy(store: SheetStore, event: Key, page = 1): boolean {
  const state = store.getState()
  const isStretch = event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key)
  const target = targetOf(state, { ...keyOf(event), shiftKey: isStretch ? false : event.shiftKey }, page)
  if (!target) return false
  store.setState({ cursor: target, ...(isStretch ? {} : { anchor: target }) })
  return true
}

const keyOf = ({ key, ctrlKey, metaKey, altKey }: Key) => ({ key, ctrlKey, metaKey, altKey })

function targetOf(
  { rows, columns, cursor }: SheetState,
  key: Omit<Key, 'code'>,
  page: number,
): CellPosition | undefined {
  const size = { rows: rows.length, columns: columns.length }
  const isFar = key.ctrlKey || key.metaKey
  if (key.key === 'PageDown') return { ...cursor, row: Math.min(size.rows - 1, cursor.row + page) }
  if (key.key === 'PageUp') return { ...cursor, row: Math.max(0, cursor.row - page) }
  if (isFar && key.key === 'ArrowDown') return { ...cursor, row: size.rows - 1 }
  if (isFar && key.key === 'ArrowUp') return { ...cursor, row: 0 }
  const move: Move | undefined = moveOf(key, direction)
  return move && cellAfter(cursor, move, size, () => true)
}
