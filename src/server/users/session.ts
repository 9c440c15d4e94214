import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Role } from '#shared/endpoint.ts'

const accessLifetime = 30 * 60_000
const refreshLifetime = 30 * 24 * 3_600_000
/** How long the previous refresh token still answers, with the same successor: for calls that crossed. */
const rotationGrace = 10_000

export type Tokens = { token: string; refreshToken: string }

/** Whoever is signed in, as every verb knows them. The first role decides how far they reach. */
export type User = {
  id: string
  sessionId: string
  roles: Role[]
  agentId: string | null
  /** The user's own account, where they are a customer. */
  account: Viewed | null
}

/** The account whose prices and brands a call is about. */
export type Viewed = { id: string; code: string; priceGroup: string; isBlocked: boolean }

const findByAccessHash = prepared(`
  select u.id, s.id as "sessionId", u.roles, u.agent_id as "agentId",
         case when a.id is not null then
           json_build_object('id', a.id, 'code', a.code, 'priceGroup', a.price_group, 'isBlocked', a.is_blocked) end as account
  from sessions s
  join users u on u.tenant_id = $1 and u.id = s.user_id
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id and a.deleted_at is null
  where s.tenant_id = $1 and s.access_hash = $2 and s.access_expires_at > $3
    and u.is_active and u.deleted_at is null and (u.account_id is null or a.id is not null)`)

/** The user of an access token, or undefined where it is unknown, old, ended or of another tenant. */
export async function userOfToken(tx: Tx, token: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(findByAccessHash, hash(token), new Date())
  return user
}

const insertSession = prepared(`
  insert into sessions (tenant_id, id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
                        successor_salt, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

const deleteExpired = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and refresh_expires_at < $3',
)

/** Opens a session for a user, forgets those that have run out, and answers its first tokens. Only their hashes are stored. */
export async function openSession(tx: Tx, userId: string): Promise<Tokens> {
  const now = Date.now()
  const id = uuidv7()
  await tx.query(deleteExpired, userId, new Date(now))
  const tokens = {
    token: randomBytes(32).toString('base64url'),
    refreshToken: `${id}.${randomBytes(32).toString('base64url')}`,
  }
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
  userIsGone: boolean
}

const lockSession = prepared(`
  select s.id, s.refresh_hash as "refreshHash", s.refresh_expires_at as "refreshExpiresAt",
         s.previous_refresh_hash as "previousRefreshHash", s.rotated_at as "rotatedAt", s.successor_salt as salt,
         not u.is_active or u.deleted_at is not null as "userIsGone"
  from sessions s join users u on u.tenant_id = $1 and u.id = s.user_id
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
  if (isCurrent) {
    await tx.query(
      rotate,
      session.id,
      hash(successors.token),
      new Date(now + accessLifetime),
      hash(successors.refreshToken),
      new Date(now + refreshLifetime),
      new Date(now),
    )
  }
  return successors
}

/** Ends the session of a refresh token, whichever of its family it is. */
export async function endSession(tx: Tx, refreshToken: string): Promise<void> {
  const session = await sessionOf(tx, refreshToken)
  if (session) await tx.query(deleteSession, session.id)
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

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
