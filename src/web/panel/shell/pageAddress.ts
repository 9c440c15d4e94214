import { type UseNavigateResult, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import type { Page } from '#shared/pages.ts'
import type { Question } from '#web/ui/confirm.ts'
import { changeSearch, closeTabs, guardPage, setPageTitle, startResource, useTabs } from './tabStore.ts'
import type { Tab } from './tabs.ts'

/**
 * The tab a component belongs to. Hidden pages stay mounted, and the router's hooks would give them the
 * address of the visible page.
 */
export const PageContext = createContext<Tab | undefined>(undefined)

function usePage(): Tab {
  const page = useContext(PageContext)
  if (!page) throw new Error('Only a page of the panel has an address')
  return page
}

/** Search parameters of this page, as read by its route. */
export function usePageSearch(): Record<string, unknown> {
  return usePage().search
}

/** Path parameters of this page, such as `{ id }`. */
export function usePageParams(): Record<string, string | undefined> {
  return usePage().params
}

export function usePagePath(): string {
  return usePage().path
}

/** Changes this page's search parameters. A hidden page changes only its tab, not the window's URL. */
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
 * Like `useNavigate`, for use after waiting: if the page is hidden by then, it does not navigate; with
 * `replace` its tab closes.
 */
export function usePageNavigate(): UseNavigateResult<string> {
  const { path } = usePage()
  const navigate = useNavigate()
  return async (options) => {
    if (useTabs.getState().active === path) await navigate(options)
    else if (options.replace) closeTabs([path])
  }
}

/** Title of the tab and window, such as 'Order 1025'; undefined while unknown. */
export function usePageTitle(title: string | undefined): void {
  const path = usePagePath()
  useEffect(() => {
    if (title) setPageTitle(path, title)
  }, [path, title])
}

/** Keeps a page with unsaved changes mounted, and asks before its tab or the window closes. */
export function usePageGuard(hasChangesNow: () => boolean, question?: Question): void {
  const path = usePagePath()
  useEffect(
    () => guardPage(path, { hasChangesNow, ...(question ? { question } : {}) }),
    [path, hasChangesNow, question],
  )
}

/** Starts something once per page and name, and ends it when the page is closed, not when it is hidden. */
export function usePageResource(name: string, start: () => () => void): void {
  const page = usePage()
  useEffect(() => startResource(page, name, start), [page, name, start])
}

export function useCurrentPage(): { page: Page | undefined; menuPath: string | undefined } {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page })
  return { page, menuPath: page?.activeMenu ?? page?.path }
}
