import { Code, Group, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import { Hint } from '../Hint.tsx'
import classes from './OperatorPage.module.css'
import { keepToken } from './operatorApi.ts'

const addCommand = 'npm run operator -- add USERNAME'

export function OperatorSignIn() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useAttempt(
    () => api.post('/api/Operator/SignIn', { username, password }),
    ({ data }) => keepToken(data.token),
  )
  const [before = '', after = ''] = t('operator.signInText', { command: '\n' }).split('\n')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.run({})
  }
  return (
    <form className={classes.signIn} onSubmit={submit}>
      <Stack>
        <Group justify="space-between">
          <Title order={1} size="h3">
            {t('operator.signIn')}
          </Title>
          <LanguageMenu />
        </Group>
        <Hint>
          {before}
          <Code dir="ltr">{addCommand}</Code>
          {after}
        </Hint>
        <AttemptAlert attempt={attempt} />
        <TextInput
          label={t('login.username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t('login.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleFocusable
        />
        <AttemptButton type="submit" attempt={attempt} h={44}>
          {t('login.submit')}
        </AttemptButton>
      </Stack>
    </form>
  )
}
