import { type UseNavigateResult, useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import type { Question } from '#web/ui/confirm.ts'
import { changeSearch, closeTabs, guardPage, hold, titlePage, useTabs } from './tabStore.ts'
import type { Tab } from './tabs.ts'

/**
 * Where the page stands that is inside. Pages that are not on the screen are kept alive: the router's own hooks would
 * tell them the address of another one.
 */
export const PageContext = createContext<Tab | undefined>(undefined)

function usePage(): Tab {
  const page = useContext(PageContext)
  if (!page) throw new Error('Only a page of the panel has an address')
  return page
}

/** What stands behind the question mark of this page's own address, as its route has read it. */
export function usePageSearch(): Record<string, unknown> {
  return usePage().search
}

/** The parts of this page's own path that its route names, such as `{ id }`. */
export function usePageParams(): Record<string, string | undefined> {
  return usePage().params
}

/** The path of this page's own address. */
export function usePagePath(): string {
  return usePage().path
}

/**
 * Changes what stands behind the question mark of this page's own address, from what stands there at that moment. A
 * page that is not on the screen any more changes its own address only, not the window's.
 */
export function useSetPageSearch(): (
  change: (before: Record<string, unknown>) => Record<string, unknown>,
  options: { replace: boolean },
) => void {
  const { path } = usePage()
  const router = useRouter()
  return (change, { replace }) => {
    const { latestLocation } = router
    if (latestLocation.pathname !== path) changeSearch(path, change)
    else void router.navigate({ to: '.', search: change, replace } as never)
  }
}

/**
 * The router's own, for what a page does after some waiting: by then it may be out of sight. It takes nobody away from
 * another page then; where it was to make room it only closes its tab.
 */
export function usePageNavigate(): UseNavigateResult<string> {
  const { path } = usePage()
  const navigate = useNavigate()
  return async (options) => {
    if (useTabs.getState().active === path) await navigate(options)
    else if (options.replace) closeTabs([path])
  }
}

/** What the page calls itself, on its tab and in the window's title: 'Order 1025'. Nothing as long as it is not known. */
export function usePageTitle(title: string | undefined): void {
  const path = usePagePath()
  useEffect(() => {
    if (title) titlePage(path, title)
  }, [path, title])
}

/**
 * Keeps a page that has changes as long as its tab is open, and has them asked about before it goes: with its tab, or
 * with the window.
 */
export function usePageGuard(hasChangesNow: () => boolean, question?: Question): void {
  const path = usePagePath()
  useEffect(
    () => guardPage(path, { hasChangesNow, ...(question ? { question } : {}) }),
    [path, hasChangesNow, question],
  )
}

/** Begins something once, by its name, that ends when the page is forgotten: not when another one hides it. */
export function useHeld(name: string, begin: () => () => void): void {
  const page = usePage()
  useEffect(() => hold(page, name, begin), [page, name, begin])
}
