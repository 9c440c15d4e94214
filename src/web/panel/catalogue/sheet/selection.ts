import type { CellPosition } from '#web/ui/grid/moves.ts'
import { editOf, ownerOf, type Row, type SheetColumn, shownIn } from './cells.ts'
import { withoutDoubt } from './priceChange.ts'
import { apply, type Change, editAt, type SheetState, type SheetStore } from './sheetStore.ts'

/** Rows and columns from the first to the last, both among them. */
export type Range = { top: number; bottom: number; left: number; right: number }

export const rangeOf = ({ cursor, anchor }: Pick<SheetState, 'cursor' | 'anchor'>): Range => ({
  top: Math.min(cursor.row, anchor.row),
  bottom: Math.max(cursor.row, anchor.row),
  left: Math.min(cursor.column, anchor.column),
  right: Math.max(cursor.column, anchor.column),
})

/** What a cell shows. */
export function shownAt(state: SheetState, { row, column }: CellPosition): string {
  const [line, col] = [state.rows[row], state.columns[column]]
  if (!line || !col) return ''
  return shownIn(line, col, editAt(state, ownerOf(line, col), col.field))
}

/** What is selected, as spreadsheets take it. */
export function selectedTexts(state: SheetState): string[][] {
  const { top, bottom, left, right } = rangeOf(state)
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, along) =>
      shownAt(state, { row: top + down, column: left + along }),
    ),
  )
}

/** A text for a cell. */
export type Entry = { row: Row; column: SheetColumn; text: string }
/** What came of texts that were to be put into cells: how many differ now, and how many have no cell to go to. */
export type Entered = { cells: number; left: number }

/** Puts texts into cells, as one step. Of several for one cell the last counts. */
export function enter(store: SheetStore, entries: Entry[]): Entered {
  const state = store.getState()
  if (state.isBusy) return { cells: 0, left: entries.length }
  const changes = new Map<string, Change>()
  let left = 0
  for (const { row, column, text } of entries) {
    if (column.kind === 'fixed' || isGone(state, row)) {
      left += 1
      continue
    }
    const owner = ownerOf(row, column)
    const key = `${owner} ${column.field}`
    // Two columns of one price group follow each other: the one sees what the other has made of it.
    const before = changes.has(key) ? changes.get(key)?.edit : editAt(state, owner, column.field)
    const edit = editOf(row, column, text, before)
    changes.set(key, { owner, field: column.field, edit })
  }
  const differing = [...changes.values()].filter(
    ({ owner, field, edit }) => !isAlike(edit, editAt(state, owner, field)),
  )
  apply(store, differing)
  return { cells: differing.length, left }
}

const isAlike = (one: Change['edit'], other: Change['edit']) => JSON.stringify(one) === JSON.stringify(other)

export const isGone = ({ gone }: Pick<SheetState, 'gone'>, { product, item }: Row) =>
  gone.size > 0 && (gone.has(product.id) || gone.has(item.productId))

/** Lays a block over the sheet: one value over all that is selected, a block as often as it fits, else once. */
export function pasteBlock(store: SheetStore, block: string[][]): Entered {
  const state = store.getState()
  const { top, bottom, left, right } = rangeOf(state)
  const [height, width] = [block.length, Math.max(...block.map((line) => line.length))]
  const [tall, wide] = [bottom - top + 1, right - left + 1]
  const isTiled = tall % height === 0 && wide % width === 0
  const size = isTiled ? { tall, wide } : { tall: height, wide: width }
  const sure = withoutDoubts(block, width, state.columns.slice(left))
  const entries: Entry[] = []
  let beyond = 0
  for (let down = 0; down < size.tall; down += 1) {
    for (let along = 0; along < size.wide; along += 1) {
      const [row, column] = [state.rows[top + down], state.columns[left + along]]
      const text = sure[down % height]?.[along % width] ?? ''
      if (row && column) entries.push({ row, column, text })
      else beyond += 1
    }
  }
  const pasted = { row: top + size.tall - 1, column: left + size.wide - 1 }
  const entered = enter(store, entries)
  store.setState({ anchor: { row: top, column: left }, cursor: within(state, pasted) })
  return { ...entered, left: entered.left + beyond }
}

/** A block whose amounts say, column by column, what their separators are. */
function withoutDoubts(block: string[][], width: number, columns: SheetColumn[]): string[][] {
  const next = block.map((line) => [...line])
  for (let along = 0; along < width; along += 1) {
    if (columns[along % Math.max(1, columns.length)]?.kind !== 'price') continue
    for (const [down, text] of withoutDoubt(block.map((line) => line[along] ?? '')).entries()) {
      const line = next[down]
      if (line && along < line.length) line[along] = text
    }
  }
  return next
}

const within = ({ rows, columns }: SheetState, { row, column }: CellPosition): CellPosition => ({
  row: Math.min(row, rows.length - 1),
  column: Math.min(column, columns.length - 1),
})

/** Empties what is selected, as far as it can be empty. */
export function clearSelected(store: SheetStore): Entered {
  return enter(
    store,
    entriesIn(store, (column) => (column.kind === 'count' ? '0' : '')).filter(
      ({ column }) => column.kind !== 'flag' && column.field !== 'itemDescription',
    ),
  )
}

/** The first row of what is selected goes into all below it; a single row takes what stands above. */
export function fillDown(store: SheetStore): Entered {
  const state = store.getState()
  const { top, bottom } = rangeOf(state)
  const source = top === bottom ? top - 1 : top
  if (source < 0) return { cells: 0, left: 0 }
  const entries = entriesIn(store, (column) =>
    shownAt(state, { row: source, column: state.columns.indexOf(column) }),
  )
  return enter(
    store,
    entries.filter(({ row }) => row !== state.rows[source]),
  )
}

/** Every cell that is selected, with a text made for its column. */
export function entriesIn(store: SheetStore, textFor: (column: SheetColumn) => string): Entry[] {
  const { rows, columns, ...state } = store.getState()
  const { top, bottom, left, right } = rangeOf(state)
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) =>
      columns.slice(left, right + 1).map((column) => ({ row, column, text: textFor(column) })),
    )
}
