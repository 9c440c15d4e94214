import { ActionIcon } from '@mantine/core'
import { NavigationProgress } from '@mantine/nprogress'
import {
  IconBug,
  IconBuildingStore,
  IconDevices,
  IconKey,
  IconLogout,
  IconMenu2,
  IconSettings,
  IconShieldLock,
  IconSwitchHorizontal,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Page, pages, panelTree } from '#shared/pages.ts'
import type { Role } from '#shared/users/roles.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { signOut, useSession } from '#web/session.ts'
import { ColorSchemeItems } from '#web/ui/ColorSchemeItems.tsx'
import { DropMenu, DropMenuItem, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import { useMenu } from '../access.ts'
import { MenuItem } from '../MenuItem.tsx'
import { changeRole } from './changeRole.ts'
import { useErrorLog } from './errorLog.ts'
import classes from './Header.module.css'
import { useCurrentPage } from './pageAddress.ts'
import { setSidebarOverlay, toggleSidebar, useSidebar } from './shellSettings.ts'
import { pagesWithChanges, useTabs } from './tabStore.ts'
import { confirmLosingChanges, useBackToTab } from './useTabActions.ts'

const RouteSearch = lazy(async () => ({ default: (await import('./RouteSearch.tsx')).RouteSearch }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./SettingsDrawer.tsx')).SettingsDrawer }))

/** `hasTabs`: the tab bar below names the page, so that the breadcrumb leads only to what is above it. */
export function Header({ isWide, hasTabs }: { isWide: boolean; hasTabs: boolean }) {
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
      <Breadcrumb hasTabs={hasTabs} />
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

const ErrorLogDialog = lazy(async () => ({ default: (await import('./ErrorLogDialog.tsx')).ErrorLogDialog }))

/** Hidden until there is an error. */
function ErrorLogButton() {
  const { entries } = useErrorLog()
  const [isOpen, setIsOpen] = useState(false)
  if (entries.length === 0 && !isOpen) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        className={classes.badge ?? ''}
        aria-label={t('panel.errors.button', { count: entries.length })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconBug size={22} stroke={1.6} aria-hidden />
        <span className={classes.count} aria-hidden>
          {formatCount(entries.length)}
        </span>
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <ErrorLogDialog entries={entries} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type Crumb = { title: string; path: string | undefined }

function Breadcrumb({ hasTabs }: { hasTabs: boolean }) {
  const { page } = useCurrentPage()
  const menu = useMenu()
  const back = useBackToTab()
  const customTitle = useTabs(({ titles, active }) => titles[active ?? ''])
  const allCrumbs = page ? buildCrumbs(page, menu, customTitle) : []
  const crumbs = hasTabs ? allCrumbs.slice(0, -1) : allCrumbs
  if (crumbs.length === 0) return null
  return (
    <nav className={classes.crumbs} aria-label={t('panel.breadcrumb')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <li key={title} aria-current={index === allCrumbs.length - 1 ? 'page' : undefined}>
            {path && index < allCrumbs.length - 1 ? (
              <Link to={path} onClick={(event) => back(event, path)}>
                {title}
              </Link>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Dashboard, group and page, without duplicate titles. */
function buildCrumbs(page: Page, menu: readonly Page[], customTitle: string | undefined): Crumb[] {
  const ancestors = [pages.dashboard, ...pathTo(page, panelTree)].filter(isInBreadcrumb)
  const titleOf = (candidate: Page) =>
    customTitle && candidate.path === page.path ? customTitle : t(candidate.title)
  const crumbs = ancestors.map((candidate) => ({
    title: titleOf(candidate),
    path: linkPath(candidate, menu),
  }))
  const titles = crumbs.map(({ title }) => title)
  return crumbs
    .filter(({ title }, index) => titles.lastIndexOf(title) === index)
    .map(({ title, path }) => ({ title, path: path === page.path ? undefined : path }))
}

const isInBreadcrumb = (page: Page) => page.breadcrumb !== false

function pathTo(page: Page, tree: readonly Page[]): Page[] {
  for (const candidate of tree) {
    if (candidate.path === page.path) return [candidate]
    const rest = pathTo(page, candidate.children ?? [])
    if (rest.length > 0) return [candidate, ...rest]
  }
  return []
}

/** A group links to its first page in the user's menu. */
function linkPath(page: Page, menu: readonly Page[]): string | undefined {
  if (!page.children) return page.path
  const open = menu.find(({ path }) => path === page.path)
  return open?.children?.find((child) => !child.hidden)?.path
}

function UserMenu() {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const leave = async () => {
    const currentUrl = location.pathname + location.search
    if (!(await confirmLosingChanges(pagesWithChanges()))) return
    await signOut()
    location.assign(`/login?redirect=${encodeURIComponent(currentUrl)}`)
  }
  const name = user?.name ?? ''
  return (
    <DropMenu label={t('user.menu', { name })} button={<Avatar address={user?.avatar ?? ''} />}>
      <DropMenuTitle>{name}</DropMenuTitle>
      <MenuItem Icon={IconUserCircle} onClick={() => void navigate({ to: '/user/profile' })}>
        {t('panel.profile')}
      </MenuItem>
      <MenuItem Icon={IconKey} onClick={() => void navigate({ to: '/user/sifre-degistir' })}>
        {t('panel.password')}
      </MenuItem>
      <MenuItem Icon={IconShieldLock} onClick={() => void navigate({ to: '/user/security' })}>
        {t('panel.security')}
      </MenuItem>
      <MenuItem Icon={IconDevices} onClick={() => void navigate({ to: '/user/sessions' })}>
        {t('panel.sessions')}
      </MenuItem>
      <Roles />
      <DropMenuTitle>{t('scheme.choose')}</DropMenuTitle>
      <ColorSchemeItems />
      <MenuItem href="/shop" Icon={IconBuildingStore}>
        {t('user.shop')}
      </MenuItem>
      <MenuItem Icon={IconLogout} onClick={() => void leave()}>
        {t('user.logout')}
      </MenuItem>
    </DropMenu>
  )
}

function Avatar({ address }: { address: string }) {
  if (!address) return <IconUser size={22} stroke={1.6} aria-hidden />
  return <img src={address} alt="" width={32} height={32} className={classes.face} />
}

/** Switches the active role. Reloads the panel, because other pages may be allowed. */
function Roles() {
  const user = useSession((session) => session.user)
  if (!user || user.allRoles.length < 2) return null
  const actsInAll = user.roles.length === user.allRoles.length
  const actAs = async (role: Role | null) => {
    if (!(await confirmLosingChanges(pagesWithChanges()))) return
    try {
      await changeRole(role)
      location.assign('/panel')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const icon = <IconSwitchHorizontal size={18} aria-hidden />
  return (
    <>
      <DropMenuItem icon={icon} isCurrent={actsInAll} onClick={() => void actAs(null)}>
        {t('panel.role.all')}
      </DropMenuItem>
      {user.allRoles.map((role) => (
        <DropMenuItem
          key={role}
          icon={icon}
          isCurrent={!actsInAll && user.roles[0] === role}
          onClick={() => void actAs(role)}
        >
          {t('panel.role.actAs', { role: t(`role.${role}`) })}
        </DropMenuItem>
      ))}
    </>
  )
}
