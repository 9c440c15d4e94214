import { Button, Code, Group, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import { Hint } from '../Hint.tsx'
import classes from './OperatorPage.module.css'
import { keepToken } from './operatorApi.ts'

/** Password first, then the authenticator's code if the operator has one. */
export function OperatorSignIn() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const enter = async (verificationCode?: string) => {
    const { data } = await api.post('/api/Operator/SignIn', { username, password, verificationCode })
    if ('token' in data) keepToken(data.token)
    else setIsCodeAsked(true)
  }
  const goBack = () => {
    setPassword('')
    setIsCodeAsked(false)
  }
  return isCodeAsked ? (
    <CodeForm enter={enter} onBack={goBack} />
  ) : (
    <PasswordForm {...{ username, password, enter }} onUsername={setUsername} onPassword={setPassword} />
  )
}

type PasswordFormProps = {
  username: string
  password: string
  onUsername: (username: string) => void
  onPassword: (password: string) => void
  enter: () => Promise<void>
}

function PasswordForm({ username, password, onUsername, onPassword, enter }: PasswordFormProps) {
  const attempt = useAttempt<void, void>(
    () => enter(),
    () => {},
  )
  return (
    <SignInForm title={t('operator.signIn')} onSubmit={() => attempt.run()}>
      <CommandHint text="operator.signInText" command="npm run operator -- add USERNAME" />
      <AttemptAlert attempt={attempt} />
      <TextInput
        label={t('login.username')}
        value={username}
        onChange={(event) => onUsername(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={t('login.password')}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleFocusable
      />
      <AttemptButton type="submit" attempt={attempt} h={44}>
        {t('login.submit')}
      </AttemptButton>
    </SignInForm>
  )
}

type CodeFormProps = { enter: (code: string) => Promise<void>; onBack: () => void }

function CodeForm({ enter, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const attempt = useAttempt(enter, () => {})
  const isWrong = attempt.error instanceof CallFailed && attempt.error.code === 'session.badCode'
  return (
    <SignInForm title={t('login.code.title')} onSubmit={() => attempt.run(code)}>
      <CodeField
        label={t('login.totp.label')}
        text={t('login.totp.text')}
        value={code}
        onChange={setCode}
        onComplete={attempt.run}
        error={isWrong && !attempt.isRunning && attempt.error?.message}
        isBusy={attempt.isRunning}
        takesFocus
      />
      {!isWrong && <AttemptAlert attempt={attempt} />}
      <AttemptButton type="submit" attempt={attempt} h={44}>
        {t('login.code.submit')}
      </AttemptButton>
      <CommandHint text="operator.lostApp" command="npm run operator -- totp USERNAME" />
      <Button variant="subtle" px="xs" onClick={onBack}>
        {t('login.code.back')}
      </Button>
    </SignInForm>
  )
}

type SignInFormProps = { title: string; onSubmit: () => void; children: ReactNode }

function SignInForm({ title, onSubmit, children }: SignInFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.signIn} onSubmit={submit}>
      <Stack>
        <Group justify="space-between">
          <Title order={1} size="h3">
            {title}
          </Title>
          <LanguageMenu />
        </Group>
        {children}
      </Stack>
    </form>
  )
}

type CommandHintProps = { text: 'operator.signInText' | 'operator.lostApp'; command: string }

/** A command reads from the left in any language. */
function CommandHint({ text, command }: CommandHintProps) {
  const [before = '', after = ''] = t(text, { command: '\n' }).split('\n')
  return (
    <Hint>
      {before}
      <Code dir="ltr" display="inline-block">
        {command}
      </Code>
      {after}
    </Hint>
  )
}
