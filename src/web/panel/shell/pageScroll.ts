import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { useTabs } from './tabStore.ts'

/** Scroll positions: by path across tabs, by history entry for searches within a page. */
const scrollByPath = new Map<string, number>()
const scrollByEntry = new Map<string | undefined, number>()

/**
 * Restores a page's scroll position when it is shown again. New pages start at the top, and so do new
 * searches, unless they replace the history entry.
 */
export function keepPageScroll(router: AnyRouter): void {
  history.scrollRestoration = 'manual'
  const entries: RouterHistory = router.history
  const entryOf = ({ state: { __TSR_key: key } }: RouterHistory['location']) => key
  let current = { path: entries.location.pathname, entry: entryOf(entries.location) }
  let isReplaced = false
  let isNew = true
  entries.subscribe(({ action }) => {
    scrollByPath.set(current.path, scrollY)
    scrollByEntry.set(current.entry, scrollY)
    isReplaced = action.type === 'REPLACE'
    isNew = isReplaced || action.type === 'PUSH'
  })
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    const { __TSR_key: entry } = toLocation.state
    current = { path: toLocation.pathname, entry }
    const open = useTabs.getState().open.map((tab) => tab.path)
    for (const path of scrollByPath.keys()) if (!open.includes(path)) scrollByPath.delete(path)
    if (pathChanged) scrollTo(0, scrollByPath.get(current.path) ?? 0)
    else if (!isNew) scrollTo(0, scrollByEntry.get(entry) ?? 0)
    else if (!isReplaced) scrollTo(0, 0)
  })
}
