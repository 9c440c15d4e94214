import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { safeRedirect } from '#shared/paths.ts'
import { notifyFailure } from '#web/notify.ts'
import { isRefusal, isSignedIn, loadUser } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { HomePage } from './home/HomePage.tsx'
import { NotAllowedPage } from './NotAllowedPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ProductListPage } from './products/ProductListPage.tsx'
import { ShopLayout } from './ShopLayout.tsx'

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage })

/** Where to go after signing in, as it stands in an address. */
const readRedirect = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readRedirect,
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ href: '/panel', reloadDocument: true })
  },
  component: lazyRouteComponent(() => import('./account/LoginPage.tsx'), 'LoginPage'),
})

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/forgot',
  component: lazyRouteComponent(() => import('./account/ForgotPage.tsx'), 'ForgotPage'),
})

/** The token of the link that this tab was opened by, which no address, history or log shall keep. */
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
  component: lazyRouteComponent(() => import('./account/ResetPage.tsx'), 'ResetPage'),
})

/** For whoever comes from a sign-in elsewhere: on to where they wanted to go, or to sign in here first. */
const authRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth-redirect',
  validateSearch: readRedirect,
  beforeLoad: ({ search }) => {
    if (!isSignedIn()) throw redirect({ to: '/login', search, replace: true })
    // A path of this site, whichever of the two pages it is of.
    throw redirect({ href: safeRedirect(search.redirect, '/panel'), reloadDocument: true, replace: true })
  },
})

/** Loads a path of this site anew, in the place of this one. */
const refreshRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/redirect/$',
  beforeLoad: async ({ location: { publicHref } }) => {
    location.replace(safeRedirect(publicHref.slice('/redirect'.length), '/shop'))
    // Nothing is shown meanwhile.
    await new Promise(() => {})
  },
})

/** Shop and cart: open to all where the tenant says so, else to whoever is signed in. */
const shopRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shop',
  beforeLoad: async ({ location }) => {
    const toLogin = () => redirect({ to: '/login', search: { redirect: location.href } })
    if (!isSignedIn()) {
      if (settings.authRequired) throw toLogin()
      return
    }
    const user = await loadUser().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      notifyFailure(error)
      throw toLogin()
    })
    // Until the second factor is set up the server answers nothing else.
    if (user?.secondFactorRequired) throw redirect({ href: '/user/security', reloadDocument: true })
  },
  component: ShopLayout,
})

const homeRoute = createRoute({ getParentRoute: () => shopRoute, path: '/shop', component: HomePage })

export type ProductListSearch = { brandId?: string; categoryId?: string }
const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

const productsRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/shop/products',
  validateSearch: (search: Record<string, unknown>): ProductListSearch => {
    const [brandId, categoryId] = [textOf(search.brandId), textOf(search.categoryId)]
    return { ...(brandId ? { brandId } : {}), ...(categoryId ? { categoryId } : {}) }
  },
  component: ProductListPage,
})

const cartRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/cart',
  component: lazyRouteComponent(() => import('./cart/CartPage.tsx'), 'CartPage'),
})

const placedRoute = createRoute({
  getParentRoute: () => shopRoute,
  path: '/cart/placed/$guidKey',
  component: lazyRouteComponent(() => import('./cart/OrderPlacedPage.tsx'), 'OrderPlacedPage'),
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
  component: NotAllowedPage,
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
    shopRoute.addChildren([homeRoute, productsRoute, cartRoute, placedRoute]),
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
