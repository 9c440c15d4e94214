import { hash, verify } from '@node-rs/argon2'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { fold } from '#shared/text.ts'
import type { authenticate, createTokenByRefreshToken, getUserInfo, logout, UserInfo } from '#shared/users.ts'
import { endSession, openSession, renewSession, type Tokens } from './session.ts'

const refreshCookie = 'urt'
const refreshCookiePath = '/api/Account'

/** argon2id with 19 MiB and two passes (OWASP's first choice). */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, hashing)
}

/** Verified where the user is unknown, so that the answer takes as long as for a wrong password. */
const nobodysHash = hashPassword('nobody has this password')

const findForLogin = prepared(`
  select u.id, u.password_hash as "passwordHash"
  from users u left join accounts a on a.tenant_id = $1 and a.id = u.account_id and a.deleted_at is null
  where u.tenant_id = $1 and u.username_key = $2 and u.is_active and u.deleted_at is null
    and (u.account_id is null or a.id is not null)`)

export async function signIn(
  call: Call<typeof authenticate>,
  { username, password }: { username: string; password: string },
): Promise<Tokens> {
  const [user] = await call.inTenant('read', (tx) =>
    tx.query<{ id: string; passwordHash: string }>(findForLogin, fold(username)),
  )
  const right = await verify(user?.passwordHash ?? (await nobodysHash), password)
  if (!user || !right) throw new Refusal('session.badCredentials')
  return withCookie(call, await call.inTenant('write', (tx) => openSession(tx, user.id)))
}

export async function refresh(
  call: Call<typeof createTokenByRefreshToken>,
  { refreshToken }: { refreshToken?: string | undefined },
): Promise<Tokens> {
  const presented = refreshToken || call.request.cookies[refreshCookie]
  const tokens = presented ? await call.inTenant('write', (tx) => renewSession(tx, presented)) : undefined
  // A token from an address is another client's, or a link's: it never touches this browser's cookie.
  if (refreshToken) {
    if (!tokens) throw new Refusal('session.ended')
    return tokens
  }
  if (!tokens) {
    dropCookie(call)
    throw new Refusal('session.ended')
  }
  return withCookie(call, tokens)
}

export async function signOut(
  call: Call<typeof logout>,
  { refreshToken }: { refreshToken?: string | undefined },
): Promise<{ success: true }> {
  const presented = refreshToken || call.request.cookies[refreshCookie]
  if (presented) await call.inTenant('write', (tx) => endSession(tx, presented))
  dropCookie(call)
  return { success: true }
}

function withCookie(call: Call, tokens: Tokens): Tokens {
  call.reply.setCookie(refreshCookie, tokens.refreshToken, {
    path: refreshCookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: call.request.protocol === 'https',
    maxAge: 30 * 24 * 3600,
  })
  return tokens
}

function dropCookie(call: Call): void {
  call.reply.clearCookie(refreshCookie, { path: refreshCookiePath })
}

const readUserInfo = prepared(`
  select u.id, u.roles, trim(u.first_name || ' ' || u.last_name) as name, u.avatar, u.introduction, u.auths,
         u.page_auths as "pageAuths", a.code as "currAccCode", g.code as "salesPersonCode"
  from users u
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id
  where u.tenant_id = $1 and u.id = $2`)

export async function userInfo({ tx, user }: Call<typeof getUserInfo>): Promise<UserInfo> {
  const [info] = await tx.query<UserInfo>(readUserInfo, user.id)
  if (!info) throw new Refusal('session.required')
  const { currAccCode, salesPersonCode, ...rest } = info
  return { ...rest, ...(currAccCode ? { currAccCode } : {}), ...(salesPersonCode ? { salesPersonCode } : {}) }
}
