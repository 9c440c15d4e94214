import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseAccessVersion } from '#server/db/versions.ts'
import type { Permissions } from '#shared/pages.ts'
import type { TaxTreatment } from '#shared/pricing/tax.ts'
import type { Tokens } from '#shared/users/account.ts'
import type { Role } from '#shared/users/roles.ts'

const accessLifetimeMs = 30 * 60_000
export const refreshLifetimeMs = 30 * 24 * 3_600_000
/** After sign-in, however often renewed. */
const sessionLifetimeMs = 90 * 24 * 3_600_000
/** The previous refresh token still works, for concurrent calls. */
const rotationGraceMs = 10_000

/** The first role decides their reach. */
export type User = Permissions & {
  id: string
  sessionId: string
  username: string
  /** All, or the chosen one. */
  roles: Role[]
  allRoles: Role[]
  agentId: string | null
  /** A customer's own account. */
  account: Viewed | null
  /** Required by the tenant, and missing. */
  owesSecondFactor: boolean
}

/** Decides prices, VAT and brands. */
export type Viewed = {
  id: string
  code: string
  priceGroup: string
  currencyCode: string
  isBlocked: boolean
  taxTreatment: TaxTreatment
  excludedBrandIds: string[]
}

/** SQL: an account as {@link Viewed}. */
export const viewedJson = (
  account: string,
) => `json_build_object('id', ${account}.id, 'code', ${account}.code,
  'priceGroup', ${account}.price_group, 'currencyCode', ${account}.currency_code, 'isBlocked', ${account}.is_blocked,
  'taxTreatment', ${account}.tax_treatment,
  'excludedBrandIds', array(
    select x.brand_id from excluded_brands x where x.tenant_id = $1 and x.account_id = ${account}.id order by x.brand_id))`

/** SQL: roles without deleted agents' `sp` and deleted accounts' `customer`. Needs u(sers) and {@link joinLiving}. */
export const livingRoles = `array(
  select role from unnest(u.roles) with ordinality r (role, position)
  where (role <> 'sp' or g.id is not null) and (role <> 'customer' or a.id is not null) order by position)`
export const joinLiving = `
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id and a.deleted_at is null
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id and g.deleted_at is null`

const findByAccessHash = prepared(`
  select u.id, s.id as "sessionId", u.username, ${livingRoles} as "allRoles", s.acting_role as "actingRole",
         u.auths, u.page_auths as "pageAuths", g.id as "agentId",
         case when a.id is not null then ${viewedJson('a')} end as account, s.access_expires_at as "expiresAt",
         u.totp_confirmed_at is null and u.roles && t.totp_roles as "owesSecondFactor"
  from sessions s
  join tenant_settings t on t.tenant_id = $1
  join users u on u.tenant_id = $1 and u.id = s.user_id
  ${joinLiving}
  where s.tenant_id = $1 and s.access_hash = $2 and s.access_expires_at > $3
    and u.is_active and u.deleted_at is null`)

export type SignedInUser = { user: User; expiresAt: Date }

/** By an access token's hash. Undefined if unknown, expired or another tenant's. */
export async function userOfToken(tx: Tx, accessHash: Buffer): Promise<SignedInUser | undefined> {
  const [found] = await tx.query<Omit<User, 'roles'> & { actingRole: Role | null; expiresAt: Date }>(
    findByAccessHash,
    accessHash,
    new Date(),
  )
  if (!found || found.allRoles.length === 0) return undefined
  const { actingRole, expiresAt, ...user } = found
  return { user: { ...user, roles: activeRoles(user.allRoles, actingRole) }, expiresAt }
}

function activeRoles(all: Role[], acting: Role | null): Role[] {
  return acting && all.includes(acting) ? [acting] : all
}

/** For users to recognise their sessions. */
export type Origin = { address: string; userAgent: string }

const insertSession = prepared(`
  insert into sessions (tenant_id, id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
                        successor_salt, created_at, address, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

const deleteExpired = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and refresh_expires_at < $3',
  { isUnseen: true },
)

/** Only hashes are stored. */
export async function openSession(tx: Tx, userId: string, origin: Origin): Promise<Tokens> {
  const now = Date.now()
  const id = newId()
  await tx.query(deleteExpired, userId, new Date(now))
  const tokens = freshTokens(id)
  await tx.query(
    insertSession,
    id,
    userId,
    hashToken(tokens.token),
    new Date(now + accessLifetimeMs),
    hashToken(tokens.refreshToken),
    new Date(now + refreshLifetimeMs),
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

/** Null: all roles. The old tokens end at once; the expiry stays. */
export async function actAs(tx: Tx, sessionId: string, role: Role | null): Promise<Tokens> {
  const now = Date.now()
  const tokens = freshTokens(sessionId)
  await tx.query(
    takeRole,
    sessionId,
    role,
    hashToken(tokens.token),
    new Date(now + accessLifetimeMs),
    hashToken(tokens.refreshToken),
    new Date(now),
  )
  await raiseAccessVersion(tx, [sessionId])
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
 * Each refresh token works once; the previous one for ten more seconds, with the same successors, because calls run
 * concurrently. Any other is a stolen copy: the session ends. Undefined if there is nothing to renew; the caller must
 * still commit.
 */
export async function renewSession(tx: Tx, refreshToken: string): Promise<Tokens | undefined> {
  const session = await sessionOf(tx, refreshToken)
  if (!session) return undefined
  const now = Date.now()
  const presented = hashToken(refreshToken)
  const isCurrent = timingSafeEqual(presented, session.refreshHash)
  const isPrevious =
    session.previousRefreshHash !== null && timingSafeEqual(presented, session.previousRefreshHash)
  const inGrace =
    isPrevious && session.rotatedAt !== null && now - session.rotatedAt.getTime() <= rotationGraceMs
  if ((!isCurrent && !inGrace) || session.userIsGone || session.refreshExpiresAt.getTime() <= now) {
    await remove(tx, session.id)
    return undefined
  }
  const successors = successorsOf(session, refreshToken)
  // After a concurrent role change: no theft, but nothing to return.
  if (!isCurrent && !timingSafeEqual(hashToken(successors.refreshToken), session.refreshHash))
    return undefined
  if (isCurrent) {
    const end = session.createdAt.getTime() + sessionLifetimeMs
    await tx.query(
      rotate,
      session.id,
      hashToken(successors.token),
      new Date(Math.min(now + accessLifetimeMs, end)),
      hashToken(successors.refreshToken),
      new Date(Math.min(now + refreshLifetimeMs, end)),
      new Date(now),
    )
    await raiseAccessVersion(tx, [session.id])
  }
  return successors
}

/** Also by the previous refresh token. */
export async function endSession(tx: Tx, refreshToken: string): Promise<void> {
  const session = await sessionOf(tx, refreshToken)
  if (!session) return
  const presented = hashToken(refreshToken)
  const known = [session.refreshHash, session.previousRefreshHash]
  if (known.some((one) => one && timingSafeEqual(presented, one))) await remove(tx, session.id)
}

async function remove(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(deleteSession, sessionId)
  await raiseAccessVersion(tx, [sessionId])
}

const endSessions = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and id is distinct from $3',
)

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

/** Deterministic, so that concurrent calls agree; the salt is secret. */
function successorsOf(session: SessionRow, presented: string): Tokens {
  const derive = (what: string) =>
    createHmac('sha256', session.salt).update(`${what}:${presented}`).digest('base64url')
  return { token: derive('access'), refreshToken: `${session.id}.${derive('refresh')}` }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
