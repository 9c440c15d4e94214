import { type RefObject, useEffect } from 'react'
import { focusRow, rowsOf } from './rowKeys.ts'

/**
 * Keys of a page with a list, wherever the focus is unless something is typed: '/' searches, '?' tells all keys, an
 * arrow down goes to the first row.
 */
export function usePageKeys(table: RefObject<HTMLElement | null>, onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
      if (target.closest('[role="dialog"], [popover]')) return
      if (key === 'ArrowDown' && startsRows(target)) {
        const [first] = table.current ? rowsOf(table.current) : []
        if (first) event.preventDefault()
        focusRow(first)
      }
      if (target.matches('input, textarea, select, [contenteditable]')) return
      if (key === '?') onHelp()
      if (key === '/') {
        event.preventDefault()
        searchField()?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table, onHelp])
}

/** From where an arrow down goes to the rows: from the search field, and from where nothing has the focus. */
const startsRows = (target: Element) =>
  target === document.body || target.matches('h1') || target.matches('search input[type="search"]')

/** That of the page in sight: others are kept, out of sight. */
const searchField = () =>
  [...document.querySelectorAll<HTMLInputElement>('search input[type="search"]')].find((field) =>
    field.checkVisibility(),
  )
