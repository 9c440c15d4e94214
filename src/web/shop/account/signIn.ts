import type { SignInAnswer } from '#shared/users/account.ts'
import { api } from '#web/api.ts'
import { storeToken } from '#web/credentials.ts'
import { t } from '#web/i18n.ts'
import { cancelPendingLogout, isSignedIn, useSession } from '#web/session.ts'

export type SignInNeed = Exclude<SignInAnswer, { token: string }>

/**
 * Returns what a second factor still needs: call again with the code, or without one for a new code by mail.
 */
export async function signIn(
  username: string,
  password: string,
  verificationCode?: string,
): Promise<SignInNeed | undefined> {
  await cancelPendingLogout()
  const answer = await api.post('/api/Account/authenticate', {
    username: username.trim(),
    password,
    ...(verificationCode ? { verificationCode: verificationCode.trim() } : {}),
  })
  if (!('token' in answer)) return answer
  storeToken(answer.token)
  if (!isSignedIn()) throw new Error(t('login.cookiesRefused'))
  useSession.setState({ user: undefined })
  return undefined
}
