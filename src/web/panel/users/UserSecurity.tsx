import { Group, Text } from '@mantine/core'
import { IconDeviceMobileOff, IconLogout2, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import type { SystemUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { FormSection } from '../form/FormSection.tsx'
import { IconButton } from '../IconButton.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { userRemoval } from './removal.ts'
import { useBackLink } from './useBackLink.ts'

type Props = {
  user: SystemUser
  isSelf: boolean
  onTotpOff: () => void
  /** Called before leaving, so that unsaved changes are not asked about. */
  onDeleted: () => void
}

export function UserSecurity({ user, isSelf, onTotpOff, onDeleted }: Props) {
  return (
    <FormSection title={t('panel.user.security')} columns={1}>
      {isSelf ? (
        <Text size="sm">
          {t('panel.user.ownSecurity')} <Link to="/user/sessions">{t('panel.sessions')}</Link>
          {' · '}
          <Link to="/user/security">{t('panel.security')}</Link>
        </Text>
      ) : (
        <>
          <Sessions user={user} />
          <SecondFactor user={user} onTotpOff={onTotpOff} />
          <Delete user={user} onDeleted={onDeleted} />
        </>
      )}
    </FormSection>
  )
}

function Row({ children, button }: { children: ReactNode; button: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{children}</Text>
      {button}
    </Group>
  )
}

function Sessions({ user }: { user: SystemUser }) {
  const endSessions = useMutation({
    mutationFn: () => api.post('/api/Account/EndUserSessions', { id: user.id }),
    onSuccess: () => {
      notifyDone(t('panel.user.signedOut', { name: user.username }))
      return refetch(['user', user.id])
    },
    onError: notifyFailure,
  })
  return (
    <Row
      button={
        user.sessions > 0 && (
          <IconButton
            Icon={IconLogout2}
            aria-busy={endSessions.isPending}
            onClick={() => endSessions.isPending || endSessions.mutate()}
          >
            {t('panel.user.signOutEverywhere')}
          </IconButton>
        )
      }
    >
      {t('panel.user.sessionCount', { count: user.sessions })}
    </Row>
  )
}

function SecondFactor({ user, onTotpOff }: { user: SystemUser; onTotpOff: () => void }) {
  const reset = useMutation({
    mutationFn: () => api.post('/api/Account/ResetUserTotp', { id: user.id }),
    onSuccess: () => {
      onTotpOff()
      notifyDone(t('panel.user.takenOff', { name: user.username }))
      void refetch('users')
      return refetch(['user', user.id])
    },
    onError: notifyFailure,
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('panel.user.takeOffTitle', { name: user.username }),
      text: t('panel.user.takeOffText'),
      action: t('panel.user.takeOff'),
      isDangerous: true,
    })
    if (isSure) reset.mutate()
  }
  return (
    <Row
      button={
        user.hasTotp && (
          <IconButton
            Icon={IconDeviceMobileOff}
            aria-busy={reset.isPending}
            onClick={() => reset.isPending || void ask()}
          >
            {t('panel.user.takeOff')}
          </IconButton>
        )
      }
    >
      {t(user.hasTotp ? 'panel.user.twoFactorOn' : 'panel.user.twoFactorOff')}
    </Row>
  )
}

function Delete({ user, onDeleted }: Pick<Props, 'user' | 'onDeleted'>) {
  const navigate = usePageNavigate()
  const back = useBackLink(pages.users)
  const { remove, isBusy } = useRemoval(userRemoval, { id: user.id, name: user.username })
  return (
    <Row
      button={
        <IconButton
          Icon={IconTrash}
          variant="outline"
          color="red"
          c="red.9"
          aria-busy={isBusy}
          onClick={() =>
            remove(() => {
              onDeleted()
              void navigate(listLink(back.to))
            })
          }
        >
          {t('panel.user.delete')}
        </IconButton>
      }
    >
      {t('panel.user.deleteHint')}
    </Row>
  )
}
