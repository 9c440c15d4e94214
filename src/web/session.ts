import { create } from 'zustand'
import type { UserInfo } from '#shared/users/account.ts'
import { api, CallFailed } from './api.ts'
import { cartOwnerKey, cartOwnerOf, cartOwnersOf, cartStorageKey } from './cartStorage.ts'
import { dropToken, readToken } from './credentials.ts'
import { t } from './i18n.ts'
import { queryClient } from './queryClient.ts'
import { forget } from './stored.ts'
import { trySetItem } from './trySetItem.ts'

type Session = { user: UserInfo | undefined }

export const useSession = create<Session>(() => ({ user: undefined }))

/** Caches the user, so the page can start offline. */
const userStorageKey = 'user'
useSession.subscribe(({ user }) => {
  if (user) trySetItem(localStorage, userStorageKey, JSON.stringify(user))
  else localStorage.removeItem(userStorageKey)
})

export const isSignedIn = () => readToken() !== undefined
export const isCustomer = (user: UserInfo | undefined) => user?.roles[0] === 'customer'

/** Drops the token and throws if the user is missing or has no role. */
export async function loadUser(): Promise<UserInfo | undefined> {
  const known = useSession.getState().user
  if (known || !isSignedIn()) return known
  const user = await api.get('/api/Account/GetUserInfo', {}, { isQuiet: true }).catch((error: unknown) => {
    if (isServerAnswer(error)) resetToken()
    throw error
  })
  if (!user?.id) return rejectSession(t('session.verificationFailed'))
  if (!Array.isArray(user.roles) || user.roles.length === 0) return rejectSession(t('session.noRoles'))
  useSession.setState({ user })
  return user
}

/** Like {@link loadUser}, but falls back to the cached user while offline. */
export async function loadUserOrCached(): Promise<UserInfo | undefined> {
  try {
    return await loadUser()
  } catch (error) {
    const kept = isServerAnswer(error) ? null : localStorage.getItem(userStorageKey)
    if (!kept) throw error
    useSession.setState({ user: JSON.parse(kept) })
    void retryLoadUser()
    return useSession.getState().user
  }
}

/** Also retries as soon as the connection is back. */
const retryDelayMs = 10_000

async function retryLoadUser(): Promise<void> {
  for (let isSettled = false; !isSettled && isSignedIn(); ) {
    await new Promise((resolve) => {
      setTimeout(resolve, retryDelayMs)
      addEventListener('online', resolve, { once: true, signal: AbortSignal.timeout(retryDelayMs) })
    })
    isSettled = await reloadUser().then(() => true, isRefusal)
  }
  // These also failed offline.
  await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}

export async function reloadUser(): Promise<void> {
  const { user: before } = useSession.getState()
  const user = await api.get('/api/Account/GetUserInfo', {})
  // A late answer must not bring back a user who has signed out.
  if (useSession.getState().user?.id === before?.id) useSession.setState({ user })
}

/** Not a rate limit, a server error or a lost connection. */
function isRefusal(error: unknown): boolean {
  return !(error instanceof CallFailed) || (error.status >= 400 && error.status < 500 && error.status !== 429)
}

/** Without an answer nobody is signed out. */
export function isServerAnswer(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status !== 0
}

function rejectSession(message: string): never {
  resetToken()
  throw new Error(message)
}

export function resetToken(): void {
  void endServerSession()
  dropToken()
  useSession.setState({ user: undefined })
  forget('session')
  notifyOtherTabs('ended')
}

/** Also removes all stored data of the user in every tab, even offline. */
export async function signOut(): Promise<void> {
  await endServerSession()
  const owner = localStorage.getItem(cartOwnerKey)
  const { user } = useSession.getState()
  // Keep another user's cart whose session expired, as the panel can hold it.
  if (!owner || !user || owner === cartOwnerOf(user)) {
    localStorage.removeItem(cartStorageKey)
    localStorage.removeItem(cartOwnerKey)
  }
  // Carts of the user's other role.
  for (const other of user ? cartOwnersOf(user) : []) localStorage.removeItem(`${cartStorageKey}:${other}`)
  dropToken()
  useSession.setState({ user: undefined })
  forgetAll()
  notifyOtherTabs('signedOut')
}

/** Again at unload, for what the page still writes. */
function forgetAll(): void {
  forget('session', 'work')
  addEventListener('pagehide', () => forget('session', 'work'), { once: true })
}

type SessionEnd = 'signedOut' | 'ended'
const sessionEndKey = 'sessionEnd'

/** Only a tab can clear its own session storage. */
function notifyOtherTabs(how: SessionEnd): void {
  trySetItem(localStorage, sessionEndKey, how)
  localStorage.removeItem(sessionEndKey)
}

addEventListener('storage', ({ key, newValue }) => {
  if (key !== sessionEndKey || !newValue) return
  if (newValue === ('ended' satisfies SessionEnd)) return forget('session')
  forgetAll()
  // The screen still shows the user's data.
  if (useSession.getState().user) location.reload()
})

/** Set until the server confirms; the next page retries. */
const pendingLogoutKey = 'logoutOwed'
let pendingLogout: Promise<void> | undefined

/** A new session must not be ended by it. */
export async function cancelPendingLogout(): Promise<void> {
  await pendingLogout
  localStorage.removeItem(pendingLogoutKey)
}

/** Only the server can remove the refresh cookie. */
function endServerSession(): Promise<void> {
  // Without storage room there is no retry, but signing out must still work.
  trySetItem(localStorage, pendingLogoutKey, 'true')
  pendingLogout = api
    .post('/api/Account/Logout', {}, { keepalive: true })
    .then(() => localStorage.removeItem(pendingLogoutKey))
    .catch(() => {})
    .finally(() => {
      pendingLogout = undefined
    })
  return pendingLogout
}

if (localStorage.getItem(pendingLogoutKey)) {
  dropToken()
  void endServerSession()
}
