import { AppShell, Burger, Group, Overlay, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { NavigationProgress } from '@mantine/nprogress'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { CompanyName } from '#web/ui/CompanyName.tsx'
import classes from './PanelShell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const RouteSearch = lazy(async () => ({ default: (await import('./RouteSearch.tsx')).RouteSearch }))

/** Sidebar, header and the page. Under 992 px the sidebar slides over and closes on navigation. */
export function PanelShell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  useHotkeys([['Escape', close]])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('page.skipToContent')}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 210, breakpoint: 992, collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'md' }}
      >
        <AppShell.Header>
          <NavigationProgress withinPortal={false} aria-label={t('page.loading')} />
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group wrap="nowrap" gap="sm">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-label={t('panel.menu')}
                aria-expanded={isOpen}
              />
              <Text fw={700} size="lg" truncate>
                <CompanyName />
              </Text>
            </Group>
            <Group wrap="nowrap" gap={4}>
              <Suspense fallback={<span className={classes.place} />}>
                <RouteSearch />
              </Suspense>
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar
          p="xs"
          className={classes.sidebar}
          aria-label={t('panel.menu')}
          // Slid out of sight it is out of the keyboard's way too.
          style={isWide || isOpen ? {} : { visibility: 'hidden' }}
        >
          <SideMenu onNavigate={close} />
        </AppShell.Navbar>
        {isOpen && !isWide && <Overlay fixed backgroundOpacity={0.3} zIndex={100} onClick={close} />}
        <AppShell.Main id="content">
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </>
  )
}
