import { Button, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import classes from './AccountPage.module.css'
import { HiddenUsername } from './HiddenUsername.tsx'
import type { SignInNeed } from './signIn.ts'

type Props = {
  username: string
  enter: (code?: string) => Promise<SignInNeed>
  onNeed: (need: SignInNeed) => void
  onBack: () => void
}

/** Takes an authenticator code or a recovery code. */
export function AuthenticatorStep({ username, enter, onNeed, onBack }: Props) {
  const [code, setCode] = useState('')
  const [hasApp, setHasApp] = useState(true)
  const attempt = useAttempt(enter, onNeed)
  const isWrong = attempt.error instanceof CallFailed && attempt.error.code === 'session.badCode'
  const field = {
    value: code,
    error: isWrong && !attempt.isRunning && attempt.error?.message,
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        attempt.run(code)
      }}
    >
      <Stack>
        <Title order={1} size="h2">
          {t('login.code.title')}
        </Title>
        <HiddenUsername value={username} />
        {hasApp ? (
          <CodeField
            {...field}
            label={t('login.totp.label')}
            text={t('login.totp.text')}
            onChange={setCode}
            onComplete={attempt.run}
            isBusy={attempt.isRunning}
            takesFocus
          />
        ) : (
          <RecoveryField {...field} onChange={setCode} />
        )}
        {!isWrong && <AttemptAlert attempt={attempt} />}
        <AttemptButton type="submit" size="md" fullWidth attempt={attempt}>
          {t('login.code.submit')}
        </AttemptButton>
        <div className={classes.ways}>
          <Button
            variant="subtle"
            px="xs"
            onClick={() => {
              setCode('')
              setHasApp(!hasApp)
              // The next attempt reports any wait.
              attempt.reset()
            }}
          >
            {t(hasApp ? 'login.totp.useRecovery' : 'login.totp.useApp')}
          </Button>
          <Button variant="subtle" px="xs" onClick={onBack}>
            {t('login.code.back')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type FieldProps = { value: string; error: string | false | undefined; onChange: (code: string) => void }

function RecoveryField({ value, error, onChange }: FieldProps) {
  return (
    <TextInput
      ref={(field) => field?.focus()}
      label={t('login.recovery.label')}
      description={t('login.recovery.text')}
      descriptionProps={{ size: 'md', c: 'var(--ink)', mb: 'md' }}
      inputWrapperOrder={['description', 'label', 'input', 'error']}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="xxxx-xxxx-xxxx"
      dir="ltr"
      size="md"
      required
      withAsterisk={false}
      error={error}
      errorProps={{ role: 'alert' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
