import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { Question } from '#web/ui/confirm.ts'
import { begunAnew, closed, type PageAddress, type Tab, type Tabs, visited } from './tabs.ts'

type State = Tabs & {
  /** What a page calls itself, by its path: 'Order 1025'. */
  titles: Readonly<Record<string, string>>
}

/** The pages that are open, and the one of them on the screen. */
export const useTabs = create<State>(() => ({ open: [], active: undefined, alive: [], titles: {} }))

/** Asked before a page goes; kept while the page is not on the screen, for it may have changes all the same. */
const guards = new Map<string, Guard>()

/** How a page knows that something in it would be lost, and what is asked then in other than the usual words. */
export type Guard = { hasChangesNow: () => boolean; question?: Question }

/** True where something has been typed into a page that is not saved. */
export function hasChanges(path: string): boolean {
  return guards.get(path)?.hasChangesNow() ?? false
}

/** What a page wants to be asked before it goes, where the usual words would not say it. */
export function questionOf(path: string): Question | undefined {
  return guards.get(path)?.question
}

/** Has a page asked about before it goes; answers how to end that. */
export function guardPage(path: string, guard: Guard): () => void {
  const { open } = useTabs.getState()
  // Closed, it has been asked about: drawn once more before it goes, it is not asked about again.
  if (!open.find((tab) => tab.path === path)?.isOff) guards.set(path, guard)
  return () => {
    // Hidden, a page is still there, and so is what has been typed.
    if (useTabs.getState().active === path) guards.delete(path)
  }
}

/** The paths of all pages with changes that are not saved. */
export function pagesWithChanges(): string[] {
  return useTabs.getState().open.flatMap(({ path }) => (hasChanges(path) ? [path] : []))
}

/** Shows the page at an address, beside the one before or in its place; where it is not open yet it is then. */
export function visit(address: PageAddress, takesItsPlace: boolean): void {
  useTabs.setState((tabs) => visited(tabs, address, hasChanges, takesItsPlace))
}

/** Closes tabs without a question. Going elsewhere from the page on the screen is the caller's affair. */
export function closeTabs(paths: readonly string[]): void {
  useTabs.setState((tabs) => closed(tabs, paths))
}

/** Mounts a page anew; nothing is asked. It is gone for a moment, and so is whatever only it has held. */
export function restartPage(path: string, whileGone: () => void): void {
  const { alive } = useTabs.getState()
  flushSync(() => useTabs.setState({ alive: alive.filter((one) => one !== path) }))
  whileGone()
  useTabs.setState((tabs) => ({ ...begunAnew(tabs, path), alive }))
}

/** Another query of a page that is not on the screen. */
export function changeSearch(path: string, change: (before: Tab['search']) => Tab['search']): void {
  useTabs.setState(({ open }) => ({
    open: open.map((tab) => (tab.path === path ? { ...tab, search: change(tab.search) } : tab)),
  }))
}

/** What the page at a path calls itself from now on. */
export function titlePage(path: string, title: string): void {
  useTabs.setState(({ titles }) => ({ titles: { ...titles, [path]: title } }))
}

/** What a page has begun that ends when it is forgotten, by the page and by its name. */
const holds = new Map<string, Map<string, () => void>>()

/** Begins something of that name for a page, unless the page has begun it already. */
export function hold(page: Tab, name: string, begin: () => () => void): void {
  const held = holds.get(keyOf(page)) ?? new Map<string, () => void>()
  holds.set(keyOf(page), held)
  if (!held.has(name)) held.set(name, begin())
}

/** From now on nothing is asked about these pages. */
export function unguard(paths: readonly string[]): void {
  for (const path of paths) guards.delete(path)
}

/** Names a page from its beginning to its end: begun anew it is another one. */
export const keyOf = ({ path, round }: Tab) => `${path} ${round}`

useTabs.subscribe(forgetGone)

function forgetGone({ open, titles, alive }: State): void {
  const pages = new Set(open.flatMap((tab) => (alive.includes(tab.path) ? [keyOf(tab)] : [])))
  for (const [page, held] of holds) {
    if (pages.has(page)) continue
    holds.delete(page)
    for (const end of held.values()) end()
  }
  const paths = new Set(open.map(({ path }) => path))
  for (const path of guards.keys()) if (!paths.has(path)) guards.delete(path)
  const kept = Object.entries(titles).filter(([path]) => paths.has(path))
  if (kept.length < Object.keys(titles).length) useTabs.setState({ titles: Object.fromEntries(kept) })
}
