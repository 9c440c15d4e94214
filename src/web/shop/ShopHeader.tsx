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
import { totalQty } from './cart/cart.ts'
import { useCart } from './cart/cartStore.ts'
import { useLeftCart } from './cart/leftCart.ts'
import { lazyPart } from './lazy.ts'
import { OrderKind } from './OrderKind.tsx'
import { useOverlay } from './overlay.ts'
import classes from './ShopHeader.module.css'

const OrderBar = lazyPart(async () => (await import('./OrderBar.tsx')).OrderBar)
const UserMenuItems = lazyPart(async () => (await import('./UserMenuItems.tsx')).UserMenuItems)

/** On every page of the shop: home, search, cart, and what concerns the user. */
export function ShopHeader() {
  const user = useSession((session) => session.user)
  const hasLeft = useLeftCart() !== undefined
  const hasBar = useHasOrderBar() || hasLeft
  return (
    <header className={classes.header} data-bar={hasBar || undefined} data-left={hasLeft || undefined}>
      <div className={classes.bar}>
        <div className={classes.brand}>
          <Link to="/shop" className={classes.title}>
            <CompanyName />
          </Link>
          {/* Else it stands in the bar, beside the customer. */}
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
            </Link>
          )}
          <ScanButton isGuest={!user} />
          {!user && <LanguageMenu />}
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

/** Whether it must be said for whom, or to which order, what is put in the cart goes. The home page asks itself. */
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

/** Visitors have the language menu and the way to sign in as well: on a phone they find it in the search. */
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
      {count > 0 && <span className={classes.badge}>{formatCount(count)}</span>}
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

/** How long the page comes first before its menu is fetched, in milliseconds. */
const calm = 2500

/** Its entries are fetched when it is opened, or once the page has come to rest. */
function UserMenu({ name }: { name: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => startTransition(() => setIsWanted(true))
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsWanted(true)), calm)
    return () => clearTimeout(timer)
  }, [])
  const loading = <DropMenuTitle>{t('page.loading')}</DropMenuTitle>
  return (
    <DropMenu
      label={t('user.menu', { name })}
      button={<LineIcon name="user" size={23} className={classes.thin} />}
      onOpen={want}
    >
      <DropMenuTitle>{name}</DropMenuTitle>
      {isWanted ? (
        <Suspense fallback={loading}>
          <UserMenuItems />
        </Suspense>
      ) : (
        loading
      )}
    </DropMenu>
  )
}
