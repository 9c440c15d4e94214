import { nprogress } from '@mantine/nprogress'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { leaveFailure } from '#web/notify.ts'
import { isRefusal, isSignedIn, loadUser } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { readOrderSearch } from './orders/orderSearch.ts'
import { PanelShell } from './shell/PanelShell.tsx'

/** A path of the shop's page: another document. */
const toShopPage = (href: string) => redirect({ href, reloadDocument: true })

const rootRoute = createRootRoute({
  beforeLoad: async ({ location }) => {
    const login = `/login?redirect=${encodeURIComponent(location.href)}`
    if (!isSignedIn()) throw toShopPage(settings.authRequired ? login : '/')
    await loadUser().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      leaveFailure(error)
      throw toShopPage(login)
    })
  },
  component: PanelShell,
  notFoundComponent: () => {
    location.replace('/404')
    return null
  },
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/panel',
  beforeLoad: () => {
    throw redirect({ to: '/panel/index', replace: true })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/panel/index',
  component: DashboardPage,
  staticData: { title: 'panel.dashboard' },
})

const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/siparisler/index',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./orders/OrderListPage.tsx'), 'OrderListPage'),
  staticData: { title: 'panel.orders' },
})

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/siparisler/$orderId',
  component: lazyRouteComponent(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
  staticData: { title: 'panel.order' },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([indexRoute, dashboardRoute, ordersRoute, orderRoute]),
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
})

router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) nprogress.start()
})
router.subscribe('onResolved', () => {
  nprogress.complete()
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title
  document.title = title ? `${t(title)} · ${settings.displayName}` : settings.displayName
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: import('#shared/i18n/keys.ts').MessageKey
  }
}
