import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Profile } from '#shared/users/profile.ts'
import { api, CallFailed } from '#web/api.ts'
import { direction, t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../PageHead.tsx'
import { refetch } from '../refetch.ts'
import { AuthenticatorSetup, type TotpSecret } from './AuthenticatorSetup.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './TwoFactor.module.css'
import { profileQueryKey, useProfile } from './useProfile.ts'

export function SecurityPage() {
  const isRequired = useSession((session) => session.user?.secondFactorRequired === true)
  return (
    <>
      <PageHead title={t('panel.security')} />
      {isRequired && (
        <Alert color="orange" role="status" mb="md" maw={960}>
          <Text fw={600}>{t('panel.security.requiredTitle')}</Text>
          {t('panel.security.requiredText')}
        </Alert>
      )}
      <Loaded query={useProfile()} height={240} maw={960}>
        {(profile) => <TwoFactor profile={profile} isRequired={isRequired} />}
      </Loaded>
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

/** Warn at this many recovery codes or fewer. */
const lowCodesLimit = 3

type TwoFactorStateProps = { profile: Profile; onAsk: (what: 'start' | 'end' | 'codes') => void }

function TwoFactorState({ profile, onAsk }: TwoFactorStateProps) {
  const { hasTotp, totpDemanded, recoveryCodesLeft, emailVerification, email } = profile
  return (
    <section className={`box ${classes.card}`}>
      <Stack gap="md" align="flex-start">
        <Group gap="xs">
          {hasTotp ? (
            <IconShieldCheck size={24} color="var(--mantine-color-green-8)" aria-hidden />
          ) : (
            <IconShieldOff size={24} color="var(--ink-soft)" aria-hidden />
          )}
          <Title order={2} size="h5">
            {t(hasTotp ? 'panel.security.turnedOn' : 'panel.security.turnedOff')}
          </Title>
        </Group>
        <Text>{t('panel.security.text')}</Text>
        {!hasTotp && emailVerification && (
          <Text c="var(--ink-soft)">
            {t('panel.security.byMail', { email: direction === 'rtl' ? `\u2066${email}\u2069` : email })}
          </Text>
        )}
        {hasTotp && recoveryCodesLeft <= lowCodesLimit && (
          <Alert color="orange" role="status">
            {t('panel.codes.left', { count: recoveryCodesLeft })}. {t('panel.codes.few')}
          </Alert>
        )}
        {hasTotp && recoveryCodesLeft > lowCodesLimit && (
          <Text c="var(--ink-soft)">{t('panel.codes.left', { count: recoveryCodesLeft })}</Text>
        )}
        {hasTotp && totpDemanded && <Text c="var(--ink-soft)">{t('panel.security.demanded')}</Text>}
        <Group gap="xs">
          {!hasTotp && (
            <Button h={40} onClick={() => onAsk('start')}>
              {t('panel.security.turnOn')}
            </Button>
          )}
          {hasTotp && (
            <Button h={40} variant="default" onClick={() => onAsk('codes')}>
              {t('panel.codes.new')}
            </Button>
          )}
          {hasTotp && !totpDemanded && (
            <Button h={40} variant="subtle" color="red" c="red.9" onClick={() => onAsk('end')}>
              {t('panel.security.turnOff')}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  )
}

type PasswordPromptProps<Answer> = {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  username: string
  /** Performs the action; rejects a wrong password. */
  submit: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

function PasswordPrompt<Answer>({ title, text, action, isDangerous, ...props }: PasswordPromptProps<Answer>) {
  const { username, submit, onDone, onClose } = props
  const [password, setPassword] = useState('')
  const [focusedBefore] = useState(() => document.activeElement)
  const attempt = useAttempt(submit, onDone)
  const isWrong = attempt.error instanceof CallFailed && attempt.error.code === 'account.wrongPassword'
  useEffect(
    () => () => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    },
    [focusedBefore],
  )
  return (
    // Mantine's header would be a second banner landmark.
    <Modal opened onClose={onClose} withCloseButton={false} centered returnFocus={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (password) attempt.run(password)
        }}
      >
        <Modal.Title fw={600} fz="lg" mb="xs">
          {title}
        </Modal.Title>
        <Stack>
          <Text>{text}</Text>
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            visibilityToggleFocusable
            data-autofocus
            required
            withAsterisk={false}
            error={isWrong && !attempt.isRunning && attempt.error?.message}
            errorProps={{ role: 'alert' }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {!isWrong && <AttemptAlert attempt={attempt} />}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" h={40} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <AttemptButton type="submit" h={40} {...(isDangerous ? { color: 'red.8' } : {})} attempt={attempt}>
            {action}
          </AttemptButton>
        </Group>
      </form>
    </Modal>
  )
}
