import { create } from 'zustand'
import type { SignInAnswer, UserInfo } from '#shared/account.ts'
import type { Role } from '#shared/roles.ts'
import { api, CallFailed } from './api.ts'
import { cartOwnerKey, cartOwnerOf, cartOwnersOf, cartStorageKey } from './cartStorage.ts'
import { dropToken, readToken, storeToken } from './credentials.ts'
import { t } from './i18n.ts'
import { keepIfRoom } from './keepIfRoom.ts'
import { queryClient } from './queryClient.ts'
import { forget } from './stored.ts'
import { tabStorageKey } from './tabStorage.ts'

type Session = { user: UserInfo | undefined }

/** Who is signed in, once it has been asked for. */
export const useSession = create<Session>(() => ({ user: undefined }))

/** Under which the user is kept in the browser for as long as the session: a start without a line knows them by it. */
const userKey = 'user'
useSession.subscribe(({ user }) => {
  if (user) keepIfRoom(localStorage, userKey, JSON.stringify(user))
  else localStorage.removeItem(userKey)
})

export const isSignedIn = () => readToken() !== undefined
/** The first role decides whether somebody is a customer. */
export const isCustomer = (user: UserInfo | undefined) => user?.roles[0] === 'customer'

/** What is still wanted before somebody is signed in. */
export type Wanted = Exclude<SignInAnswer, { token: string }>

/**
 * Signs in. Answers what is still wanted where the user has a second factor: then it is called again with the code,
 * or again without for another code by mail.
 */
export async function signIn(
  username: string,
  password: string,
  verificationCode?: string,
): Promise<Wanted | undefined> {
  await ending
  localStorage.removeItem(owedKey)
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

/** Acts in one of the user's roles, or in all of them. Whoever calls loads the page anew: all that is shown may differ. */
export async function changeRole(role: Role | null): Promise<void> {
  const { token } = await api.post('/api/Account/ChangeRole', { role })
  storeToken(token)
  sessionStorage.removeItem(tabStorageKey)
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
    if (isAnswered(error)) resetToken()
    throw error
  })
  if (!user?.id) return refuse(t('session.verificationFailed'))
  if (!Array.isArray(user.roles) || user.roles.length === 0) return refuse(t('session.noRoles'))
  useSession.setState({ user })
  return user
}

/** As {@link loadUser}; where the server cannot be asked, the user as it last told of them, until it can. */
export async function loadUserOrKept(): Promise<UserInfo | undefined> {
  try {
    return await loadUser()
  } catch (error) {
    const kept = isAnswered(error) ? null : localStorage.getItem(userKey)
    if (!kept) throw error
    useSession.setState({ user: JSON.parse(kept) })
    void askUntilTold()
    return useSession.getState().user
  }
}

/** How long the server is left alone that could not tell of the user, unless the connection comes back, in milliseconds. */
const pause = 10_000

async function askUntilTold(): Promise<void> {
  for (let isTold = false; !isTold && isSignedIn(); ) {
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      addEventListener('online', resolve, { once: true, signal: AbortSignal.timeout(pause) })
    })
    isTold = await reloadUser().then(() => true, isRefusal)
  }
  // What the page could not have at its start either.
  await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** Asks for the user again, after something of them has changed. */
export async function reloadUser(): Promise<void> {
  const { user: before } = useSession.getState()
  const user = await api.get('/api/Account/GetUserInfo', {})
  // Whoever has signed out meanwhile must not come back by an answer that was late.
  if (useSession.getState().user?.id === before?.id) useSession.setState({ user })
}

/** Whether the server has said no for good, not that it is busy or coming back. */
function isRefusal(error: unknown): boolean {
  return !(error instanceof CallFailed) || (error.status >= 400 && error.status < 500 && error.status !== 429)
}

/** Whether there was an answer, whatever it was: only where none came is nobody signed out. */
export function isAnswered(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status !== 0
}

function refuse(message: string): never {
  resetToken()
  throw new Error(message)
}

/** Forgets token, user and refresh cookie. */
export function resetToken(): void {
  void endAtServer()
  dropToken()
  useSession.setState({ user: undefined })
  forget('session')
  tellOtherTabs('ended')
}

/** Ends the session here even where the server could not be told. All that is kept of the user goes, in every tab. */
export async function signOut(): Promise<void> {
  await endAtServer()
  const owner = localStorage.getItem(cartOwnerKey)
  const { user } = useSession.getState()
  // In the panel alone, that of somebody whose session has ended is still there: it is theirs when they are back.
  if (!owner || !user || owner === cartOwnerOf(user)) {
    localStorage.removeItem(cartStorageKey)
    localStorage.removeItem(cartOwnerKey)
  }
  // Those of another role that the user has acted in.
  for (const other of user ? cartOwnersOf(user) : []) localStorage.removeItem(`${cartStorageKey}:${other}`)
  dropToken()
  useSession.setState({ user: undefined })
  forgetAll()
  tellOtherTabs('signedOut')
}

/** Forgets what the user has left here now, and what the page still writes while it is left. */
function forgetAll(): void {
  forget('session', 'work')
  addEventListener('pagehide', () => forget('session', 'work'), { once: true })
}

type SessionEnd = 'signedOut' | 'ended'
const endKey = 'sessionEnd'

/** Each tab has a storage of its own, which only itself can empty. */
function tellOtherTabs(how: SessionEnd): void {
  keepIfRoom(localStorage, endKey, how)
  localStorage.removeItem(endKey)
}

addEventListener('storage', ({ key, newValue }) => {
  if (key !== endKey || !newValue) return
  if (newValue === ('ended' satisfies SessionEnd)) return forget('session')
  forgetAll()
  // What stands on the screen is the user's too.
  if (useSession.getState().user) location.reload()
})

/** Set while the server has yet to hear of a sign-out; the next page says it again. */
const owedKey = 'logoutOwed'
let ending: Promise<void> | undefined

/** The refresh cookie is the server's to take away: no script can. */
function endAtServer(): Promise<void> {
  // Where there is no room the server is told now or not at all: whoever leaves must be able to.
  keepIfRoom(localStorage, owedKey, 'true')
  ending = api
    .post('/api/Account/Logout', {}, { keepalive: true })
    .then(() => localStorage.removeItem(owedKey))
    .catch(() => {})
    .finally(() => {
      ending = undefined
    })
  return ending
}

if (localStorage.getItem(owedKey)) {
  dropToken()
  void endAtServer()
}
