import type { Page } from '#shared/pages.ts'

export type PageAddress = {
  /** One tab per path. */
  path: string
  page: Page
  params: Record<string, string | undefined>
  search: Record<string, unknown>
}

/** `restartCount` is part of the React key. */
export type Tab = PageAddress & {
  restartCount: number
  /** Closed while visible: not in the bar, removed once left. */
  isClosing?: boolean
}

export type Tabs = {
  open: readonly Tab[]
  active: string | undefined
  /** Paths of mounted pages, the last visited at the end. */
  alive: readonly string[]
}

/** Beyond that, the pages visited longest ago keep only their tab. */
const maxMountedPages = 15

export type HasChanges = (path: string) => boolean

/**
 * Shows a page. The previous one is unmounted if its page is `noCache` and it has no changes; with
 * `replacesActive` its tab closes too.
 */
export function visitPage(
  tabs: Tabs,
  address: PageAddress,
  hasChanges: HasChanges,
  replacesActive = false,
): Tabs {
  const { path } = address
  if (path === tabs.active) return updateActive(tabs, address)
  const left = leaveActive(tabs, hasChanges, replacesActive)
  const existing = left.open.find((tab) => tab.path === path)
  const restarts = address.page.noCache && !hasChanges(path)
  const tab: Tab = { ...address, restartCount: (existing?.restartCount ?? 0) + (restarts ? 1 : 0) }
  const open = existing ? left.open.map((other) => (other === existing ? tab : other)) : [...left.open, tab]
  const alive = [...left.alive.filter((other) => other !== path), path]
  return { open, active: path, alive: limitMounted(alive, path, hasChanges) }
}

function updateActive(tabs: Tabs, address: PageAddress): Tabs {
  const existing = tabs.open.find(({ path }) => path === address.path)
  if (existing && isSame(existing.search, address.search) && isSame(existing.params, address.params))
    return tabs
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab === existing ? { ...address, restartCount: tab.restartCount } : tab)),
  }
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

function leaveActive(tabs: Tabs, hasChanges: HasChanges, isReplaced: boolean): Tabs {
  const left = tabs.open.find((tab) => tab.path === tabs.active)
  if (!left || hasChanges(left.path)) return { ...tabs, open: tabs.open.map(reopen) }
  const isClosed = left.isClosing || (isReplaced && !left.page.affix)
  if (!isClosed && !left.page.noCache) return tabs
  return {
    ...tabs,
    open: isClosed ? tabs.open.filter((tab) => tab !== left) : tabs.open,
    alive: tabs.alive.filter((path) => path !== left.path),
  }
}

function reopen(tab: Tab): Tab {
  return tab.isClosing ? { ...tab, isClosing: false } : tab
}

function limitMounted(alive: string[], visible: string, hasChanges: HasChanges): string[] {
  let surplus = alive.length - maxMountedPages
  return alive.filter((path) => {
    if (surplus <= 0 || path === visible || hasChanges(path)) return true
    surplus -= 1
    return false
  })
}

/** Keeps pinned tabs. The visible page stays until another is shown. */
export function closePages(tabs: Tabs, paths: readonly string[]): Tabs {
  const isClosed = (tab: Tab) => paths.includes(tab.path) && !tab.page.affix
  const closedPaths = new Set(tabs.open.filter(isClosed).map(({ path }) => path))
  return {
    ...tabs,
    open: tabs.open.flatMap((tab) => {
      if (!closedPaths.has(tab.path)) return [tab]
      return tab.path === tabs.active ? [{ ...tab, isClosing: true }] : []
    }),
    alive: tabs.alive.filter((path) => path === tabs.active || !closedPaths.has(path)),
  }
}

/** Asks nothing. */
export function restartTab(tabs: Tabs, path: string): Tabs {
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab.path === path ? { ...tab, restartCount: tab.restartCount + 1 } : tab)),
  }
}

/** The bar's tabs, pinned ones first. */
export function tabsInBar(open: readonly Tab[]): Tab[] {
  const visible = open.filter((tab) => !tab.isClosing)
  return [...visible.filter((tab) => tab.page.affix), ...visible.filter((tab) => !tab.page.affix)]
}
