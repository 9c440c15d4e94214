import { nprogress } from '@mantine/nprogress'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { mayOpen, type Page, pages } from '#shared/pages.ts'
import { storeFailureForNextPage } from '#web/notify.ts'
import { isServerAnswer, isSignedIn, loadUser, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { readItemSearch, readProductSearch } from './catalogue/products/productSearch.ts'
import { readSheetSearch } from './catalogue/sheet/sheetSearch.ts'
import { readChangeSearch } from './changes/changeSearch.ts'
import { readCustomerSearch } from './customers/customerSearch.ts'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { readDashboardSearch } from './dashboard/dashboardSearch.ts'
import { readErpSearch } from './erp/erpSearch.ts'
import { readImportRunSearch, readImportSearch } from './imports/importSearch.ts'
import { readOrderSearch } from './orders/orderSearch.ts'
import { PanelShell } from './shell/PanelShell.tsx'
import { keepPageScroll } from './shell/pageScroll.ts'
import { restoreTabs } from './shell/storedTabs.ts'
import { readAgentSearch, readNewUserSearch, readUserSearch } from './users/userSearch.ts'

/** The shop is a separate document. */
const toShopPage = (href: string) => redirect({ href, reloadDocument: true })

const rootRoute = createRootRoute({
  beforeLoad: async ({ location }) => {
    const login = `/login?redirect=${encodeURIComponent(location.href)}`
    if (!isSignedIn()) throw toShopPage(settings.authRequired ? login : '/')
    const user = await loadUser().catch((error: unknown) => {
      if (!isServerAnswer(error)) throw error
      storeFailureForNextPage(error)
      throw toShopPage(login)
    })
    if (user) restoreTabs(user)
    // Until the second factor is set up, the server answers nothing else.
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

/** A page the user may not open looks missing (404). */
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
  validateSearch: readDashboardSearch,
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

const orderEditRoute = createRoute({
  getParentRoute,
  path: pages.orderEdit.path,
  ...guarded(pages.orderEdit),
  component: lazyRouteComponent(() => import('./orders/edit/EditOrderPage.tsx'), 'EditOrderPage'),
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

const brandsRoute = createRoute({
  getParentRoute,
  path: pages.brands.path,
  ...guarded(pages.brands),
  component: lazyRouteComponent(() => import('./catalogue/brands/BrandsPage.tsx'), 'BrandsPage'),
})

const categoriesRoute = createRoute({
  getParentRoute,
  path: pages.categories.path,
  ...guarded(pages.categories),
  component: lazyRouteComponent(() => import('./catalogue/categories/CategoriesPage.tsx'), 'CategoriesPage'),
})

const attributesRoute = createRoute({
  getParentRoute,
  path: pages.attributes.path,
  ...guarded(pages.attributes),
  component: lazyRouteComponent(() => import('./catalogue/attributes/AttributesPage.tsx'), 'AttributesPage'),
})

const productsRoute = createRoute({
  getParentRoute,
  path: pages.products.path,
  ...guarded(pages.products),
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('./catalogue/products/ProductListPage.tsx'), 'ProductListPage'),
})

const productCreateRoute = createRoute({
  getParentRoute,
  path: pages.productCreate.path,
  ...guarded(pages.productCreate),
  validateSearch: readItemSearch,
  component: lazyRouteComponent(() => import('./catalogue/products/ProductPage.tsx'), 'ProductCreatePage'),
})

const productEditRoute = createRoute({
  getParentRoute,
  path: pages.productEdit.path,
  ...guarded(pages.productEdit),
  validateSearch: readItemSearch,
  component: lazyRouteComponent(() => import('./catalogue/products/ProductPage.tsx'), 'ProductEditPage'),
})

const productSheetRoute = createRoute({
  getParentRoute,
  path: pages.productSheet.path,
  ...guarded(pages.productSheet),
  validateSearch: readSheetSearch,
  component: lazyRouteComponent(() => import('./catalogue/sheet/SheetPage.tsx'), 'SheetPage'),
})

const photosRoute = createRoute({
  getParentRoute,
  path: pages.photos.path,
  ...guarded(pages.photos),
  component: lazyRouteComponent(() => import('./photos/PhotosPage.tsx'), 'PhotosPage'),
})

const imagesPdfRoute = createRoute({
  getParentRoute,
  path: pages.imagesPdf.path,
  ...guarded(pages.imagesPdf),
  component: lazyRouteComponent(() => import('./photos/ImagesPdfPage.tsx'), 'ImagesPdfPage'),
})

const catalogueImportRoute = createRoute({
  getParentRoute,
  path: pages.catalogueImport.path,
  ...guarded(pages.catalogueImport),
  validateSearch: readImportSearch,
  component: lazyRouteComponent(() => import('./imports/ImportListPage.tsx'), 'ImportListPage'),
})

const catalogueImportRunRoute = createRoute({
  getParentRoute,
  path: pages.catalogueImportRun.path,
  ...guarded(pages.catalogueImportRun),
  validateSearch: readImportRunSearch,
  component: lazyRouteComponent(() => import('./imports/ImportRunPage.tsx'), 'ImportRunPage'),
})

const settingsRoute = createRoute({
  getParentRoute,
  path: pages.settings.path,
  ...guarded(pages.settings),
  component: lazyRouteComponent(() => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
})

const erpRoute = createRoute({
  getParentRoute,
  path: pages.erp.path,
  ...guarded(pages.erp),
  validateSearch: readErpSearch,
  component: lazyRouteComponent(() => import('./erp/ErpPage.tsx'), 'ErpPage'),
})

const changesRoute = createRoute({
  getParentRoute,
  path: pages.changes.path,
  ...guarded(pages.changes),
  validateSearch: readChangeSearch,
  component: lazyRouteComponent(() => import('./changes/ChangeListPage.tsx'), 'ChangeListPage'),
})

const analysisRoute = createRoute({
  getParentRoute,
  path: pages.analysis.path,
  ...guarded(pages.analysis),
  component: lazyRouteComponent(() => import('./analysis/OnlinePage.tsx'), 'OnlinePage'),
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
    orderEditRoute,
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
    brandsRoute,
    categoriesRoute,
    attributesRoute,
    productsRoute,
    productCreateRoute,
    productEditRoute,
    productSheetRoute,
    photosRoute,
    imagesPdfRoute,
    catalogueImportRoute,
    catalogueImportRunRoute,
    settingsRoute,
    erpRoute,
    changesRoute,
    analysisRoute,
    profileRoute,
    passwordRoute,
    securityRoute,
    sessionsRoute,
  ]),
  // keepPageScroll does this per tab.
  scrollRestoration: () => false,
  defaultErrorComponent: PageFailure,
})

keepPageScroll(router)
router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) nprogress.start()
})
router.subscribe('onResolved', () => nprogress.complete())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    page?: Page
  }
}
