import type { KeyboardEvent } from 'react'

export type RowKeys = {
  /** Ticks or unticks the row at an index; `isRange` ticks all from the one before. Absent where none can be ticked. */
  tick?: (index: number, isRange: boolean) => void
  /** Ticks the rows of the page. */
  tickAll?: () => void
  untick?: () => void
  /** Shows the next page or the one before; false where there is none. */
  turn: (by: 1 | -1) => boolean
}

/** Rows that PageUp and PageDown go over. */
const leap = 10

/** What keys do in a table: they lead from row to row, and on from its ends to the next page. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, keys: RowKeys): void {
  const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (event.defaultPrevented || !(target instanceof Element) || isTyping(target)) return
  const rows = rowsOf(event.currentTarget)
  const index = rows.findIndex((row) => row.contains(target))
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'a' && keys.tickAll) {
    event.preventDefault()
    keys.tickAll()
    return
  }
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') keys.untick?.()
  const next = goal(key, index, rows.length)
  if (next !== undefined) {
    event.preventDefault()
    if (next < 0 || next >= rows.length) {
      const isTurned = key.startsWith('Page') && keys.turn(next < 0 ? -1 : 1)
      if (!isTurned) focusRow(rows[next < 0 ? 0 : rows.length - 1])
      return
    }
    if (shiftKey) keys.tick?.(next, true)
    focusRow(rows[next])
    return
  }
  const isOnRow = index >= 0 && (target === rows[index] || target.matches('[data-row-link]'))
  if (!isOnRow) return
  if (key === ' ' && keys.tick) {
    event.preventDefault()
    keys.tick(index, shiftKey)
  } else if (key === 'Enter' && target === rows[index]) {
    event.preventDefault()
    target.querySelector<HTMLElement>('[data-row-link], [data-row-open]')?.click()
  }
}

/** Where a key leads from the row at `index`, -1 for none; past the ends where it leads off the page. */
function goal(key: string, index: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageDown':
      return index === last ? count : Math.min(index + leap, last)
    case 'PageUp':
      return index === 0 ? -1 : Math.max(index - leap, 0)
    default:
      return undefined
  }
}

const isTyping = (target: Element) =>
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="option"]')

export const rowsOf = (table: Element): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('tr[data-row]'),
]

/** Puts the focus on a row: on its link where it has one, so that Enter follows it. */
export function focusRow(row: HTMLElement | undefined): void {
  const focused = row?.querySelector<HTMLElement>('a[data-row-link]') ?? row
  focused?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
