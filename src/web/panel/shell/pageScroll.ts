import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { useTabs } from './tabStore.ts'

/** How far down each page was scrolled: by its path, and by the entry of the history for the queries of one page. */
const byPath = new Map<string, number>()
const byEntry = new Map<string | undefined, number>()

/**
 * A page is where it was scrolled to whenever it is on the screen again; a new one begins at its top. Another query of
 * the same page begins at the top as well, unless it only replaces the one before or is come back to.
 */
export function keepScrollOfPages(router: AnyRouter): void {
  history.scrollRestoration = 'manual'
  const entries: RouterHistory = router.history
  const entryOf = ({ state: { __TSR_key: key } }: RouterHistory['location']) => key
  let shown = { path: entries.location.pathname, entry: entryOf(entries.location) }
  let isReplaced = false
  let isNew = true
  entries.subscribe(({ action }) => {
    byPath.set(shown.path, scrollY)
    byEntry.set(shown.entry, scrollY)
    isReplaced = action.type === 'REPLACE'
    isNew = isReplaced || action.type === 'PUSH'
  })
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    const { __TSR_key: entry } = toLocation.state
    shown = { path: toLocation.pathname, entry }
    const open = useTabs.getState().open.map((tab) => tab.path)
    for (const path of byPath.keys()) if (!open.includes(path)) byPath.delete(path)
    if (pathChanged) scrollTo(0, byPath.get(shown.path) ?? 0)
    else if (!isNew) scrollTo(0, byEntry.get(entry) ?? 0)
    else if (!isReplaced) scrollTo(0, 0)
  })
}
