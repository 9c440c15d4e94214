import { Outlet } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { ShopHeader } from './ShopHeader.tsx'
import classes from './ShopLayout.module.css'

export function ShopLayout() {
  return (
    <>
      <a className="skip-link" href="#content">
        {t('page.skipToContent')}
      </a>
      <ShopHeader />
      <main id="content" className={classes.content}>
        <Outlet />
      </main>
    </>
  )
}
