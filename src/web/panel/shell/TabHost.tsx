import { Outlet, useBlocker, useRouter, useRouterState } from '@tanstack/react-router'
import { Activity, type ComponentType, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { PageContext } from './pageAddress.ts'
import { keyOf, pagesWithChanges, useTabs, visit } from './tabStore.ts'
import type { PageAddress, Tab } from './tabs.ts'

/** Every open page that is kept alive; the one that the address names is on the screen. */
export function TabHost() {
  const router = useRouter()
  const matches = useRouterState({ select: (state) => state.matches })
  const current = addressOf(matches)
  const place = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!current) return
    const { pathname, state } = router.latestLocation
    const { __TSR_index: entry } = state
    // The next address may be on its way already.
    const index = pathname === current.path ? entry : undefined
    visit(current, index !== undefined && index === place.current)
    place.current = index
  }, [current, router])
  const { open, active, alive } = useTabs()
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => pagesWithChanges().length > 0 })
  const title = useTabs(({ titles }) => titles[active ?? '']) ?? (current && t(current.page.title))
  useEffect(() => {
    document.title = title ?? settings.displayName
  }, [title])
  const isShown = (tab: Tab) => current !== undefined && tab.path === active
  return (
    <>
      {open
        .filter(({ path }) => alive.includes(path))
        .map((tab) => (
          <Activity key={keyOf(tab)} mode={isShown(tab) ? 'visible' : 'hidden'}>
            <TabPage tab={tab} />
          </Activity>
        ))}
      {/* No page, or one that may not be opened, or could not: the router says so. */}
      {!current && <Outlet />}
    </>
  )
}

function addressOf(matches: ReturnType<typeof useRouter>['state']['matches']): PageAddress | undefined {
  const leaf = matches.at(-1)
  const page = leaf?.staticData.page
  if (!leaf || !page || (leaf.status !== 'success' && leaf.status !== 'pending')) return undefined
  return { path: leaf.pathname, page, params: leaf.params, search: leaf.search }
}

/** Whatever was scrolled inside the page stands where it stood when the page is on the screen again. */
function keepScroll(page: HTMLDivElement | null) {
  if (!page) return undefined
  const places = scrolled.get(page) ?? new Map<Element, [number, number]>()
  scrolled.set(page, places)
  for (const [element, [left, top]] of places) element.scrollTo(left, top)
  const note = ({ target }: Event) => {
    if (target instanceof Element) places.set(target, [target.scrollLeft, target.scrollTop])
  }
  page.addEventListener('scroll', note, { capture: true, passive: true })
  return () => page.removeEventListener('scroll', note, { capture: true })
}

const scrolled = new WeakMap<Element, Map<Element, [number, number]>>()

function TabPage({ tab }: { tab: Tab }) {
  const { routesByPath } = useRouter()
  const routes: Partial<Record<string, { options: { component?: ComponentType } }>> = routesByPath
  const PageOf = routes[tab.page.path]?.options.component
  return (
    <div ref={keepScroll} data-page={tab.path}>
      <PageBoundary path={tab.path} name={tab.page.path}>
        <PageContext value={tab}>
          <Suspense>{PageOf && <PageOf />}</Suspense>
        </PageContext>
      </PageBoundary>
    </div>
  )
}
