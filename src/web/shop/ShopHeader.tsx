import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import { DropMenu, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { PlainButtonLink } from '#web/ui/PlainButton.tsx'
import { useOrdersForOthers } from './account.ts'
import { useLeftCart } from './cart/form/leftCart.ts'
import { totalQty } from './cart/stored/cart.ts'
import { useCart } from './cart/stored/cartStore.ts'
import { lazyPart } from './lazy.ts'
import { useNews } from './news/news.ts'
import { OrderKind } from './OrderKind.tsx'
import { useOverlay } from './overlay.ts'
import classes from './ShopHeader.module.css'

const OrderBar = lazyPart(async () => (await import('./OrderBar.tsx')).OrderBar)
const NewsBell = lazyPart(async () => (await import('./news/NewsBell.tsx')).NewsBell)
const UserMenuItems = lazyPart(async () => (await import('./UserMenuItems.tsx')).UserMenuItems)

export function ShopHeader() {
  const user = useSession((session) => session.user)
  const hasLeft = useLeftCart() !== undefined
  const hasBar = useHasOrderBar() || hasLeft
  const waiting = useNews(({ returned }) => returned?.count)
  return (
    <header className={classes.header} data-bar={hasBar || undefined} data-left={hasLeft || undefined}>
      <div className={classes.bar}>
        <div className={classes.brand}>
          <Link to="/shop" className={classes.title}>
            <CompanyName />
          </Link>
          {/* Otherwise shown in the bar. */}
          {!hasBar && <OrderKind className={classes.kind} />}
        </div>
        <SearchButton />
        <div className={classes.actions}>
          <Link to="/shop/quick-order" className={classes.link}>
            {t('shop.quickOrder')}
          </Link>
          {user && (
            <Link to="/shop/orders" className={classes.link}>
              {t('shop.orders')}
              <Badge count={waiting} />
            </Link>
          )}
          <ScanButton isGuest={!user} />
          {!user && <LanguageMenu />}
          {user && (
            <Suspense fallback={<span className={classes.icon} data-wide-only />}>
              <NewsBell className={classes.icon} iconClass={classes.thin} badgeClass={classes.badge} />
            </Suspense>
          )}
          <CartLink />
          {user ? <UserMenu name={user.name} /> : <LoginLink />}
        </div>
      </div>
      {hasBar && (
        <Suspense fallback={<div className={classes.barPlace} />}>
          <OrderBar />
        </Suspense>
      )}
    </header>
  )
}

/** Whether to show whose cart, or which order, is open. The home page has its own choice. */
function useHasOrderBar(): boolean {
  const ordersForOthers = useOrdersForOthers()
  const isAmending = useCart((cart) => cart.editing !== null)
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/shop' })
  return isAmending || (ordersForOthers && !isHome)
}

function SearchButton() {
  const search = useOverlay('shopModal')
  return (
    <button
      type="button"
      className={classes.search}
      aria-haspopup="dialog"
      aria-label={t('shop.search')}
      onClick={search.open}
    >
      <LineIcon name="search" size={23} className={classes.thin} />
      <span className={classes.searchText}>{t('shop.search')}</span>
    </button>
  )
}

/** Guests on phones find it in the search: their header has no room. */
function ScanButton({ isGuest }: { isGuest: boolean }) {
  const scan = useOverlay('scanModal')
  return (
    <button
      type="button"
      className={classes.icon}
      data-wide-only={isGuest || undefined}
      aria-haspopup="dialog"
      aria-label={t('shop.scan')}
      title={t('shop.scan')}
      onClick={scan.open}
    >
      <LineIcon name="scan" size={23} className={classes.thin} />
    </button>
  )
}

function CartLink() {
  const count = useCart((cart) => totalQty(cart.lines))
  return (
    <Link to="/cart" className={classes.icon} aria-label={t('cart.linkLabel', { count })}>
      <LineIcon name="bag" size={23} className={classes.thin} />
      <Badge count={count} />
    </Link>
  )
}

function LoginLink() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <PlainButtonLink
      to="/login"
      search={{ redirect: here }}
      look="light"
      className={classes.login ?? ''}
      aria-label={t('login.submit')}
    >
      <LineIcon name="enter" size={20} />
      <span className={classes.loginText}>{t('login.submit')}</span>
    </PlainButtonLink>
  )
}

const preloadDelayMs = 2500

/** `isPhoneOnly`: phones have no room for the bell. */
const Badge = ({ count = 0, isPhoneOnly }: { count?: number | undefined; isPhoneOnly?: true }) =>
  count > 0 && (
    <span className={classes.badge} data-phone-only={isPhoneOnly}>
      {formatCount(count)}
    </span>
  )

/** Loads its entries when opened or after a delay. */
function UserMenu({ name }: { name: string }) {
  const { returned, unread, unreadText } = useNews()
  const label = t('user.menu', { name })
  const [isRequested, setIsRequested] = useState(false)
  const request = () => startTransition(() => setIsRequested(true))
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsRequested(true)), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const loading = <DropMenuTitle>{t('page.loading')}</DropMenuTitle>
  return (
    <DropMenu
      className={classes.icon}
      label={[label, unreadText, returned?.text].filter(Boolean).join(', ')}
      button={
        <>
          <LineIcon name="user" size={23} className={classes.thin} />
          <Badge count={unread} isPhoneOnly />
        </>
      }
      onOpen={request}
    >
      <DropMenuTitle>{name}</DropMenuTitle>
      {isRequested ? (
        <Suspense fallback={loading}>
          <UserMenuItems />
        </Suspense>
      ) : (
        loading
      )}
    </DropMenu>
  )
}
