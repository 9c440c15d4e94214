import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { notifyFailure } from '#web/notify.ts'
import { isRefusal, isSignedIn, loadUser } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PageFailure } from '#web/ui/PageFailure.tsx'
import { HomePage } from './home/HomePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ProductListPage } from './products/ProductListPage.tsx'
import { ShopLayout } from './ShopLayout.tsx'

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ href: '/panel', reloadDocument: true })
  },
  component: lazyRouteComponent(() => import('./account/LoginPage.tsx'), 'LoginPage'),
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
    await loadUser().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      notifyFailure(error)
      throw toLogin()
    })
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
    notFoundRoute,
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
