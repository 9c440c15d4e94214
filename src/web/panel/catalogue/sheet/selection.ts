import { direction } from '#web/i18n.ts'
import { type CellPosition, cellAfter, layBlock, moveOf } from '#web/ui/grid/moves.ts'
import { displayedText, editFor, ownerOf, type Row, type SheetColumn } from './cells.ts'
import { normalizeSeparators } from './priceChange.ts'
import {
  applyChanges,
  type CellEdit,
  editAt,
  type SheetState,
  type SheetStore,
  type Typing,
} from './sheetStore.ts'

/** Inclusive. */
export const rangeOf = ({ cursor, anchor }: Pick<SheetState, 'cursor' | 'anchor'>) => ({
  top: Math.min(cursor.row, anchor.row),
  bottom: Math.max(cursor.row, anchor.row),
  left: Math.min(cursor.column, anchor.column),
  right: Math.max(cursor.column, anchor.column),
})

export function displayedAt(state: SheetState, { row, column }: CellPosition): string {
  const [line, col] = [state.rows[row], state.columns[column]]
  if (!line || !col) return ''
  return displayedText(line, col, editAt(state, ownerOf(line, col), col.field))
}

export function selectedTexts(state: SheetState): string[][] {
  const { top, bottom, left, right } = rangeOf(state)
  return state.rows
    .slice(top, bottom + 1)
    .map((_, down) =>
      state.columns
        .slice(left, right + 1)
        .map((__, along) => displayedAt(state, { row: top + down, column: left + along })),
    )
}

export type Entry = { row: Row; column: SheetColumn; text: string }

export function entriesIn(store: SheetStore, textFor: (column: SheetColumn) => string): Entry[] {
  const { rows, columns, ...state } = store.getState()
  const { top, bottom, left, right } = rangeOf(state)
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) =>
      columns.slice(left, right + 1).map((column) => ({ row, column, text: textFor(column) })),
    )
}

/** Enters texts as one undo step. Answers the changed cells, and the texts that had no editable cell. */
export function enterTexts(store: SheetStore, entries: Entry[]): { cells: number; skipped: number } {
  const state = store.getState()
  if (state.isBusy) return { cells: 0, skipped: entries.length }
  const changes = new Map<string, CellEdit>()
  let skipped = 0
  for (const { row, column, text } of entries) {
    if (column.kind === 'fixed' || isGone(state, row)) {
      skipped += 1
      continue
    }
    const { field } = column
    const owner = ownerOf(row, column)
    const key = `${owner} ${field}`
    // Two currency columns of a group share a field, so the second starts from the first one's edit.
    const before = changes.has(key) ? changes.get(key)?.edit : editAt(state, owner, field)
    changes.set(key, { owner, field, edit: editFor(row, column, text, before) })
  }
  const effective = [...changes.values()].filter(
    ({ owner, field, edit }) => JSON.stringify(edit) !== JSON.stringify(editAt(state, owner, field)),
  )
  applyChanges(store, effective)
  return { cells: effective.length, skipped }
}

const isGone = ({ deletedIds }: Pick<SheetState, 'deletedIds'>, { product, item }: Row) =>
  deletedIds.has(product.id) || deletedIds.has(item.productId)

/** Repeats the block if it fits the selection evenly, else pastes it once. */
export function pasteBlock(store: SheetStore, block: string[][]): { cells: number; skipped: number } {
  const state = store.getState()
  const { rows, columns } = state
  const { top, bottom, left, right } = rangeOf(state)
  const [height, width] = [block.length, Math.max(...block.map((line) => line.length))]
  const [tall, wide] = [bottom - top + 1, right - left + 1]
  const isTiled = tall % height === 0 && wide % width === 0
  const size = isTiled ? { rows: tall, columns: wide } : { rows: height, columns: width }
  const normalized = normalizePrices(block, (along) => columns[left + along])
  const tiled = Array.from({ length: size.rows }, (_, down) =>
    Array.from({ length: size.columns }, (__, along) => normalized[down % height]?.[along % width] ?? ''),
  )
  const laid = layBlock(tiled, { row: top, column: left })
  const entries = laid.flatMap(({ at, text }): Entry[] => {
    const [row, column] = [rows[at.row], columns[at.column]]
    return row && column ? [{ row, column, text }] : []
  })
  const { cells, skipped } = enterTexts(store, entries)
  const last = {
    row: Math.min(top + size.rows, rows.length) - 1,
    column: Math.min(left + size.columns, columns.length) - 1,
  }
  store.setState({ anchor: { row: top, column: left }, cursor: last })
  return { cells, skipped: skipped + laid.length - entries.length }
}

/** Each price column's amounts without thousands separators, see {@link normalizeSeparators}. */
export function normalizePrices(
  lines: string[][],
  columnAt: (along: number) => SheetColumn | undefined,
): string[][] {
  const width = Math.max(0, ...lines.map((line) => line.length))
  const byColumn = Array.from({ length: width }, (_, along) => {
    const texts = lines.map((line) => line[along] ?? '')
    return columnAt(along)?.kind === 'price' ? normalizeSeparators(texts) : texts
  })
  return lines.map((line, down) => line.map((text, along) => byColumn[along]?.[down] ?? text))
}

/** Clears selected cells that may be empty. Answers the number of cells changed. */
export function clearSelected(store: SheetStore): number {
  const entries = entriesIn(store, (column) => (column.kind === 'count' ? '0' : '')).filter(
    ({ column }) => column.kind !== 'flag' && column.field !== 'itemDescription',
  )
  return enterTexts(store, entries).cells
}

/** Copies the selection's first row down; a single row copies the row above. */
export function fillDown(store: SheetStore): number {
  const state = store.getState()
  const { top, bottom } = rangeOf(state)
  const source = top === bottom ? top - 1 : top
  if (source < 0) return 0
  const entries = entriesIn(store, (column) =>
    displayedAt(state, { row: source, column: state.columns.indexOf(column) }),
  )
  return enterTexts(
    store,
    entries.filter(({ row }) => row !== state.rows[source]),
  ).cells
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

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Moves the cursor, or extends the selection with Shift. False if the key moves nothing. */
export function moveBy(store: SheetStore, event: Key, page = 1): boolean {
  const isExtending = event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key)
  const target = targetOf(store.getState(), event, event.shiftKey && !isExtending, page)
  if (!target) return false
  store.setState({ cursor: target, ...(isExtending ? {} : { anchor: target }) })
  return true
}

function targetOf(
  { rows, columns, cursor }: SheetState,
  { key, ctrlKey, metaKey, altKey }: Key,
  shiftKey: boolean,
  page: number,
): CellPosition | undefined {
  const last = rows.length - 1
  const isToEdge = ctrlKey || metaKey
  if (key === 'PageDown') return { ...cursor, row: Math.min(last, cursor.row + page) }
  if (key === 'PageUp') return { ...cursor, row: Math.max(0, cursor.row - page) }
  if (isToEdge && key === 'ArrowDown') return { ...cursor, row: last }
  if (isToEdge && key === 'ArrowUp') return { ...cursor, row: 0 }
  const move = moveOf({ key, shiftKey, ctrlKey, metaKey, altKey }, direction)
  return move && cellAfter(cursor, move, { rows: rows.length, columns: columns.length })
}
