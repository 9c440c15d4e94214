import { Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import classes from './AccountPage.module.css'
import { AccountPage } from './AccountPage.tsx'

/** Requests a reset link. The answer does not tell whether the user exists. */
export function ForgotPage() {
  const [username, setUsername] = useState('')
  const [isSent, setIsSent] = useState(false)
  const attempt = useAttempt<void, unknown>(
    () => api.post('/api/Account/RequestPasswordReset', { username }),
    () => setIsSent(true),
  )
  return (
    <AccountPage>
      {isSent ? (
        <Sent />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (username.trim()) attempt.run()
          }}
        >
          <Stack>
            <Title order={1} size="h2">
              {t('login.link.title')}
            </Title>
            <Text>{t('login.link.text')}</Text>
            <AttemptAlert attempt={attempt} />
            <TextInput
              label={t('login.link.username')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              size="md"
              required
              withAsterisk={false}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <AttemptButton type="submit" size="md" fullWidth attempt={attempt}>
              {t('login.link.submit')}
            </AttemptButton>
            <Link to="/login" className={classes.link}>
              {t('login.code.back')}
            </Link>
          </Stack>
        </form>
      )}
    </AccountPage>
  )
}

function Sent() {
  return (
    <Stack>
      <Title
        order={1}
        size="h2"
        tabIndex={-1}
        className={classes.heading ?? ''}
        ref={(title) => title?.focus()}
      >
        {t(settings.keepsMails ? 'login.link.title' : 'login.link.sentTitle')}
      </Title>
      <Text role="status">{t(settings.keepsMails ? 'login.link.kept' : 'login.link.sent')}</Text>
      {!settings.keepsMails && <Text c="var(--ink-soft)">{t('login.link.notCome')}</Text>}
      <Link to="/login" className={classes.link}>
        {t('login.code.back')}
      </Link>
    </Stack>
  )
}
