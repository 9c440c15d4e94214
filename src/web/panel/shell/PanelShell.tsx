import { Overlay } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { lazy, type RefCallback, Suspense, useCallback, useEffect, useRef } from 'react'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import { useMayOpen } from '../access.ts'
import { Header } from './Header.tsx'
import classes from './PanelShell.module.css'
import { usePageFocus } from './pageFocus.ts'
import { SideMenu } from './SideMenu.tsx'
import { setSidebarOverlay, useShellSettings, useSidebar } from './shellSettings.ts'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'

const OrderFilesTray = lazy(async () => ({
  default: (await import('../orders/OrderFilesTray.tsx')).OrderFilesTray,
}))

const BulkTray = lazy(async () => ({ default: (await import('../list/BulkTray.tsx')).BulkTray }))

/** Below 992px the sidebar overlays the page and closes on navigation. */
export function PanelShell() {
  const { isOpen, isOverlayOpen } = useSidebar()
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const { hasTabBar, isHeaderFixed, hasLogo } = useShellSettings()
  const hasOrders = useMayOpen(pages.orders)
  const isNarrow = isWide && !isOpen
  const isShown = isWide || isOverlayOpen
  const close = () => setSidebarOverlay(false)
  useHotkeys([['Escape', close]])
  usePageFocus()
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOverlayOpen && !isWide) menu.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [isOverlayOpen, isWide])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('page.skipToContent')}
      </a>
      <div className={classes.shell} data-narrow={isNarrow || undefined}>
        <nav
          ref={menu}
          className={classes.sidebar}
          data-over={isOverlayOpen || undefined}
          aria-label={t('panel.menu')}
          // Keeps a hidden sidebar out of the tab order.
          style={isShown ? {} : { visibility: 'hidden' }}
        >
          {hasLogo && <SidebarLogo isNarrow={isNarrow} onNavigate={close} />}
          <SideMenu isNarrow={isNarrow} onNavigate={close} />
        </nav>
        {isOverlayOpen && !isWide && <Overlay fixed backgroundOpacity={0.3} zIndex={140} onClick={close} />}
        <div className={classes.page}>
          <div
            ref={useTopHeight(isHeaderFixed)}
            className={classes.top}
            data-fixed={isHeaderFixed || undefined}
          >
            <Header isWide={isWide} hasTabs={hasTabBar} />
            {hasTabBar && <TabBar />}
            <Suspense>
              <BulkTray />
              {hasOrders && <OrderFilesTray />}
            </Suspense>
          </div>
          <main id="content" tabIndex={-1} className={classes.content}>
            <TabHost />
          </main>
        </div>
      </div>
    </>
  )
}

/** Tells styles how much of the window's top is covered, as `--panel-top`. */
function useTopHeight(isFixed: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (top) => {
      if (!top || !isFixed) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => style.setProperty('--panel-top', `${top.offsetHeight}px`))
      observer.observe(top)
      return () => {
        observer.disconnect()
        style.removeProperty('--panel-top')
      }
    },
    [isFixed],
  )
}

type SidebarLogoProps = { isNarrow: boolean; onNavigate: () => void }

/** Logo or name; the first letter when narrow. */
function SidebarLogo({ isNarrow, onNavigate }: SidebarLogoProps) {
  return (
    <Link
      to="/panel/index"
      className={classes.logo}
      onClick={onNavigate}
      aria-label={settings.displayName}
      title={settings.displayName}
    >
      {isNarrow ? <span aria-hidden>{[...settings.displayName][0]}</span> : <CompanyName />}
    </Link>
  )
}
