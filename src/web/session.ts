import { create } from 'zustand'
import type { UserInfo } from '#shared/users.ts'
import { api, CallFailed } from './api.ts'
import { cartStorageKey } from './cartStorage.ts'
import { dropToken, readToken, storeToken } from './credentials.ts'
import { t } from './i18n.ts'

type Session = { user: UserInfo | undefined }

/** Who is signed in, once it has been asked for. */
export const useSession = create<Session>(() => ({ user: undefined }))

export const isSignedIn = () => readToken() !== undefined
/** The first role decides whether somebody is a customer. */
export const isCustomer = (user: UserInfo | undefined) => user?.roles[0] === 'customer'

export async function signIn(username: string, password: string): Promise<void> {
  const { token } = await api.post('/api/Account/authenticate', { username: username.trim(), password })
  storeToken(token)
  useSession.setState({ user: undefined })
}

/**
 * The user, asked for once. A token whose user does not come back, or has no role, is dropped, and the
 * product's own message says so.
 */
export async function loadUser(): Promise<UserInfo | undefined> {
  const known = useSession.getState().user
  if (known || !isSignedIn()) return known
  const user = await api.get('/api/Account/GetUserInfo', {}, { isQuiet: true }).catch((error: unknown) => {
    if (isRefusal(error)) resetToken()
    throw error
  })
  if (!user?.id) return refuse(t('session.verificationFailed'))
  if (!Array.isArray(user.roles) || user.roles.length === 0) return refuse(t('session.noRoles'))
  useSession.setState({ user })
  return user
}

/** True where the server has said no, false where it could not be asked: then nobody is signed out. */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof CallFailed) || (error.status >= 400 && error.status < 500 && error.status !== 429)
}

function refuse(message: string): never {
  resetToken()
  throw new Error(message)
}

/** Forgets token and user; the refresh cookie goes with the next answer of the server that refuses it. */
export function resetToken(): void {
  dropToken()
  useSession.setState({ user: undefined })
}

/** Ends the session here even where the server could not be told. The cart goes with whoever filled it. */
export async function signOut(): Promise<void> {
  await api.post('/api/Account/Logout', {}).catch(() => {})
  localStorage.removeItem(cartStorageKey)
  resetToken()
}
