import {
  IconArrowBackUp,
  IconBell,
  IconFileText,
  IconLayoutDashboard,
  IconListDetails,
  IconLogout,
  IconNotes,
  IconReceipt,
  IconUsers,
} from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { signOut } from '#web/session.ts'
import { ColorSchemeItems } from '#web/ui/ColorSchemeItems.tsx'
import { DropMenuAnchor, DropMenuItem, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import { openAgents } from './agents/agentsDialog.ts'
import { resetCart, useCart, useOtherCarts } from './cart/stored/cartStore.ts'
import { useNews } from './news/news.ts'

const MenuLink = createLink(DropMenuAnchor)
const icon = { size: 18, 'aria-hidden': true }

export function UserMenuItems() {
  const leave = async () => {
    const { lines, draftVersion, editing } = useCart.getState()
    const { others, orders } = useOtherCarts.getState()
    if (lines.length > 0 || draftVersion > 0 || editing || others.length > 0 || orders.length > 0) {
      const { confirmSignOut } = await import('./cart/saving/confirmSignOut.ts')
      if (!(await confirmSignOut())) return
    }
    await signOut()
    resetCart()
    location.assign('/login?redirect=/shop')
  }
  const returnedText = useNews(({ returned }) => returned?.text)
  const unread = useNews((news) => news.unread)
  return (
    <>
      {returnedText && (
        <MenuLink to="/shop/orders" search={{ state: 'returned' }} icon={<IconArrowBackUp {...icon} />}>
          {returnedText}
        </MenuLink>
      )}
      <MenuLink to="/shop/orders" icon={<IconFileText {...icon} />}>
        {t('shop.orders')}
      </MenuLink>
      <MenuLink to="/shop/notifications" icon={<IconBell {...icon} />}>
        {t('news.bell', { count: unread })}
      </MenuLink>
      <MenuLink to="/shop/statement" icon={<IconReceipt {...icon} />}>
        {t('statement.title')}
      </MenuLink>
      <MenuLink to="/shop/drafts" icon={<IconNotes {...icon} />}>
        {t('ordering.menu.drafts')}
      </MenuLink>
      <MenuLink to="/shop/quick-order" icon={<IconListDetails {...icon} />}>
        {t('shop.quickOrder')}
      </MenuLink>
      <DropMenuItem icon={<IconUsers {...icon} />} onClick={openAgents}>
        {t('ordering.agents.title')}
      </DropMenuItem>
      <DropMenuItem href="/panel" icon={<IconLayoutDashboard {...icon} />}>
        {t('user.panel')}
      </DropMenuItem>
      <DropMenuTitle>{t('scheme.choose')}</DropMenuTitle>
      <ColorSchemeItems />
      <DropMenuItem icon={<IconLogout {...icon} />} onClick={() => void leave().catch(notifyFailure)}>
        {t('user.logout')}
      </DropMenuItem>
    </>
  )
}
