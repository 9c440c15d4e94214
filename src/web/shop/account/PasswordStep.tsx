import { PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import classes from './AccountPage.module.css'
import type { SignInNeed } from './signIn.ts'

type Props = {
  username: string
  password: string
  onUsername: (username: string) => void
  onPassword: (password: string) => void
  enter: () => Promise<SignInNeed>
  onNeed: (need: SignInNeed) => void
}

export function PasswordStep({ username, password, onUsername, onPassword, enter, onNeed }: Props) {
  const attempt = useAttempt(() => enter(), onNeed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        attempt.run(undefined)
      }}
    >
      <Stack>
        <Title order={1} size="h2">
          {t('login.title')}
        </Title>
        <AttemptAlert attempt={attempt} />
        <TextInput
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          required
          withAsterisk={false}
          value={username}
          onChange={(event) => onUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          visibilityToggleFocusable
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
        />
        <AttemptButton type="submit" size="md" fullWidth attempt={attempt}>
          {t('login.submit')}
        </AttemptButton>
        <Link to="/login/forgot" className={classes.link}>
          {t('login.forgot')}
        </Link>
      </Stack>
    </form>
  )
}
