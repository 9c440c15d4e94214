import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tokens } from '#shared/account.ts'
import type { Permissions } from '#shared/pages.ts'
import type { Role } from '#shared/roles.ts'

const accessLifetime = 30 * 60_000
/** How long a refresh token is good for, in milliseconds. */
export const refreshLifetime = 30 * 24 * 3_600_000
/** However often it is renewed, a session ends so long after the sign-in: who is still there signs in again. */
const sessionLifetime = 90 * 24 * 3_600_000
/** How long the previous refresh token still answers, with the same successor: for calls that crossed. */
const rotationGrace = 10_000

/** Whoever is signed in, as every verb knows them. The first role decides how far they reach. */
export type User = Permissions & {
  id: string
  sessionId: string
  username: string
  /** Those that act in this session: one of several where it was chosen. */
  roles: Role[]
  allRoles: Role[]
  agentId: string | null
  /** The user's own account, where they are a customer. */
  account: Viewed | null
  /** The tenant asks a second factor of one of the user's roles, and they have none. */
  owesSecondFactor: boolean
}

/** The account whose prices and brands a call is about. */
export type Viewed = { id: string; code: string; priceGroup: string; isBlocked: boolean }

/**
 * A user's roles as SQL: an agent who was deleted is none, nor is a deleted customer. Whoever is left without a role
 * is not signed in. Needs u(sers), and agents g and accounts a joined where they are not deleted.
 */
export const livingRoles = `array(
  select role from unnest(u.roles) with ordinality r (role, position)
  where (role <> 'sp' or g.id is not null) and (role <> 'customer' or a.id is not null) order by position)`
export const joinLiving = `
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id and a.deleted_at is null
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id and g.deleted_at is null`

const findByAccessHash = prepared(`
  select u.id, s.id as "sessionId", u.username, ${livingRoles} as "allRoles", s.acting_role as "actingRole",
         u.auths, u.page_auths as "pageAuths", g.id as "agentId",
         case when a.id is not null then
           json_build_object('id', a.id, 'code', a.code, 'priceGroup', a.price_group, 'isBlocked', a.is_blocked) end as account,
         u.totp_confirmed_at is null and u.roles && t.totp_roles as "owesSecondFactor"
  from sessions s
  join tenants t on t.id = $1
  join users u on u.tenant_id = $1 and u.id = s.user_id
  ${joinLiving}
  where s.tenant_id = $1 and s.access_hash = $2 and s.access_expires_at > $3
    and u.is_active and u.deleted_at is null`)

/** The user of an access token, or undefined where it is unknown, old, ended or of another tenant. */
export async function userOfToken(tx: Tx, token: string): Promise<User | undefined> {
  const [found] = await tx.query<Omit<User, 'roles'> & { actingRole: Role | null }>(
    findByAccessHash,
    hash(token),
    new Date(),
  )
  if (!found || found.allRoles.length === 0) return undefined
  const { actingRole, ...user } = found
  return { ...user, roles: actingIn(user.allRoles, actingRole) }
}

/** The chosen role alone, while the user still has it; else all of them. */
function actingIn(all: Role[], acting: Role | null): Role[] {
  return acting && all.includes(acting) ? [acting] : all
}

/** Where a session is opened from, for its owner to recognise it. */
export type Origin = { address: string; userAgent: string }

