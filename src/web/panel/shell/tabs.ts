import type { Page } from '#shared/pages.ts'

/** Where a page of the panel stands: what its route has made of the address. */
export type PageAddress = {
  /** The path as it stands in the address; there is one tab for each. */
  path: string
  page: Page
  params: Record<string, string | undefined>
  search: Record<string, unknown>
}

/** A page that has been opened. `round` counts how often it was begun anew. */
export type Tab = PageAddress & {
  round: number
  /** Closed while it stayed on the screen: it stands in no bar, and goes when it is left. */
  isOff?: boolean
}

export type Tabs = {
  open: readonly Tab[]
  /** The path of the page on the screen. */
  active: string | undefined
  /** Paths of the pages that are kept alive, the one that was looked at last at the end. */
  alive: readonly string[]
}

/** Kept alive at most; of the others, looked at longest ago, only the tab stays. */
const mostAlive = 15

/** What is asked about a page: whether something in it would be lost. */
export type HasChanges = (path: string) => boolean

/**
 * The page at an address comes to the screen. Of the one before only the tab stays where it keeps nothing and has
 * nothing to lose, and not even that where the new one `takesItsPlace`.
 */
export function visited(
  tabs: Tabs,
  address: PageAddress,
  hasChanges: HasChanges,
  takesItsPlace = false,
): Tabs {
  const { path } = address
  if (path === tabs.active) return changed(tabs, address)
  const left = withoutLeft(tabs, hasChanges, takesItsPlace)
  const known = left.open.find((tab) => tab.path === path)
  const isFresh = address.page.noCache && !hasChanges(path)
  const tab: Tab = { ...address, round: (known?.round ?? 0) + (isFresh ? 1 : 0) }
  const open = known ? left.open.map((one) => (one === known ? tab : one)) : [...left.open, tab]
  const alive = [...left.alive.filter((one) => one !== path), path]
  return { open, active: path, alive: fewest(alive, path, hasChanges) }
}

/** Another query of the page on the screen. */
function changed(tabs: Tabs, address: PageAddress): Tabs {
  const known = tabs.open.find(({ path }) => path === address.path)
  if (known && same(known.search, address.search) && same(known.params, address.params)) return tabs
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab === known ? { ...address, round: tab.round } : tab)),
  }
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

function withoutLeft(tabs: Tabs, hasChanges: HasChanges, isReplaced: boolean): Tabs {
  const left = tabs.open.find((tab) => tab.path === tabs.active)
  if (!left || hasChanges(left.path)) return { ...tabs, open: tabs.open.map(inBar) }
  const goes = left.isOff || (isReplaced && !left.page.affix)
  if (!goes && !left.page.noCache) return tabs
  return {
    ...tabs,
    open: goes ? tabs.open.filter((tab) => tab !== left) : tabs.open,
    alive: tabs.alive.filter((path) => path !== left.path),
  }
}

function inBar(tab: Tab): Tab {
  return tab.isOff ? { ...tab, isOff: false } : tab
}

function fewest(alive: string[], shown: string, hasChanges: HasChanges): string[] {
  let surplus = alive.length - mostAlive
  return alive.filter((path) => {
    if (surplus <= 0 || path === shown || hasChanges(path)) return true
    surplus -= 1
    return false
  })
}

/** Closes these tabs, but no pinned one. The page on the screen stays there until another one comes. */
export function closed(tabs: Tabs, paths: readonly string[]): Tabs {
  const goes = (tab: Tab) => paths.includes(tab.path) && !tab.page.affix
  const gone = new Set(tabs.open.filter(goes).map(({ path }) => path))
  return {
    ...tabs,
    open: tabs.open.flatMap((tab) => {
      if (!gone.has(tab.path)) return [tab]
      return tab.path === tabs.active ? [{ ...tab, isOff: true }] : []
    }),
    alive: tabs.alive.filter((path) => path === tabs.active || !gone.has(path)),
  }
}

/** Begins a page anew, whatever was in it. */
export function begunAnew(tabs: Tabs, path: string): Tabs {
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab.path === path ? { ...tab, round: tab.round + 1 } : tab)),
  }
}

/** The tabs that stand in the bar: pinned ones first. */
export function inOrder(open: readonly Tab[]): Tab[] {
  const shown = open.filter((tab) => !tab.isOff)
  return [...shown.filter((tab) => tab.page.affix), ...shown.filter((tab) => !tab.page.affix)]
}
