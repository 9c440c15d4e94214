import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobileOff, IconLogout2, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import type { SystemUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { FormSection } from '../form/FormSection.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
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
  const queryClient = useQueryClient()
  const endSessions = useMutation({
    mutationFn: () => api.post('/api/Account/EndUserSessions', { id: user.id }),
    onSuccess: () => {
      notifyDone(t('panel.user.signedOut', { name: user.username }))
      return queryClient.invalidateQueries({ queryKey: ['user', user.id] })
    },
    onError: notifyFailure,
  })
  return (
    <Row
      button={
        user.sessions > 0 && (
          <Button
            variant="default"
            leftSection={<IconLogout2 size={18} aria-hidden />}
            aria-busy={endSessions.isPending}
            onClick={() => endSessions.isPending || endSessions.mutate()}
          >
            {t('panel.user.signOutEverywhere')}
          </Button>
        )
      }
    >
      {t('panel.user.sessionCount', { count: user.sessions })}
    </Row>
  )
}

function SecondFactor({ user, onTotpOff }: { user: SystemUser; onTotpOff: () => void }) {
  const queryClient = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.post('/api/Account/ResetUserTotp', { id: user.id }),
    onSuccess: () => {
      onTotpOff()
      notifyDone(t('panel.user.takenOff', { name: user.username }))
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      return queryClient.invalidateQueries({ queryKey: ['user', user.id] })
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
          <Button
            variant="default"
            leftSection={<IconDeviceMobileOff size={18} aria-hidden />}
            aria-busy={reset.isPending}
            onClick={() => reset.isPending || void ask()}
          >
            {t('panel.user.takeOff')}
          </Button>
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
        <Button
          variant="outline"
          color="red"
          c="red.9"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-busy={isBusy}
          onClick={() =>
            remove(() => {
              onDeleted()
              void navigate(listLink(back.to))
            })
          }
        >
          {t('panel.user.delete')}
        </Button>
      }
    >
      {t('panel.user.deleteHint')}
    </Row>
  )
}
