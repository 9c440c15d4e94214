import { Button } from '@mantine/core'
import { IconLayoutDashboard, IconLogin2, IconLogout, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { signOut, useSession } from '#web/session.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import { DropMenu, DropMenuItem, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { totalQty } from './cart/cart.ts'
import { resetCart, useCart } from './cart/cartStore.ts'
import classes from './ShopHeader.module.css'

export function ShopHeader() {
  const user = useSession((session) => session.user)
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/shop" className={classes.title}>
          <CompanyName />
        </Link>
        <div className={classes.actions}>
          {!user && <LanguageMenu />}
          <CartLink />
          {user ? <UserMenu name={user.name} /> : <LoginLink />}
        </div>
      </div>
    </header>
  )
}

function CartLink() {
  const count = useCart((cart) => totalQty(cart.lines))
  return (
    <Link to="/cart" className={classes.cart} aria-label={t('cart.linkLabel', { count })}>
      <IconShoppingBag size={24} stroke={1.6} aria-hidden />
      {count > 0 && <span className={classes.badge}>{formatCount(count)}</span>}
    </Link>
  )
}

function LoginLink() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <Button
      size="sm"
      variant="light"
      leftSection={<IconLogin2 size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/login" search={{ redirect: here }} {...props} />}
    >
      {t('login.submit')}
    </Button>
  )
}

function UserMenu({ name }: { name: string }) {
  const leave = async () => {
    await signOut()
    resetCart()
    location.assign('/login?redirect=/shop')
  }
  return (
    <DropMenu label={t('user.menu', { name })} button={<IconUser size={24} stroke={1.6} aria-hidden />}>
      <DropMenuTitle>{name}</DropMenuTitle>
      <DropMenuItem href="/panel" icon={<IconLayoutDashboard size={18} aria-hidden />}>
        {t('user.panel')}
      </DropMenuItem>
      <DropMenuItem icon={<IconLogout size={18} aria-hidden />} onClick={() => void leave()}>
        {t('user.logout')}
      </DropMenuItem>
    </DropMenu>
  )
}
