import { Alert, Skeleton, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { AuthenticatorSetup, type Secret } from './AuthenticatorSetup.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorState } from './TwoFactorState.tsx'
import { profileKey, useProfile } from './useProfile.ts'

/** Two-factor sign-in: whether it is on, and the ways to turn it on and off. */
export function SecurityPage() {
  const profile = useProfile()
  const isRequired = useSession((session) => session.user?.secondFactorRequired === true)
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('panel.security')}
      </Title>
      {isRequired && (
        <Alert color="orange" variant="light" role="status" mb="md" maw={960}>
          <Text fw={600}>{t('panel.security.requiredTitle')}</Text>
          {t('panel.security.requiredText')}
        </Alert>
      )}
      {profile.error && <Failure error={profile.error} onRetry={() => void profile.refetch()} />}
      {profile.isPending && <Skeleton height={240} radius="md" maw={960} />}
      {profile.data && <TwoFactor profile={profile.data} isRequired={isRequired} />}
    </>
  )
}

/** What the password is being asked for. */
type Asked = 'start' | 'end' | 'codes'

function TwoFactor({ profile, isRequired }: { profile: Profile; isRequired: boolean }) {
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<string[]>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const showCodes = (recoveryCodes: string[]) => {
    setAsked(undefined)
    setSecret(undefined)
    setCodes(recoveryCodes)
    void client.invalidateQueries({ queryKey: profileKey })
  }
  const finish = async () => {
    try {
      // Until now nothing else of the panel could be opened.
      if (isRequired) await reloadUser()
      setCodes(undefined)
      if (isRequired) await navigate({ to: '/panel' })
    } catch (error) {
      notifyFailure(error)
    }
  }
  if (codes) return <RecoveryCodes codes={codes} username={profile.username} onKept={finish} />
  if (secret) {
    return (
      <AuthenticatorSetup
        secret={secret}
        onCancel={() => setSecret(undefined)}
        onDone={(recoveryCodes) => {
          notifyDone(t('panel.security.turnedOn'))
          showCodes(recoveryCodes)
        }}
      />
    )
  }
  const prompts = {
    start: (
      <PasswordPrompt
        title={t('panel.security.startTitle')}
        text={t('panel.security.startText')}
        action={t('login.code.submit')}
        username={profile.username}
        prove={async (password) => (await api.post('/api/Account/StartTotp', { password })).data}
        onDone={(made) => {
          setAsked(undefined)
          setSecret(made)
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
    end: (
      <PasswordPrompt
        title={t('panel.security.endTitle')}
        text={t('panel.security.endText')}
        action={t('panel.security.turnOff')}
        isDangerous
        username={profile.username}
        prove={(password) => api.post('/api/Account/EndTotp', { password })}
        onDone={() => {
          setAsked(undefined)
          notifyDone(t('panel.security.turnedOff'))
          void client.invalidateQueries({ queryKey: profileKey })
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
    codes: (
      <PasswordPrompt
        title={t('panel.codes.new')}
        text={t('panel.security.newCodesText')}
        action={t('panel.codes.new')}
        username={profile.username}
        prove={async (password) => (await api.post('/api/Account/NewRecoveryCodes', { password })).data}
        onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
  return (
    <>
      <TwoFactorState profile={profile} onAsk={setAsked} />
      {asked && prompts[asked]}
    </>
  )
}
