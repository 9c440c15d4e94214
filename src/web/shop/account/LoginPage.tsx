import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '#shared/paths.ts'
import { type SignInNeed, signIn } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { AccountPage } from './AccountPage.tsx'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailCodeStep } from './EmailCodeStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'

const route = getRouteApi('/login')

/** Name and password, then in the same card the second factor of whoever has one. */
export function LoginPage() {
  const { redirect } = route.useSearch()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wanted, setWanted] = useState<SignInNeed>()
  const enter = async (code?: string) => {
    const answer = await signIn(username, password, code)
    if (answer) return answer
    // In the place of this page: Back leads to where one was before it.
    location.replace(safeRedirect(redirect, '/panel'))
    // Busy until the other page is there.
    return new Promise<never>(() => {})
  }
  const goBack = () => {
    setPassword('')
    setWanted(undefined)
  }
  return (
    <AccountPage>
      {!wanted && (
        <>
          <PasswordStep
            {...{ username, password, enter }}
            onUsername={setUsername}
            onPassword={setPassword}
            onWanted={setWanted}
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
      {wanted && 'email' in wanted && (
        <EmailCodeStep sent={wanted} {...{ username, enter }} onSent={setWanted} onBack={goBack} />
      )}
      {wanted && 'totpRequired' in wanted && (
        <AuthenticatorStep {...{ username, enter }} onWanted={setWanted} onBack={goBack} />
      )}
    </AccountPage>
  )
}
