import { AppShell, Burger, Group, NavLink, Overlay, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { NavigationProgress } from '@mantine/nprogress'
import {
  IconBuildingStore,
  IconClipboardList,
  IconLayoutDashboard,
  IconLogout,
  IconUser,
} from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { signOut, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { DropMenu, DropMenuItem, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import classes from './PanelShell.module.css'

const pages = [
  { to: '/panel/index', label: 'panel.dashboard', Icon: IconLayoutDashboard },
  { to: '/siparisler/index', label: 'panel.orders', Icon: IconClipboardList },
] as const

/** Sidebar, header and the page. Under 992 px the sidebar slides over and closes on navigation. */
export function PanelShell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  useHotkeys([['Escape', close]])
  const path = useLocation({ select: (location) => location.pathname })
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
                {settings.displayName}
              </Text>
            </Group>
            <UserMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar
          p="xs"
          className={classes.sidebar}
          aria-label={t('panel.menu')}
          // Slid out of sight it is out of the keyboard's way too.
          style={isWide || isOpen ? {} : { visibility: 'hidden' }}
        >
          {pages.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              label={t(label)}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
              active={path.startsWith(to.replace(/\/index$/, ''))}
              onClick={close}
              renderRoot={(props) => <Link to={to} {...props} />}
            />
          ))}
        </AppShell.Navbar>
        {isOpen && !isWide && <Overlay fixed backgroundOpacity={0.3} zIndex={100} onClick={close} />}
        <AppShell.Main id="content">
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </>
  )
}

function UserMenu() {
  const user = useSession((session) => session.user)
  const leave = async () => {
    const here = location.pathname + location.search
    await signOut()
    location.assign(`/login?redirect=${encodeURIComponent(here)}`)
  }
  const name = user?.name ?? ''
  return (
    <DropMenu label={t('user.menu', { name })} button={<IconUser size={22} stroke={1.6} aria-hidden />}>
      <DropMenuTitle>{name}</DropMenuTitle>
      <DropMenuItem href="/shop" icon={<IconBuildingStore size={18} aria-hidden />}>
        {t('user.shop')}
      </DropMenuItem>
      <DropMenuItem icon={<IconLogout size={18} aria-hidden />} onClick={() => void leave()}>
        {t('user.logout')}
      </DropMenuItem>
    </DropMenu>
  )
}
