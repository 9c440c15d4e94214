import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { Question } from '#web/ui/confirm.ts'
import { closePages, type PageAddress, restartTab, type Tab, type Tabs, visitPage } from './tabs.ts'

type State = Tabs & {
  /** By path: 'Order 1025'. */
  titles: Readonly<Record<string, string>>
}

export const useTabs = create<State>(() => ({ open: [], active: undefined, alive: [], titles: {} }))

/** By path; kept while a page is hidden, because it may still have changes. */
const guards = new Map<string, Guard>()

/** `question` replaces the usual question about unsaved changes. */
export type Guard = { hasChangesNow: () => boolean; question?: Question }

export function hasChanges(path: string): boolean {
  return guards.get(path)?.hasChangesNow() ?? false
}

export function leaveQuestionOf(path: string): Question | undefined {
  return guards.get(path)?.question
}

/** Answers a function that removes the guard. */
export function guardPage(path: string, guard: Guard): () => void {
  const { open } = useTabs.getState()
  // A closing page was asked about already; a last render must not ask again.
  if (!open.find((tab) => tab.path === path)?.isClosing) guards.set(path, guard)
  return () => {
    // A hidden page keeps its changes.
    if (useTabs.getState().active === path) guards.delete(path)
  }
}

export function pagesWithChanges(): string[] {
  return useTabs.getState().open.flatMap(({ path }) => (hasChanges(path) ? [path] : []))
}

/** Opens or shows a page; `replacesActive` closes the active one unless it has changes. */
export function visit(address: PageAddress, replacesActive: boolean): void {
  useTabs.setState((tabs) => visitPage(tabs, address, hasChanges, replacesActive))
}

/** Asks nothing. Navigating away from the active page is up to the caller. */
export function closeTabs(paths: readonly string[]): void {
  useTabs.setState((tabs) => closePages(tabs, paths))
}

/** Remounts a page without asking. `whileUnmounted` runs while it is unmounted. */
export function restartPage(path: string, whileUnmounted: () => void): void {
  const { alive } = useTabs.getState()
  flushSync(() => useTabs.setState({ alive: alive.filter((candidate) => candidate !== path) }))
  whileUnmounted()
  useTabs.setState((tabs) => ({ ...restartTab(tabs, path), alive }))
}

/** For hidden pages. */
export function changeSearch(path: string, change: (before: Tab['search']) => Tab['search']): void {
  useTabs.setState(({ open }) => ({
    open: open.map((tab) => (tab.path === path ? { ...tab, search: change(tab.search) } : tab)),
  }))
}

export function setPageTitle(path: string, title: string): void {
  useTabs.setState(({ titles }) => ({ titles: { ...titles, [path]: title } }))
}

/** Cleanup functions, by page and resource name. */
const resources = new Map<string, Map<string, () => void>>()

/** Starts a page's resource unless it is running. */
export function startResource(page: Tab, name: string, start: () => () => void): void {
  const pageResources = resources.get(tabKey(page)) ?? new Map<string, () => void>()
  resources.set(tabKey(page), pageResources)
  if (!pageResources.has(name)) pageResources.set(name, start())
}

export function removeGuards(paths: readonly string[]): void {
  for (const path of paths) guards.delete(path)
}

/** Identifies a page until it is closed or restarted. */
export const tabKey = ({ path, restartCount }: Tab) => `${path} ${restartCount}`

useTabs.subscribe(forgetClosedPages)

function forgetClosedPages({ open, titles, alive }: State): void {
  const pages = new Set(open.flatMap((tab) => (alive.includes(tab.path) ? [tabKey(tab)] : [])))
  for (const [page, pageResources] of resources) {
    if (pages.has(page)) continue
    resources.delete(page)
    for (const stop of pageResources.values()) stop()
  }
  const paths = new Set(open.map(({ path }) => path))
  for (const path of guards.keys()) if (!paths.has(path)) guards.delete(path)
  const remaining = Object.entries(titles).filter(([path]) => paths.has(path))
  if (remaining.length < Object.keys(titles).length)
    useTabs.setState({ titles: Object.fromEntries(remaining) })
}
