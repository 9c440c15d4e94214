import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { safeRedirect } from '#shared/paths.ts'
import { notifyFailure } from '#web/notify.ts'
import { isServerAnswer, isSignedIn, loadUserOrCached } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { HomePage } from './home/HomePage.tsx'
import { lazyPage } from './lazy.ts'
import type { OrdersSearch } from './orders/ordersSearch.ts'
import { isCode, readOverlays } from './overlaySearch.ts'
import { ProductListPage } from './products/ProductListPage.tsx'
import { readProductListSearch } from './products/productListSearch.ts'
import { prefetchList } from './products/productQuery.ts'
import { ShopLayout } from './ShopLayout.tsx'

const NotFoundPage = lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage')
const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage })

const readRedirect = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readRedirect,
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ href: '/panel', reloadDocument: true })
  },
  component: lazyPage(() => import('./account/LoginPage.tsx'), 'LoginPage'),
})

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/forgot',
  component: lazyPage(() => import('./account/ForgotPage.tsx'), 'ForgotPage'),
})

/** Kept out of addresses, history and logs. */
let resetToken: string | undefined

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  beforeLoad: ({ location: { hash, pathname } }) => {
    if (hash) {
      resetToken = hash
      history.replaceState(history.state, '', pathname)
    }
    return { token: resetToken }
  },
  component: lazyPage(() => import('./account/ResetPage.tsx'), 'ResetPage'),
})

/** After a sign-in elsewhere: goes on, or to the login first. */
const authRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth-redirect',
  validateSearch: readRedirect,
  beforeLoad: ({ search }) => {
    if (!isSignedIn()) throw redirect({ to: '/login', search, replace: true })
    // A path of the shop or the panel.
    throw redirect({ href: safeRedirect(search.redirect, '/panel'), reloadDocument: true, replace: true })
  },
})

/** Reloads a path of this site. */
const refreshRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/redirect/$',
  beforeLoad: async ({ location: { publicHref } }) => {
    // `//` would name another site; the router's own cleanup comes too late.
    const path = publicHref.slice('/redirect'.length).replace(/^\/+/, '/')
    location.replace(safeRedirect(path, '/shop'))
    // Show nothing until then.
    await new Promise(() => {})
  },
})

/** For guests only if the tenant allows. */
const shopRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shop',
  validateSearch: readOverlays,
  beforeLoad: async ({ location }) => {
    const toLogin = () => redirect({ to: '/login', search: { redirect: location.href } })
    if (!isSignedIn()) {
      if (settings.authRequired) throw toLogin()
      return
    }
    const user = await loadUserOrCached().catch((error: unknown) => {
      if (!isServerAnswer(error)) throw error
      notifyFailure(error)
      throw toLogin()
    })
    // The server answers nothing else until the second factor is set up.
    if (user?.secondFactorRequired) throw redirect({ href: '/user/security', reloadDocument: true })
  },
  component: ShopLayout,
})

/** Needs a signed-in user. */
const ownRoute = createRoute({
  getParentRoute: () => shopRoute,
  id: 'own',
  beforeLoad: ({ location }) => {
    if (!isSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href } })
  },
})

const homeRoute = createRoute({ getParentRoute: () => shopRoute, path: '/shop', component: HomePage })

const productsRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/shop/products',
  validateSearch: readProductListSearch,
  loaderDeps: ({ search }) => readProductListSearch(search),
  loader: ({ deps }) => prefetchList(deps),
  component: ProductListPage,
})

const itemRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/shop/items/$itemCode',
  /** The colour whose photos are shown. */
  validateSearch: ({ color }: Record<string, unknown>): { color?: string } =>
    isCode(color) ? { color: String(color) } : {},
  component: lazyPage(() => import('./item/ItemPage.tsx'), 'ItemPage', true),
})

const quickOrderRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/shop/quick-order',
  component: lazyPage(() => import('./quick/QuickOrderPage.tsx'), 'QuickOrderPage'),
})

const myOrdersRoute = createRoute({
  getParentRoute: () => ownRoute,
  path: '/shop/orders',
  // The page checks it.
  validateSearch: (search: Record<string, unknown>): OrdersSearch => search,
  component: lazyPage(() => import('./orders/MyOrdersPage.tsx'), 'MyOrdersPage'),
})

const statementRoute = createRoute({
  getParentRoute: () => ownRoute,
  path: '/shop/statement',
  component: lazyPage(() => import('./orders/StatementPage.tsx'), 'StatementPage'),
})

const draftsRoute = createRoute({
  getParentRoute: () => ownRoute,
  path: '/shop/drafts',
  component: lazyPage(() => import('./drafts/DraftsPage.tsx'), 'DraftsPage'),
})

const newsRoute = createRoute({
  getParentRoute: () => ownRoute,
  path: '/shop/notifications',
  component: lazyPage(() => import('./news/NewsPage.tsx'), 'NewsPage'),
})

const cartRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/cart',
  component: lazyPage(() => import('./cart/page/CartPage.tsx'), 'CartPage', true),
})

const orderRoute = createRoute({
  getParentRoute: () => ownRoute,
  path: '/cart/$guidKey',
  component: lazyPage(() => import('./orders/ShopOrderPage.tsx'), 'ShopOrderPage'),
})

/** Guests get a receipt too. */
const placedRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/cart/placed/$guidKey',
  component: lazyPage(() => import('./orders/OrderPlacedPage.tsx'), 'OrderPlacedPage'),
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/shop' })
  },
})
const notFoundRoute = createRoute({ getParentRoute: () => rootRoute, path: '/404', component: NotFoundPage })
const notAllowedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/401',
  component: lazyPage(() => import('./NotAllowedPage.tsx'), 'NotAllowedPage'),
})
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    indexRoute,
    loginRoute,
    forgotRoute,
    resetRoute,
    authRedirectRoute,
    refreshRoute,
    notFoundRoute,
    notAllowedRoute,
    unknownRoute,
    shopRoute.addChildren([
      homeRoute,
      productsRoute,
      itemRoute,
      quickOrderRoute,
      cartRoute,
      placedRoute,
      ownRoute.addChildren([myOrdersRoute, statementRoute, draftsRoute, newsRoute, orderRoute]),
    ]),
  ]),
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
