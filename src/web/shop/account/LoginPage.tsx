import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '#shared/paths.ts'
import { settings } from '#web/settings.ts'
import { AccountPage } from './AccountPage.tsx'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailCodeStep } from './EmailCodeStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { type SignInNeed, signIn } from './signIn.ts'

const route = getRouteApi('/login')

/** Password first, then any second factor in the same card. */
export function LoginPage() {
  const { redirect } = route.useSearch()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [need, setNeed] = useState<SignInNeed>()
  const enter = async (code?: string) => {
    const answer = await signIn(username, password, code)
    if (answer) return answer
    // Replaces this page, so Back skips it.
    location.replace(safeRedirect(redirect, '/panel'))
    // Stay busy until the next page loads.
    return new Promise<never>(() => {})
  }
  const goBack = () => {
    setPassword('')
    setNeed(undefined)
  }
  return (
    <AccountPage>
      {!need && (
        <>
          <PasswordStep
            {...{ username, password, enter }}
            onUsername={setUsername}
            onPassword={setPassword}
            onNeed={setNeed}
          />
          {settings.demoAccounts && (
            <DemoAccounts
              {...settings.demoAccounts}
              onChoose={(name, secret) => {
                setUsername(name)
                setPassword(secret)
              }}
            />
          )}
        </>
      )}
      {need && 'email' in need && (
        <EmailCodeStep sent={need} {...{ username, enter }} onSent={setNeed} onBack={goBack} />
      )}
      {need && 'totpRequired' in need && (
        <AuthenticatorStep {...{ username, enter }} onNeed={setNeed} onBack={goBack} />
      )}
    </AccountPage>
  )
}
