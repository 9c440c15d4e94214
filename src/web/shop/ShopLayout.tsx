import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { OfflineBanner } from '#web/ui/OfflineBanner.tsx'
import { AgentsPart } from './agents/AgentsPart.tsx'
import { CartBackgroundPart } from './cart/CartBackgroundPart.tsx'
import { hasDiscount } from './cart/stored/cart.ts'
import { useCart, useOtherCarts } from './cart/stored/cartStore.ts'
import { ImageOverlay } from './image/ImageOverlay.tsx'
import { lazyPart, preloadRest } from './lazy.ts'
import { OverlayPlace } from './OverlayPlace.tsx'
import { useOverlay } from './overlay.ts'
import { usePricing } from './pricing/pricing.ts'
import { ShopHeader } from './ShopHeader.tsx'
import classes from './ShopLayout.module.css'
import { ScanPart } from './scan/ScanPart.tsx'

const PricingPart = lazyPart(async () => (await import('./pricing/PricingPart.tsx')).PricingPart)
const PageTitle = lazyPart(async () => (await import('./PageTitle.tsx')).PageTitle)
const NewsPart = lazyPart(async () => (await import('./news/NewsPart.tsx')).NewsPart)
if (usePricing.getState().hasRules) void PricingPart.preload().catch(() => {})
const SearchModal = lazyPart(async () => (await import('./search/SearchModal.tsx')).SearchModal)

export function ShopLayout() {
  const user = useSession((session) => session.user)
  const hasRules = usePricing((state) => state.hasRules)
  const isDiscounted = useCart(hasDiscount)
  const hasOrders = useOtherCarts(({ orders }) => orders.length > 0)
  const search = useOverlay('shopModal')
  const { history } = useRouter()
  useEffect(preloadRest, [])
  useEffect(() => {
    if (isDiscounted) usePricing.setState({ hasRules: true })
  }, [isDiscounted])
  useEffect(() => {
    // After a reload, this entry's panel is no longer open.
    if (history.location.state.overlay === 'panel') history.back()
  }, [history])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('page.skipToContent')}
      </a>
      <ShopHeader />
      <OfflineBanner text={t(hasOrders ? 'shop.offlineOrder' : 'shop.offline')} />
      <main id="content" className={classes.content}>
        {user?.isBlocked && (
          <p className={classes.notice} role="status">
            {t('shop.blocked')}
          </p>
        )}
        <CartBackgroundPart />
        {user && (
          <Suspense>
            <NewsPart />
          </Suspense>
        )}
        {hasRules && (
          <Suspense>
            <PricingPart />
          </Suspense>
        )}
        <Outlet />
      </main>
      {search.isOpen && (
        <OverlayPlace onClose={search.close}>
          <SearchModal onClose={search.close} />
        </OverlayPlace>
      )}
      <Suspense>
        <PageTitle />
      </Suspense>
      <ScanPart />
      <AgentsPart />
      <ImageOverlay />
    </>
  )
}