const insertSession = prepared(`
  insert into sessions (tenant_id, id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
                        successor_salt, created_at, address, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

const deleteExpired = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and refresh_expires_at < $3',
)

/** Opens a session for a user, forgets those that have run out, and answers its first tokens. Only their hashes are stored. */
export async function openSession(tx: Tx, userId: string, origin: Origin): Promise<Tokens> {
  const now = Date.now()
  const id = newId()
  await tx.query(deleteExpired, userId, new Date(now))
  const tokens = freshTokens(id)
  await tx.query(
    insertSession,
    id,
    userId,
    hash(tokens.token),
    new Date(now + accessLifetime),
    hash(tokens.refreshToken),
    new Date(now + refreshLifetime),
    randomBytes(32),
    new Date(now),
    origin.address,
    origin.userAgent.slice(0, 300),
  )
  return tokens
}

function freshTokens(sessionId: string): Tokens {
  return {
    token: randomBytes(32).toString('base64url'),
    refreshToken: `${sessionId}.${randomBytes(32).toString('base64url')}`,
  }
}

const takeRole = prepared(`
  update sessions set acting_role = $3, access_hash = $4, access_expires_at = least($5, refresh_expires_at),
                      previous_refresh_hash = refresh_hash, refresh_hash = $6, rotated_at = $7
  where tenant_id = $1 and id = $2`)

/** Lets a session act in one role (null: in all) under new tokens: those from before are dead at once. It ends when it would have ended. */
export async function actAs(tx: Tx, sessionId: string, role: Role | null): Promise<Tokens> {
  const now = Date.now()
  const tokens = freshTokens(sessionId)
  await tx.query(
    takeRole,
    sessionId,
    role,
    hash(tokens.token),
    new Date(now + accessLifetime),
    hash(tokens.refreshToken),
    new Date(now),
  )
  return tokens
}

type SessionRow = {
  id: string
  refreshHash: Buffer
  refreshExpiresAt: Date
  previousRefreshHash: Buffer | null
  rotatedAt: Date | null
  salt: Buffer
  createdAt: Date
  userIsGone: boolean
}

const lockSession = prepared(`
  select s.id, s.refresh_hash as "refreshHash", s.refresh_expires_at as "refreshExpiresAt",
         s.previous_refresh_hash as "previousRefreshHash", s.rotated_at as "rotatedAt", s.successor_salt as salt, s.created_at as "createdAt",
         not u.is_active or u.deleted_at is not null or ${livingRoles} = '{}' as "userIsGone"
  from sessions s
  join users u on u.tenant_id = $1 and u.id = s.user_id
  ${joinLiving}
  where s.tenant_id = $1 and s.id = $2 for update of s`)
const rotate = prepared(`
  update sessions set access_hash = $3, access_expires_at = $4, previous_refresh_hash = refresh_hash,
                      refresh_hash = $5, refresh_expires_at = $6, rotated_at = $7
  where tenant_id = $1 and id = $2`)
const deleteSession = prepared('delete from sessions where tenant_id = $1 and id = $2')

/**
 * Exchanges a refresh token for new tokens. A token is good once; the one before it answers for ten seconds more,
 * with the same successors, because calls of one page cross. Anything else of a living session is a copy: the
 * session ends. Answers undefined where there is nothing to renew (the caller must let the transaction commit,
 * or a copy's session would live on).
 */
export async function renewSession(tx: Tx, refreshToken: string): Promise<Tokens | undefined> {
  const session = await sessionOf(tx, refreshToken)
  if (!session) return undefined
  const now = Date.now()
  const presented = hash(refreshToken)
  const isCurrent = timingSafeEqual(presented, session.refreshHash)
  const isPrevious =
    session.previousRefreshHash !== null && timingSafeEqual(presented, session.previousRefreshHash)
  const inGrace =
    isPrevious && session.rotatedAt !== null && now - session.rotatedAt.getTime() <= rotationGrace
  if ((!isCurrent && !inGrace) || session.userIsGone || session.refreshExpiresAt.getTime() <= now) {
    await tx.query(deleteSession, session.id)
    return undefined
  }
  const successors = successorsOf(session, refreshToken)
  // Crossed with a change of role, whose tokens do not follow from this one: no thief, and nothing to give.
  if (!isCurrent && !timingSafeEqual(hash(successors.refreshToken), session.refreshHash)) return undefined
  if (isCurrent) {
    const end = session.createdAt.getTime() + sessionLifetime
    await tx.query(
      rotate,
      session.id,
      hash(successors.token),
      new Date(Math.min(now + accessLifetime, end)),
      hash(successors.refreshToken),
      new Date(Math.min(now + refreshLifetime, end)),
      new Date(now),
    )
  }
  return successors
}

/** Ends the session of a refresh token, its newest or the one before. */
export async function endSession(tx: Tx, refreshToken: string): Promise<void> {
  const session = await sessionOf(tx, refreshToken)
  if (!session) return
  const presented = hash(refreshToken)
  const known = [session.refreshHash, session.previousRefreshHash]
  if (known.some((one) => one && timingSafeEqual(presented, one))) await tx.query(deleteSession, session.id)
}

const endSessions = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and id is distinct from $3',
)

/** Ends all sessions of a user but one, or really all. */
export async function endSessionsOf(tx: Tx, userId: string, except: string | null): Promise<void> {
  await tx.query(endSessions, userId, except)
}

const sessionIdPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.[\w-]{43}$/

async function sessionOf(tx: Tx, refreshToken: string): Promise<SessionRow | undefined> {
  const id = sessionIdPattern.exec(refreshToken)?.[1]
  if (!id) return undefined
  const [session] = await tx.query<SessionRow>(lockSession, id)
  return session
}

/** Follows from the token presented and a salt that only the database knows, so that crossing calls agree. */
function successorsOf(session: SessionRow, presented: string): Tokens {
  const derive = (what: string) =>
    createHmac('sha256', session.salt).update(`${what}:${presented}`).digest('base64url')
  return { token: derive('access'), refreshToken: `${session.id}.${derive('refresh')}` }
}

/** The SHA-256 that a random token is stored as. */
export function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
