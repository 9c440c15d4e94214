/** A cell's place, from 0. */
export type At = { row: number; column: number }

/** Where the keys of a spreadsheet lead. Left and right are the grid's: `next` column is to the left in Arabic. */
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

/** The move that a key asks for; undefined where it is none. Enter goes down, Tab on to the next row. */
export function moveOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  direction: 'ltr' | 'rtl',
): Move | undefined {
  if (altKey) return undefined
  if (key === 'Tab') return ctrlKey || metaKey ? undefined : shiftKey ? 'back' : 'onward'
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (shiftKey) return undefined
  const isFar = ctrlKey || metaKey
  if (key === 'Home') return isFar ? 'start' : 'rowStart'
  if (key === 'End') return isFar ? 'end' : 'rowEnd'
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isNext = (key === 'ArrowRight') === (direction === 'ltr')
    if (isFar) return isNext ? 'rowEnd' : 'rowStart'
    return isNext ? 'next' : 'before'
  }
  return undefined
}

/** Steps of one cell: rows, columns, and whether the end of a row goes on into the next. */
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

/** The next cell in the way of a move that is open to typing; undefined where there is none. */
export function cellAfter(at: At, move: Move, size: Size, isOpen: (at: At) => boolean): At | undefined {
  const step = steps[move]
  let next = firstAfter(at, step, size)
  while (next.row >= 0 && next.row < size.rows && next.column >= 0 && next.column < size.columns) {
    if (isOpen(next)) return next
    next = stepped(next, step, size)
  }
  return undefined
}

function firstAfter(at: At, step: (typeof steps)[Move], size: Size): At {
  const last = size.columns - 1
  if (step.from === 'rowStart') return { row: at.row, column: 0 }
  if (step.from === 'rowEnd') return { row: at.row, column: last }
  if (step.from === 'start') return { row: 0, column: 0 }
  if (step.from === 'end') return { row: size.rows - 1, column: last }
  return stepped(at, step, size)
}

function stepped({ row, column }: At, { rows, columns, wraps }: (typeof steps)[Move], size: Size): At {
  const next = { row: row + rows, column: column + columns }
  if (!wraps || (next.column >= 0 && next.column < size.columns)) return next
  return columns > 0 ? { row: row + 1, column: 0 } : { row: row - 1, column: size.columns - 1 }
}
