import { Button, Stack, Text, Title } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './AccountPage.module.css'
import { AccountPage } from './AccountPage.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

const route = getRouteApi('/reset')

/** Sets a new password with the token of a mailed link. */
export function ResetPage() {
  const { token } = route.useRouteContext()
  // The key resets the page for another link in the same tab.
  return <Reset key={token} token={token} />
}

function Reset({ token }: { token: string | undefined }) {
  const [state, setState] = useState<'open' | 'spent' | 'done'>(token ? 'open' : 'spent')
  return (
    <AccountPage>
      {token && state === 'open' && (
        <NewPasswordForm token={token} onDone={() => setState('done')} onSpent={() => setState('spent')} />
      )}
      {state === 'spent' && (
        <End title={t('login.reset.spentTitle')} text={t('login.reset.spent')}>
          <Button size="md" renderRoot={(props) => <Link to="/login/forgot" {...props} />}>
            {t('login.reset.askNew')}
          </Button>
        </End>
      )}
      {state === 'done' && (
        <End title={t('login.reset.doneTitle')} text={t('login.reset.done')}>
          <Button size="md" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t('login.submit')}
          </Button>
        </End>
      )}
    </AccountPage>
  )
}

function End({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack>
      <Title
        order={1}
        size="h2"
        tabIndex={-1}
        className={classes.heading ?? ''}
        ref={(heading) => heading?.focus()}
      >
        {title}
      </Title>
      <Text>{text}</Text>
      {children}
    </Stack>
  )
}
