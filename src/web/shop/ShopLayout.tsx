import { Outlet } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { ShopHeader } from './ShopHeader.tsx'
import classes from './ShopLayout.module.css'

export function ShopLayout() {
  const isBlocked = useSession((session) => session.user?.isBlocked)
  return (
    <>
      <a className="skip-link" href="#content">
        {t('page.skipToContent')}
      </a>
      <ShopHeader />
      <main id="content" className={classes.content}>
        {isBlocked && (
          <p className={classes.notice} role="status">
            {t('shop.blocked')}
          </p>
        )}
        <Outlet />
      </main>
    </>
  )
}
