import type { KeyboardEvent } from 'react'
import { direction } from '#web/i18n.ts'
import { type CellPosition, type Move, moveOf } from './moves.ts'

/** Phone keyboards' own arrows visit only fields in the Tab order, so each cell must be in it. */
export const isTouch = matchMedia('(pointer: coarse)').matches

/** The position of the cell around an element: `data-at="row column"`. */
export function cellOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  const [row, column] = cell?.dataset.at?.split(' ') ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

/** The input that is a cell. */
export const inputAt = (grid: HTMLElement, { row, column }: CellPosition) =>
  grid.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`)

/** Moves the focus among inputs that are cells. Tab leaves after the last one; Enter never submits a form. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  cellAfter: (at: CellPosition, move: Move) => CellPosition | undefined,
): void {
  const at = cellOf(event.target)
  const move = at && moveOf(event, direction)
  if (!at || !move) return
  const target = cellAfter(at, move)
  if (target || event.key !== 'Tab') event.preventDefault()
  if (target) inputAt(event.currentTarget, target)?.focus()
  else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.target.select()
}
