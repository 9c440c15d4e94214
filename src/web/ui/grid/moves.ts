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

/** `wraps` continues into the next row. */
const steps: Record<
  Move,
  { rows: number; columns: number; wraps?: true; from?: 'rowStart' | 'rowEnd' | 'start' | 'end' }
> = {
  next: { rows: 0, columns: 1 },
  before: { rows: 0, columns: -1 },
  up: { rows: -1, columns: 0 },
  down: { rows: 1, columns: 0 },
  onward: { rows: 0, columns: 1, wraps: true },
  back: { rows: 0, columns: -1, wraps: true },
  rowStart: { rows: 0, columns: 1, from: 'rowStart' },
  rowEnd: { rows: 0, columns: -1, from: 'rowEnd' },
  start: { rows: 0, columns: 1, wraps: true, from: 'start' },
  end: { rows: 0, columns: -1, wraps: true, from: 'end' },
}

type Size = { rows: number; columns: number }

/** The next editable cell along a move. */
export function cellAfter(
  at: CellPosition,
  move: Move,
  size: Size,
  isEditable: (at: CellPosition) => boolean = () => true,
): CellPosition | undefined {
  const step = steps[move]
  let next = firstAfter(at, step, size)
  while (next.row >= 0 && next.row < size.rows && next.column >= 0 && next.column < size.columns) {
    if (isEditable(next)) return next
    next = advance(next, step, size)
  }
  return undefined
}

function firstAfter(at: CellPosition, step: (typeof steps)[Move], size: Size): CellPosition {
  const last = size.columns - 1
  if (step.from === 'rowStart') return { row: at.row, column: 0 }
  if (step.from === 'rowEnd') return { row: at.row, column: last }
  if (step.from === 'start') return { row: 0, column: 0 }
  if (step.from === 'end') return { row: size.rows - 1, column: last }
  return advance(at, step, size)
}

function advance(
  { row, column }: CellPosition,
  { rows, columns, wraps }: (typeof steps)[Move],
  size: Size,
): CellPosition {
  const next = { row: row + rows, column: column + columns }
  if (!wraps || (next.column >= 0 && next.column < size.columns)) return next
  return columns > 0 ? { row: row + 1, column: 0 } : { row: row - 1, column: size.columns - 1 }
}

/** The texts of a block laid from a cell on. */
export const layBlock = (block: string[][], from: CellPosition) =>
  block.flatMap((line, down) =>
    line.map((text, along) => ({ at: { row: from.row + down, column: from.column + along }, text })),
  )
