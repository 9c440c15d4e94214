import { ActionIcon } from '@mantine/core'
import { NavigationProgress } from '@mantine/nprogress'
import { IconMenu2, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ErrorLogButton } from './ErrorLogButton.tsx'
import classes from './Header.module.css'
import { setSidebarOverlay, toggleSidebar, useSidebar } from './sidebar.ts'
import { UserMenu } from './UserMenu.tsx'

const RouteSearch = lazy(async () => ({ default: (await import('./RouteSearch.tsx')).RouteSearch }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./SettingsDrawer.tsx')).SettingsDrawer }))

export function Header({ isWide }: { isWide: boolean }) {
  const { isOpen, isOverlayOpen } = useSidebar()
  return (
    <header className={classes.header}>
      <NavigationProgress withinPortal={false} aria-label={t('page.loading')} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('panel.menu')}
        aria-expanded={isWide ? isOpen : isOverlayOpen}
        onClick={() => (isWide ? toggleSidebar() : setSidebarOverlay(!isOverlayOpen))}
      >
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Breadcrumb />
      <div className={classes.tools}>
        <Suspense fallback={<span className={classes.place} />}>
          <RouteSearch />
        </Suspense>
        <ErrorLogButton />
        <SettingsButton />
        <UserMenu />
      </div>
    </header>
  )
}

function SettingsButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('panel.look')}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
      >
        <IconSettings size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <SettingsDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
