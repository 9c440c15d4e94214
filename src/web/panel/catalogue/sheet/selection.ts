import type { CellPosition } from '#web/ui/grid/moves.ts'
import { displayedText, editFor, ownerOf, type Row, type SheetColumn } from './cells.ts'
import { normalizeSeparators } from './priceChange.ts'
import { applyChanges, type Change, editAt, type SheetState, type SheetStore } from './sheetStore.ts'

/** Inclusive. */
export type Range = { top: number; bottom: number; left: number; right: number }

export const rangeOf = ({ cursor, anchor }: Pick<SheetState, 'cursor' | 'anchor'>): Range => ({
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
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, along) =>
      displayedAt(state, { row: top + down, column: left + along }),
    ),
  )
}

export type Entry = { row: Row; column: SheetColumn; text: string }
/** Changed cells, and texts that had no editable cell. */
export type EnterResult = { cells: number; skipped: number }

/** Enters texts as one undo step. The last text for a cell wins. */
export function enterTexts(store: SheetStore, entries: Entry[]): EnterResult {
  const state = store.getState()
  if (state.isBusy) return { cells: 0, skipped: entries.length }
  const changes = new Map<string, Change>()
  let skipped = 0
  for (const { row, column, text } of entries) {
    if (column.kind === 'fixed' || isGone(state, row)) {
      skipped += 1
      continue
    }
    const owner = ownerOf(row, column)
    const key = `${owner} ${column.field}`
    // Two currency columns of a group share a field, so the second starts from the first one's edit.
    const before = changes.has(key) ? changes.get(key)?.edit : editAt(state, owner, column.field)
    const edit = editFor(row, column, text, before)
    changes.set(key, { owner, field: column.field, edit })
  }
  const effective = [...changes.values()].filter(
    ({ owner, field, edit }) => !isSameEdit(edit, editAt(state, owner, field)),
  )
  applyChanges(store, effective)
  return { cells: effective.length, skipped }
}

const isSameEdit = (a: Change['edit'], b: Change['edit']) => JSON.stringify(a) === JSON.stringify(b)

export const isGone = ({ deletedIds }: Pick<SheetState, 'deletedIds'>, { product, item }: Row) =>
  deletedIds.size > 0 && (deletedIds.has(product.id) || deletedIds.has(item.productId))

/** Repeats the block if it fits the selection evenly, else pastes it once. */
export function pasteBlock(store: SheetStore, block: string[][]): EnterResult {
  const state = store.getState()
  const { top, bottom, left, right } = rangeOf(state)
  const [height, width] = [block.length, Math.max(...block.map((line) => line.length))]
  const [tall, wide] = [bottom - top + 1, right - left + 1]
  const isTiled = tall % height === 0 && wide % width === 0
  const size = isTiled ? { tall, wide } : { tall: height, wide: width }
  const normalized = normalizePriceColumns(block, width, state.columns.slice(left))
  const entries: Entry[] = []
  let outside = 0
  for (let down = 0; down < size.tall; down += 1) {
    for (let along = 0; along < size.wide; along += 1) {
      const [row, column] = [state.rows[top + down], state.columns[left + along]]
      const text = normalized[down % height]?.[along % width] ?? ''
      if (row && column) entries.push({ row, column, text })
      else outside += 1
    }
  }
  const pasted = { row: top + size.tall - 1, column: left + size.wide - 1 }
  const entered = enterTexts(store, entries)
  store.setState({ anchor: { row: top, column: left }, cursor: clampToSheet(state, pasted) })
  return { ...entered, skipped: entered.skipped + outside }
}

function normalizePriceColumns(block: string[][], width: number, columns: SheetColumn[]): string[][] {
  const next = block.map((line) => [...line])
  for (let along = 0; along < width; along += 1) {
    if (columns[along % Math.max(1, columns.length)]?.kind !== 'price') continue
    for (const [down, text] of normalizeSeparators(block.map((line) => line[along] ?? '')).entries()) {
      const line = next[down]
      if (line && along < line.length) line[along] = text
    }
  }
  return next
}

const clampToSheet = ({ rows, columns }: SheetState, { row, column }: CellPosition): CellPosition => ({
  row: Math.min(row, rows.length - 1),
  column: Math.min(column, columns.length - 1),
})

/** Clears selected cells that may be empty. */
export function clearSelected(store: SheetStore): EnterResult {
  return enterTexts(
    store,
    entriesIn(store, (column) => (column.kind === 'count' ? '0' : '')).filter(
      ({ column }) => column.kind !== 'flag' && column.field !== 'itemDescription',
    ),
  )
}

/** Copies the selection's first row down; a single row copies the row above. */
export function fillDown(store: SheetStore): EnterResult {
  const state = store.getState()
  const { top, bottom } = rangeOf(state)
  const source = top === bottom ? top - 1 : top
  if (source < 0) return { cells: 0, skipped: 0 }
  const entries = entriesIn(store, (column) =>
    displayedAt(state, { row: source, column: state.columns.indexOf(column) }),
  )
  return enterTexts(
    store,
    entries.filter(({ row }) => row !== state.rows[source]),
  )
}

export function entriesIn(store: SheetStore, textFor: (column: SheetColumn) => string): Entry[] {
  const { rows, columns, ...state } = store.getState()
  const { top, bottom, left, right } = rangeOf(state)
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) =>
      columns.slice(left, right + 1).map((column) => ({ row, column, text: textFor(column) })),
    )
}
