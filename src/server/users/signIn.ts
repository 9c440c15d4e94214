import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import {
  authenticate,
  createTokenByRefreshToken,
  logout,
  type SignInAnswer,
  type Tokens,
} from '#shared/users/account.ts'
import { rememberDevice, signInTryKeys, userNamed } from './devices.ts'
import { judgeSignIn } from './judgeSignIn.ts'
import { isSecondFactor } from './secondFactor.ts'
import {
  endSession,
  joinLiving,
  livingRoles,
  openSession,
  refreshLifetimeMs,
  renewSession,
} from './session.ts'
import { countTry, forgetTries, type TryKey, uncountTry } from './tries.ts'
import { sendCode, useCode } from './verification.ts'

const refreshCookie = 'urt'
const refreshCookiePath = '/api/Account'

const findForLogin = prepared(`
  select u.id, u.username, u.email, u.password_hash as "passwordHash", u.email_verification as "emailVerification",
         u.totp_confirmed_at is not null as "hasTotp"
  from users u ${joinLiving}
  where u.tenant_id = $1 and u.username_key = $2 and u.is_active and u.deleted_at is null
    and ${livingRoles} <> '{}'`)

/** No row if password or user changed since the check. */
const noteSignIn = prepared(
  `
  update users set last_sign_in_at = $3, language = $5
  where tenant_id = $1 and id = $2 and password_hash = $4 and is_active and deleted_at is null returning id`,
  { isUnseen: true },
)

type Found = {
  id: string
  username: string
  email: string
  passwordHash: string
  emailVerification: boolean
  hasTotp: boolean
}

/** Password, then second factor (authenticator, else mailed code). */
export const signIn = verb(authenticate, (call, given) => {
  const name = userNamed(call, given.username)
  const counted = signInTryKeys(call, name)
  return judgeSignIn(call, given.password, {
    count: () => call.inTenant('write', (tx) => countTry(tx, counted, call.now)),
    find: async () => (await call.inTenant('read', (tx) => tx.query<Found>(findForLogin, name.key)))[0],
    open: async (user) =>
      (await askSecondFactor(call, user, given.verificationCode, counted)) ??
      openSignedIn(call, user, counted),
  })
})

/** Undefined if nothing more is needed. */
async function askSecondFactor(
  call: Call<typeof authenticate>,
  user: Found,
  code: string | undefined,
  counted: TryKey[],
): Promise<SignInAnswer | undefined> {
  if (!user.hasTotp && !user.emailVerification) return undefined
  if (!code) {
    // Not a failed try: the password was right.
    await call.inTenant('write', (tx) => uncountTry(tx, counted))
    return user.hasTotp ? { totpRequired: true } : sendCode(call, user)
  }
  if (!user.hasTotp) await useCode(call, user, code)
  else if (!(await call.inTenant('write', (tx) => isSecondFactor(tx, call, user.id, code)))) {
    throw new Refusal('session.badCode')
  }
  return undefined
}

async function openSignedIn(
  call: Call<typeof authenticate>,
  user: Found,
  counted: TryKey[],
): Promise<Tokens> {
  const tokens = await call.inTenant('write', async (tx) => {
    const [noted] = await tx.query(noteSignIn, user.id, call.now, user.passwordHash, call.language)
    if (!noted) throw new Refusal('session.badCredentials')
    await forgetTries(tx, counted)
    const previousToken = cookieOf(call)
    if (previousToken) await endSession(tx, previousToken)
    const userAgent = call.request.headers['user-agent'] ?? ''
    return openSession(tx, user.id, { address: call.request.ip, userAgent })
  })
  rememberDevice(call, userNamed(call, user.username))
  return withCookie(call, tokens)
}

export const refresh = verb(createTokenByRefreshToken, async (call, { refreshToken }) => {
  const presented = refreshToken || cookieOf(call)
  const tokens = presented ? await call.inTenant('write', (tx) => renewSession(tx, presented)) : undefined
  // Clearing a dead cookie could remove a concurrent call's new one.
  if (!tokens) throw new Refusal('session.ended')
  // A token in the body is another client's: leave this browser's cookie.
  return refreshToken ? tokens : withCookie(call, tokens)
})

export const signOut = verb(logout, async (call, { refreshToken }) => {
  const presented = refreshToken || cookieOf(call)
  if (presented) await call.inTenant('write', (tx) => endSession(tx, presented))
  if (isSameOrigin(call)) call.reply.clearCookie(refreshCookie, { path: refreshCookiePath })
})

/** Only for this very origin: a sibling subdomain could sign the user out. */
function cookieOf(call: Pick<Call, 'request'>): string | undefined {
  return isSameOrigin(call) ? call.request.cookies[refreshCookie] : undefined
}

function isSameOrigin(call: Pick<Call, 'request'>): boolean {
  return !['same-site', 'cross-site'].includes(String(call.request.headers['sec-fetch-site']))
}

export function withCookie(call: Pick<Call, 'reply' | 'request'>, tokens: Tokens): Tokens {
  call.reply.setCookie(refreshCookie, tokens.refreshToken, {
    path: refreshCookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: call.request.protocol === 'https',
    maxAge: refreshLifetimeMs / 1000,
  })
  return tokens
}
