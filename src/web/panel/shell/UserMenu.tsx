import {
  IconBuildingStore,
  IconDevices,
  IconKey,
  IconLogout,
  IconShieldLock,
  IconSwitchHorizontal,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Role } from '#shared/roles.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { changeRole, signOut, useSession } from '#web/session.ts'
import { ColorSchemeItems } from '#web/ui/ColorSchemeItems.tsx'
import { DropMenu, DropMenuItem, DropMenuTitle } from '#web/ui/DropMenu.tsx'
import classes from './Header.module.css'
import { pagesWithChanges } from './tabStore.ts'
import { confirmLosingChanges } from './useTabActions.ts'

export function UserMenu() {
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
      <DropMenuItem
        icon={<IconUserCircle size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/user/profile' })}
      >
        {t('panel.profile')}
      </DropMenuItem>
      <DropMenuItem
        icon={<IconKey size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/user/sifre-degistir' })}
      >
        {t('panel.password')}
      </DropMenuItem>
      <DropMenuItem
        icon={<IconShieldLock size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/user/security' })}
      >
        {t('panel.security')}
      </DropMenuItem>
      <DropMenuItem
        icon={<IconDevices size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/user/sessions' })}
      >
        {t('panel.sessions')}
      </DropMenuItem>
      <Roles />
      <DropMenuTitle>{t('scheme.choose')}</DropMenuTitle>
      <ColorSchemeItems />
      <DropMenuItem href="/shop" icon={<IconBuildingStore size={18} aria-hidden />}>
        {t('user.shop')}
      </DropMenuItem>
      <DropMenuItem icon={<IconLogout size={18} aria-hidden />} onClick={() => void leave()}>
        {t('user.logout')}
      </DropMenuItem>
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
