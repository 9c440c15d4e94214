import { Alert, Skeleton, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { refetch } from '../refetch.ts'
import { AuthenticatorSetup, type TotpSecret } from './AuthenticatorSetup.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorState } from './TwoFactorState.tsx'
import { profileQueryKey, useProfile } from './useProfile.ts'

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

type PromptKind = 'start' | 'end' | 'codes'

function TwoFactor({ profile, isRequired }: { profile: Profile; isRequired: boolean }) {
  const [openPrompt, setOpenPrompt] = useState<PromptKind>()
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const navigate = useNavigate()
  const showCodes = (recoveryCodes: string[]) => {
    setOpenPrompt(undefined)
    setSecret(undefined)
    setCodes(recoveryCodes)
    void refetch(profileQueryKey)
  }
  const finish = async () => {
    try {
      // Until now the user could open only this page.
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
  const prompt = { username: profile.username, onClose: () => setOpenPrompt(undefined) }
  return (
    <>
      <TwoFactorState profile={profile} onAsk={setOpenPrompt} />
      {openPrompt === 'start' && (
        <PasswordPrompt
          {...prompt}
          title={t('panel.security.startTitle')}
          text={t('panel.security.startText')}
          action={t('login.code.submit')}
          submit={async (password) => (await api.post('/api/Account/StartTotp', { password })).data}
          onDone={(newSecret) => {
            setOpenPrompt(undefined)
            setSecret(newSecret)
          }}
        />
      )}
      {openPrompt === 'end' && (
        <PasswordPrompt
          {...prompt}
          title={t('panel.security.endTitle')}
          text={t('panel.security.endText')}
          action={t('panel.security.turnOff')}
          isDangerous
          submit={(password) => api.post('/api/Account/EndTotp', { password })}
          onDone={() => {
            setOpenPrompt(undefined)
            notifyDone(t('panel.security.turnedOff'))
            void refetch(profileQueryKey)
          }}
        />
      )}
      {openPrompt === 'codes' && (
        <PasswordPrompt
          {...prompt}
          title={t('panel.codes.new')}
          text={t('panel.security.newCodesText')}
          action={t('panel.codes.new')}
          submit={async (password) => (await api.post('/api/Account/NewRecoveryCodes', { password })).data}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
        />
      )}
    </>
  )
}
