import { nprogress } from '@mantine/nprogress'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { mayOpen, type Page, pages } from '#shared/pages.ts'
import { storeFailureForNextPage } from '#web/notify.ts'
import { isServerAnswer, isSignedIn, loadUser, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { productList, readItemSearch } from './catalogue/products/productSearch.ts'
import { readSheetSearch } from './catalogue/sheet/sheetSearch.ts'
import { termList, textList } from './catalogue/texts/textSearch.ts'
import { changeList } from './changes/changeSearch.ts'
import { customerList } from './customers/customerSearch.ts'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { readDashboardSearch } from './dashboard/dashboardSearch.ts'
import { readErpSearch } from './erp/erpSearch.ts'
import { importChangeList, importList } from './imports/importSearch.ts'
import { type ListDefinition, readListSearch } from './list/listSearch.ts'
import { withTexts } from './officeTexts.ts'
import { heldOrderList } from './orders/held/heldOrderSearch.ts'
import { orderList } from './orders/orderSearch.ts'
import { quantityRuleList, ruleList } from './prices/ruleSearch.ts'
import { PanelShell } from './shell/PanelShell.tsx'
import { keepPageScroll } from './shell/pageScroll.ts'
import { restoreTabs } from './shell/storedTabs.ts'
import { agentList, readNewUserSearch, userList } from './users/userSearch.ts'

/** The shop is a separate document. */
const toShopPage = (href: string) => redirect({ href, reloadDocument: true })

const rootRoute = createRootRoute({
  notFoundComponent: () => {
    location.replace('/404')
    return null
  },
})

/** Pages of the wholesaler's users, in the shell. */
const officeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'office',
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
})

/** Belongs to no wholesaler, and has a sign-in of its own. */
const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/panel/operator',
  component: lazyRouteComponent(() => withTexts(() => import('./operator/OperatorPage.tsx')), 'OperatorPage'),
})

const indexRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/panel',
  beforeLoad: () => {
    throw redirect({ to: '/panel/index', replace: true })
  },
})

type ReadSearch<Search> = (search: Record<string, unknown>) => Search

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the router's type of no parameters
type NoSearch = Record<never, never>

/** Unknown parameters pass through the router all the same. */
const readNothing = () => ({})

/** A page the user may not open looks missing (404). */
function pageRoute<const Path extends string, Search>(
  page: Page & { path: Path },
  component: RouteComponent,
  validateSearch: ReadSearch<Search>,
) {
  return createRoute({
    getParentRoute: () => officeRoute,
    path: page.path,
    staticData: { page },
    beforeLoad: () => {
      const { user } = useSession.getState()
      if (!user || !mayOpen(page, user)) throw toShopPage('/404')
    },
    validateSearch,
    component,
  })
}

function lazyPage<const Path extends string, Name extends string, Search = NoSearch>(
  page: Page & { path: Path },
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  validateSearch: ReadSearch<Search> = readNothing as never,
) {
  return pageRoute(
    page,
    lazyRouteComponent(() => withTexts(load), name),
    validateSearch,
  )
}

