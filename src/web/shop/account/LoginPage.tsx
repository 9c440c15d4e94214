import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '#shared/paths.ts'
import { t } from '#web/i18n.ts'
import { signIn } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import classes from './LoginPage.module.css'

const route = getRouteApi('/login')

export function LoginPage() {
  const { redirect } = route.useSearch()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => signIn(username, password),
    onSuccess: () => location.assign(safeRedirect(redirect, '/panel')),
  })
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        {settings.authRequired ? (
          <span className={classes.brand}>{settings.displayName}</span>
        ) : (
          <Link to="/shop" className={classes.brand}>
            {settings.displayName}
          </Link>
        )}
        <LanguageMenu />
      </header>
      <main className={classes.middle}>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }} radius="lg" w="100%" maw={420}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (!login.isPending) login.mutate()
            }}
          >
            <Stack>
              <Title order={1} size="h2">
                {t('login.title')}
              </Title>
              {login.error && (
                <Alert color="red" variant="light" role="alert">
                  {login.error.message}
                </Alert>
              )}
              <TextInput
                label={t('login.username')}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                size="md"
                required
                withAsterisk={false}
                value={username}
                onChange={(event) => setUsername(event.currentTarget.value)}
              />
              <PasswordInput
                label={t('login.password')}
                name="password"
                autoComplete="current-password"
                size="md"
                required
                withAsterisk={false}
                visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" size="md" loading={login.isPending}>
                {t('login.submit')}
              </Button>
            </Stack>
          </form>
          {settings.demoAccounts && (
            <DemoAccounts
              {...settings.demoAccounts}
              onChoose={(name, secret) => {
                setUsername(name)
                setPassword(secret)
              }}
            />
          )}
        </Paper>
      </main>
    </div>
  )
}

type DemoProps = {
  usernames: string[]
  password: string
  onChoose: (username: string, password: string) => void
}

/** While the tenant holds demo data: who can sign in to try it. */
function DemoAccounts({ usernames, password, onChoose }: DemoProps) {
  return (
    <section className={classes.demo} aria-label={t('login.demoTitle')}>
      <Text size="sm" fw={600}>
        {t('login.demoTitle')}
      </Text>
      <Text size="sm" c="var(--ink-soft)">
        {t('login.demoPassword')} <bdi className="number">{password}</bdi>
      </Text>
      <div className={classes.demoButtons}>
        {usernames.map((username) => (
          <Button key={username} variant="default" size="xs" onClick={() => onChoose(username, password)}>
            {username}
          </Button>
        ))}
      </div>
    </section>
  )
}
