import { type RefObject, type KeyboardEvent as RowKeyEvent, useEffect } from 'react'
import { direction } from '#web/i18n.ts'

type RowKeys = {
  /** `isRange` ticks all rows from the last one. */
  tick?: (index: number, isRange: boolean) => void
  tickAll?: () => void
  clearTicks?: () => void
  /** Answers false if there is no such page. */
  turnPage: (by: 1 | -1) => boolean
}

/** Rows that PageUp and PageDown move by. */
const pageKeyRows = 10

/** Keyboard handling of a table; PageUp and PageDown continue on other pages. */
export function onRowKey(event: RowKeyEvent<HTMLElement>, keys: RowKeys): void {
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
  if (key === 'Escape') keys.clearTicks?.()
  const next = targetIndex(key, index, rows.length)
  if (next !== undefined) {
    event.preventDefault()
    if (next < 0 || next >= rows.length) {
      const hasTurned = key.startsWith('Page') && keys.turnPage(next < 0 ? -1 : 1)
      if (!hasTurned) focusRow(rows[next < 0 ? 0 : rows.length - 1])
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

/** The arrow to the left or right goes to the neighbouring heading's button. */
export function onHeadKey(event: RowKeyEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!by || !(target instanceof HTMLButtonElement)) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const next = buttons[buttons.indexOf(target) + (direction === 'rtl' ? -by : by)]
  if (next) event.preventDefault()
  next?.focus()
}

/** From `index` (-1 for none). Out of bounds means another page. */
function targetIndex(key: string, index: number, count: number): number | undefined {
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
      return index === last ? count : Math.min(index + pageKeyRows, last)
    case 'PageUp':
      return index === 0 ? -1 : Math.max(index - pageKeyRows, 0)
    default:
      return undefined
  }
}

const isTyping = (target: Element) =>
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="option"]')

export const rowsOf = (table: Element): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('tr[data-row]'),
]

/** Focuses the row's link if it has one, so that Enter follows it. */
export function focusRow(row: HTMLElement | undefined): void {
  const focused = row?.querySelector<HTMLElement>('a[data-row-link]') ?? row
  focused?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Page-wide keys while nothing is typed: '/' searches, '?' shows help, arrow down enters the rows. */
export function usePageKeys(table: RefObject<HTMLElement | null>, onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
      if (target.closest('[role="dialog"], [popover]')) return
      if (key === 'ArrowDown' && entersRows(target)) {
        const [first] = table.current ? rowsOf(table.current) : []
        if (first) event.preventDefault()
        focusRow(first)
      }
      if (target.matches('input, textarea, select, [contenteditable]')) return
      if (key === '?') onHelp()
      if (key === '/') {
        event.preventDefault()
        visibleSearchField()?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table, onHelp])
}

/** The search field, or nothing focused. */
const entersRows = (target: Element) =>
  target === document.body || target.matches('h1') || target.matches('search input[type="search"]')

/** Other panel tabs stay in the document, hidden. */
const visibleSearchField = () =>
  [...document.querySelectorAll<HTMLInputElement>('search input[type="search"]')].find((field) =>
    field.checkVisibility(),
  )
