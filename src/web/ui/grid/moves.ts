export type CellPosition = { row: number; column: number }

/** `next` is to the left in right-to-left grids. */
export type Move =
  | 'next'
  | 'before'
  | 'up'
  | 'down'
  | 'rowStart'
  | 'rowEnd'
  | 'start'
  | 'end'
  | 'onward'
  | 'back'

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** Enter goes down; Tab wraps to the next row. */
export function moveOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  direction: 'ltr' | 'rtl',
): Move | undefined {
  if (altKey) return undefined
  if (key === 'Tab') return ctrlKey || metaKey ? undefined : shiftKey ? 'back' : 'onward'
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (shiftKey) return undefined
  const isToEdge = ctrlKey || metaKey
  if (key === 'Home') return isToEdge ? 'start' : 'rowStart'
  if (key === 'End') return isToEdge ? 'end' : 'rowEnd'
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isNext = (key === 'ArrowRight') === (direction === 'ltr')
    if (isToEdge) return isNext ? 'rowEnd' : 'rowStart'
    return isNext ? 'next' : 'before'
  }
  return undefined
}

type Size = { rows: number; columns: number }

/** The next editable cell along a move. Cells count through the rows, so Tab wraps and others stay in their row. */
export function cellAfter(
  at: CellPosition,
  move: Move,
  { rows, columns }: Size,
  isEditable: (at: CellPosition) => boolean = () => true,
): CellPosition | undefined {
  const here = at.row * columns + at.column
  const grid = { first: 0, last: rows * columns - 1 }
  const row = { first: at.row * columns, last: (at.row + 1) * columns - 1 }
  const walks: Record<Move, { from: number; by: number; within: typeof grid }> = {
    next: { from: here + 1, by: 1, within: row },
    before: { from: here - 1, by: -1, within: row },
    up: { from: here - columns, by: -columns, within: grid },
    down: { from: here + columns, by: columns, within: grid },
    onward: { from: here + 1, by: 1, within: grid },
    back: { from: here - 1, by: -1, within: grid },
    rowStart: { from: row.first, by: 1, within: row },
    rowEnd: { from: row.last, by: -1, within: row },
    start: { from: grid.first, by: 1, within: grid },
    end: { from: grid.last, by: -1, within: grid },
  }
  const { from, by, within } = walks[move]
  for (let index = from; index >= within.first && index <= within.last; index += by) {
    const cell = { row: Math.floor(index / columns), column: index % columns }
    if (isEditable(cell)) return cell
  }
  return undefined
}

/** The texts of a block laid from a cell on. */
export const layBlock = (block: string[][], from: CellPosition) =>
  block.flatMap((line, down) =>
    line.map((text, along) => ({ at: { row: from.row + down, column: from.column + along }, text })),
  )