/** The definition of the list tells its search parameters. */
const listPage = <const Path extends string, Name extends string, Definition extends ListDefinition>(
  page: Page & { path: Path },
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  list: Definition,
) => lazyPage(page, load, name, (search) => readListSearch(search, list))

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    operatorRoute,
    officeRoute.addChildren([
      indexRoute,
      pageRoute(pages.dashboard, DashboardPage, readDashboardSearch),
      listPage(pages.orders, () => import('./orders/OrderListPage.tsx'), 'OrderListPage', orderList),
      listPage(
        pages.heldOrders,
        () => import('./orders/held/HeldOrdersPage.tsx'),
        'HeldOrdersPage',
        heldOrderList,
      ),
      lazyPage(pages.order, () => import('./orders/OrderPage.tsx'), 'OrderPage'),
      lazyPage(pages.orderEdit, () => import('./orders/edit/EditOrderPage.tsx'), 'EditOrderPage'),
      listPage(pages.users, () => import('./users/UserListPage.tsx'), 'UserListPage', userList),
      lazyPage(pages.userCreate, () => import('./users/UserPage.tsx'), 'UserCreatePage', readNewUserSearch),
      lazyPage(pages.userEdit, () => import('./users/UserPage.tsx'), 'UserEditPage'),
      listPage(pages.agents, () => import('./users/AgentListPage.tsx'), 'AgentListPage', agentList),
      lazyPage(pages.agentCreate, () => import('./users/AgentPage.tsx'), 'AgentCreatePage'),
      lazyPage(pages.agentEdit, () => import('./users/AgentPage.tsx'), 'AgentEditPage'),
      listPage(
        pages.customers,
        () => import('./customers/CustomerListPage.tsx'),
        'CustomerListPage',
        customerList,
      ),
      lazyPage(pages.customerCreate, () => import('./customers/CustomerPage.tsx'), 'CustomerCreatePage'),
      lazyPage(pages.account, () => import('./customers/AccountPage.tsx'), 'AccountPage'),
      lazyPage(pages.statement, () => import('./customers/StatementPage.tsx'), 'StatementPage'),
      lazyPage(pages.customerEdit, () => import('./customers/CustomerPage.tsx'), 'CustomerEditPage'),
      lazyPage(pages.excludeBrands, () => import('./customers/ExcludeBrandsPage.tsx'), 'ExcludeBrandsPage'),
      lazyPage(pages.brands, () => import('./catalogue/brands/BrandsPage.tsx'), 'BrandsPage'),
      lazyPage(pages.categories, () => import('./catalogue/categories/CategoriesPage.tsx'), 'CategoriesPage'),
      lazyPage(pages.attributes, () => import('./catalogue/attributes/AttributesPage.tsx'), 'AttributesPage'),
      listPage(pages.translations, () => import('./catalogue/texts/TextsPage.tsx'), 'TextsPage', textList),
      listPage(
        pages.dictionary,
        () => import('./catalogue/texts/DictionaryPage.tsx'),
        'DictionaryPage',
        termList,
      ),
      listPage(
        pages.products,
        () => import('./catalogue/products/ProductListPage.tsx'),
        'ProductListPage',
        productList,
      ),
      lazyPage(
        pages.productCreate,
        () => import('./catalogue/products/ProductPage.tsx'),
        'ProductCreatePage',
        readItemSearch,
      ),
      lazyPage(
        pages.productEdit,
        () => import('./catalogue/products/ProductPage.tsx'),
        'ProductEditPage',
        readItemSearch,
      ),
      lazyPage(
        pages.productSheet,
        () => import('./catalogue/sheet/SheetPage.tsx'),
        'SheetPage',
        readSheetSearch,
      ),
      lazyPage(pages.photos, () => import('./photos/PhotosPage.tsx'), 'PhotosPage'),
      lazyPage(pages.imagesPdf, () => import('./photos/ImagesPdfPage.tsx'), 'ImagesPdfPage'),
      listPage(
        pages.catalogueImport,
        () => import('./imports/ImportListPage.tsx'),
        'ImportListPage',
        importList,
      ),
      listPage(
        pages.catalogueImportRun,
        () => import('./imports/ImportRunPage.tsx'),
        'ImportRunPage',
        importChangeList,
      ),
      listPage(pages.priceRules, () => import('./prices/RuleListPage.tsx'), 'RuleListPage', ruleList),
      lazyPage(pages.priceRuleCreate, () => import('./prices/RulePage.tsx'), 'RuleCreatePage'),
      lazyPage(pages.priceRuleEdit, () => import('./prices/RulePage.tsx'), 'RuleEditPage'),
      listPage(
        pages.quantityRules,
        () => import('./prices/QuantityRulesPage.tsx'),
        'QuantityRulesPage',
        quantityRuleList,
      ),
      lazyPage(pages.priceTry, () => import('./prices/TryPage.tsx'), 'TryPage'),
      lazyPage(pages.settings, () => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
      lazyPage(pages.erp, () => import('./erp/ErpPage.tsx'), 'ErpPage', readErpSearch),
      listPage(pages.changes, () => import('./changes/ChangeListPage.tsx'), 'ChangeListPage', changeList),
      lazyPage(pages.analysis, () => import('./analysis/OnlinePage.tsx'), 'OnlinePage'),
      lazyPage(pages.profile, () => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
      lazyPage(pages.password, () => import('./profile/PasswordPage.tsx'), 'PasswordPage'),
      lazyPage(pages.security, () => import('./profile/SecurityPage.tsx'), 'SecurityPage'),
      lazyPage(pages.sessions, () => import('./profile/SessionsPage.tsx'), 'SessionsPage'),
    ]),
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
