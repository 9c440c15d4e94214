import { Outlet, useBlocker, useRouter, useRouterState } from '@tanstack/react-router'
import { Activity, type ComponentType, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { PageContext } from './pageAddress.ts'
import { pagesWithChanges, tabKey, useTabs, visit } from './tabStore.ts'
import type { PageAddress, Tab } from './tabs.ts'

/** Mounts all alive pages and shows the current one. */
export function TabHost() {
  const router = useRouter()
  const matches = useRouterState({ select: (state) => state.matches })
  const current = addressOf(matches)
  const lastHistoryIndex = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!current) return
    const { pathname, state } = router.latestLocation
    const { __TSR_index: entry } = state
    // The router may already be at the next address.
    const index = pathname === current.path ? entry : undefined
    visit(current, index !== undefined && index === lastHistoryIndex.current)
    lastHistoryIndex.current = index
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
          <Activity key={tabKey(tab)} mode={isShown(tab) ? 'visible' : 'hidden'}>
            <TabPage tab={tab} />
          </Activity>
        ))}
      {/* The router renders errors and unknown pages. */}
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

/** Restores scrolling inside a page when it is shown again. */
function keepScroll(page: HTMLDivElement | null) {
  if (!page) return undefined
  const positions = scrollPositions.get(page) ?? new Map<Element, [number, number]>()
  scrollPositions.set(page, positions)
  for (const [element, [left, top]] of positions) element.scrollTo(left, top)
  const savePosition = ({ target }: Event) => {
    if (target instanceof Element) positions.set(target, [target.scrollLeft, target.scrollTop])
  }
  page.addEventListener('scroll', savePosition, { capture: true, passive: true })
  return () => page.removeEventListener('scroll', savePosition, { capture: true })
}

const scrollPositions = new WeakMap<Element, Map<Element, [number, number]>>()

function TabPage({ tab }: { tab: Tab }) {
  const { routesByPath } = useRouter()
  const routes: Partial<Record<string, { options: { component?: ComponentType } }>> = routesByPath
  const PageComponent = routes[tab.page.path]?.options.component
  return (
    <div ref={keepScroll} data-page={tab.path}>
      <PageBoundary path={tab.path} name={tab.page.path}>
        <PageContext value={tab}>
          <Suspense>{PageComponent && <PageComponent />}</Suspense>
        </PageContext>
      </PageBoundary>
    </div>
  )
}
