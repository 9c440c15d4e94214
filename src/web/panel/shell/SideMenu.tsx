import { NavLink } from '@mantine/core'
import {
  IconAdjustments,
  IconBuildingStore,
  IconClipboardList,
  IconHistory,
  IconLayoutDashboard,
  IconTie,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { type Page, pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'

const icons: Record<string, typeof IconUsers> = {
  [pages.dashboard.path]: IconLayoutDashboard,
  [pages.orders.path]: IconClipboardList,
  [pages.customers.path]: IconBuildingStore,
  [pages.customerCreate.path]: IconUserPlus,
  [pages.users.path]: IconUsers,
  [pages.userCreate.path]: IconUserPlus,
  [pages.agents.path]: IconTie,
  [pages.agentCreate.path]: IconUserPlus,
  [pages.settings.path]: IconAdjustments,
  [pages.changes.path]: IconHistory,
  '/customer': IconBuildingStore,
  '/user': IconUsersGroup,
  '/panel/office': IconAdjustments,
}

/** What the user may open, as a menu. A page that is hidden lights the entry it names. */
export function SideMenu({ onNavigate }: { onNavigate: () => void }) {
  const path = useLocation({ select: (location) => location.pathname })
  const named = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.page)?.staticData.page?.activeMenu,
  })
  const current = named ?? path
  const entries = useMenu().filter((page) => !page.hidden)
  return entries.map((page) => {
    const shown = (page.children ?? []).filter((child) => !child.hidden)
    const [only] = shown
    if (shown.length === 1 && only && !page.alwaysShow) {
      return <Entry key={page.path} page={only} current={current} onNavigate={onNavigate} />
    }
    return (
      <NavLink
        key={page.path}
        component="button"
        type="button"
        label={t(page.title)}
        leftSection={<Icon path={page.path} />}
        defaultOpened={shown.some((child) => child.path === current)}
        childrenOffset={18}
      >
        {shown.map((child) => (
          <Entry key={child.path} page={child} current={current} onNavigate={onNavigate} />
        ))}
      </NavLink>
    )
  })
}

type EntryProps = { page: Page; current: string; onNavigate: () => void }

function Entry({ page, current, onNavigate }: EntryProps) {
  const isCurrent = page.path === current
  return (
    <NavLink
      label={t(page.title)}
      leftSection={<Icon path={page.path} />}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
      renderRoot={(props) => <Link to={page.path} {...props} />}
    />
  )
}

function Icon({ path }: { path: string }) {
  const Shape = icons[path] ?? IconLayoutDashboard
  return <Shape size={20} stroke={1.6} aria-hidden />
}
