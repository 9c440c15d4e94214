import { nprogress } from '@mantine/nprogress'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { mayOpen, type Page, pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { leaveFailure } from '#web/notify.ts'
import { isRefusal, isSignedIn, loadUser, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { readChangeSearch } from './changes/changeSearch.ts'
import { readCustomerSearch } from './customers/customerSearch.ts'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { readOrderSearch } from './orders/orderSearch.ts'
import { PanelShell } from './shell/PanelShell.tsx'
import { readAgentSearch, readNewUserSearch, readUserSearch } from './users/userSearch.ts'

/** A path of the shop's page: another document. */
const toShopPage = (href: string) => redirect({ href, reloadDocument: true })

const rootRoute = createRootRoute({
  beforeLoad: async ({ location }) => {
    const login = `/login?redirect=${encodeURIComponent(location.href)}`
    if (!isSignedIn()) throw toShopPage(settings.authRequired ? login : '/')
    const user = await loadUser().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      leaveFailure(error)
      throw toShopPage(login)
    })
    // Until the second factor is set up the server answers nothing else.
    if (user?.secondFactorRequired && location.pathname !== pages.security.path) {
      throw redirect({ to: '/user/security', replace: true })
    }
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

/** What every page's route has: its title, and the guard of the table of pages. A page not for the user is not there. */
function guarded(page: Page) {
  return {
    staticData: { page },
    beforeLoad: () => {
      const { user } = useSession.getState()
      if (!user || !mayOpen(page, user)) throw toShopPage('/404')
    },
  }
}

const getParentRoute = () => rootRoute

const dashboardRoute = createRoute({
  getParentRoute,
  path: pages.dashboard.path,
  ...guarded(pages.dashboard),
  component: DashboardPage,
})

const ordersRoute = createRoute({
  getParentRoute,
  path: pages.orders.path,
  ...guarded(pages.orders),
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./orders/OrderListPage.tsx'), 'OrderListPage'),
})

const orderRoute = createRoute({
  getParentRoute,
  path: pages.order.path,
  ...guarded(pages.order),
  component: lazyRouteComponent(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
})

const usersRoute = createRoute({
  getParentRoute,
  path: pages.users.path,
  ...guarded(pages.users),
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./users/UserListPage.tsx'), 'UserListPage'),
})

const userCreateRoute = createRoute({
  getParentRoute,
  path: pages.userCreate.path,
  ...guarded(pages.userCreate),
  validateSearch: readNewUserSearch,
  component: lazyRouteComponent(() => import('./users/UserPage.tsx'), 'UserCreatePage'),
})

const userEditRoute = createRoute({
  getParentRoute,
  path: pages.userEdit.path,
  ...guarded(pages.userEdit),
  component: lazyRouteComponent(() => import('./users/UserPage.tsx'), 'UserEditPage'),
})

const agentsRoute = createRoute({
  getParentRoute,
  path: pages.agents.path,
  ...guarded(pages.agents),
  validateSearch: readAgentSearch,
  component: lazyRouteComponent(() => import('./users/AgentListPage.tsx'), 'AgentListPage'),
})

const agentCreateRoute = createRoute({
  getParentRoute,
  path: pages.agentCreate.path,
  ...guarded(pages.agentCreate),
  component: lazyRouteComponent(() => import('./users/AgentPage.tsx'), 'AgentCreatePage'),
})

const agentEditRoute = createRoute({
  getParentRoute,
  path: pages.agentEdit.path,
  ...guarded(pages.agentEdit),
  component: lazyRouteComponent(() => import('./users/AgentPage.tsx'), 'AgentEditPage'),
})

const customersRoute = createRoute({
  getParentRoute,
  path: pages.customers.path,
  ...guarded(pages.customers),
  validateSearch: readCustomerSearch,
  component: lazyRouteComponent(() => import('./customers/CustomerListPage.tsx'), 'CustomerListPage'),
})

const customerCreateRoute = createRoute({
  getParentRoute,
  path: pages.customerCreate.path,
  ...guarded(pages.customerCreate),
  component: lazyRouteComponent(() => import('./customers/CustomerPage.tsx'), 'CustomerCreatePage'),
})

const customerEditRoute = createRoute({
  getParentRoute,
  path: pages.customerEdit.path,
  ...guarded(pages.customerEdit),
  component: lazyRouteComponent(() => import('./customers/CustomerPage.tsx'), 'CustomerEditPage'),
})

const excludeBrandsRoute = createRoute({
  getParentRoute,
  path: pages.excludeBrands.path,
  ...guarded(pages.excludeBrands),
  component: lazyRouteComponent(() => import('./customers/ExcludeBrandsPage.tsx'), 'ExcludeBrandsPage'),
})

const settingsRoute = createRoute({
  getParentRoute,
  path: pages.settings.path,
  ...guarded(pages.settings),
  component: lazyRouteComponent(() => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
})

const changesRoute = createRoute({
  getParentRoute,
  path: pages.changes.path,
  ...guarded(pages.changes),
  validateSearch: readChangeSearch,
  component: lazyRouteComponent(() => import('./changes/ChangeListPage.tsx'), 'ChangeListPage'),
})

const profileRoute = createRoute({
  getParentRoute,
  path: pages.profile.path,
  ...guarded(pages.profile),
  component: lazyRouteComponent(() => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
})

const passwordRoute = createRoute({
  getParentRoute,
  path: pages.password.path,
  ...guarded(pages.password),
  component: lazyRouteComponent(() => import('./profile/PasswordPage.tsx'), 'PasswordPage'),
})

const securityRoute = createRoute({
  getParentRoute,
  path: pages.security.path,
  ...guarded(pages.security),
  component: lazyRouteComponent(() => import('./profile/SecurityPage.tsx'), 'SecurityPage'),
})

const sessionsRoute = createRoute({
  getParentRoute,
  path: pages.sessions.path,
  ...guarded(pages.sessions),
  component: lazyRouteComponent(() => import('./profile/SessionsPage.tsx'), 'SessionsPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    indexRoute,
    dashboardRoute,
    ordersRoute,
    orderRoute,
    usersRoute,
    userCreateRoute,
    userEditRoute,
    agentsRoute,
    agentCreateRoute,
    agentEditRoute,
    customersRoute,
    customerCreateRoute,
    customerEditRoute,
    excludeBrandsRoute,
    settingsRoute,
    changesRoute,
    profileRoute,
    passwordRoute,
    securityRoute,
    sessionsRoute,
  ]),
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
})

router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) nprogress.start()
})
router.subscribe('onResolved', () => {
  nprogress.complete()
  const page = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page
  document.title = page ? t(page.title) : settings.displayName
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    page?: Page
  }
}
