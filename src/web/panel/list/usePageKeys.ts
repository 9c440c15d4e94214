import { type RefObject, useEffect } from 'react'
import { focusRow, rowsOf } from './rowKeys.ts'

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
