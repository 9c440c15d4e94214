import { boundedMap } from '#server/boundedMap.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { hashToken, type SignedInUser, type User, userOfToken, type Viewed } from './session.ts'

/**
 * Who is signed in, kept in memory under the tenant's access version: a session ended or a user changed by this process
 * is known at once, by another one within a second.
 */
export type UserCache = {
  /** Undefined if the token is not known to be valid; then ask {@link find}. */
  get(tenantId: string, token: string): User | undefined
  /** Reads the user in the given transaction. Undefined if the token is invalid. */
  find(tx: Tx, token: string): Promise<User | undefined>
  /** The account that a user may see by its code, read by `read` unless known. `reach` names whose accounts. */
  account<Found extends Viewed | undefined>(
    tenantId: string,
    reach: string,
    read: () => Promise<Found>,
  ): Viewed | Promise<Found>
}

/** What is kept of one tenant, at an access version. */
type Kept = {
  version: number
  users: Map<string, SignedInUser>
  tokens: Map<string, string>
  accounts: Map<string, Viewed>
}

/** Limit for each kind, per tenant; beyond it the oldest are dropped. */
const maxKept = 5000
/** Limit for all tenants together. */
const maxBytes = 64_000_000
/** Estimated size of a user with their token, tasks and pages, or of an account. */
const personBytes = 3000

const readEnded = prepared(`
  select count(*)::float8 = $3::float8 - $2::float8 and bool_and(session_ids is not null) as "isKnown",
    array(select id from access_versions v, unnest(v.session_ids) id
          where v.tenant_id = $1 and v.version > $2 and v.version <= $3) as ended
  from access_versions where tenant_id = $1 and version > $2 and version <= $3`)

export function openUserCache(
  { freshness, inTenant }: Pick<Database, 'freshness' | 'inTenant'>,
  { isKept }: { isKept: boolean },
): UserCache {
  const tenants = boundedMap<Kept>({
    maxBytes,
    bytesOf: ({ users, accounts }) => personBytes * (users.size + accounts.size),
  })
  const renewing = new Set<string>()

  /** Drops the sessions that ended since, or everything if these are not known. */
  const renew = async (tenantId: string, kept: Kept, version: number) => {
    renewing.add(tenantId)
    try {
      const [news] = await inTenant(tenantId, 'read', (tx) =>
        tx.query<{ isKnown: boolean | null; ended: string[] }>(readEnded, kept.version, version),
      )
      if (news?.isKnown) {
        for (const sessionId of news.ended) kept.users.delete(kept.tokens.get(sessionId) ?? '')
        kept.version = version
      } else tenants.delete(tenantId)
    } finally {
      renewing.delete(tenantId)
    }
  }

  /** What is kept at the current version; undefined while that is not known. */
  const current = (tenantId: string): Kept | undefined => {
    const version = isKept ? freshness.now(tenantId, 'access') : undefined
    if (version === undefined) return undefined
    const kept = tenants.get(tenantId)
    if (kept?.version === version) return kept
    if (kept && kept.version < version) {
      if (!renewing.has(tenantId)) renew(tenantId, kept, version).catch(() => tenants.delete(tenantId))
      return undefined
    }
    const empty = { version, users: new Map(), tokens: new Map(), accounts: new Map() }
    tenants.set(tenantId, empty)
    return empty
  }

  /** Reads something, and keeps it unless something changed meanwhile. */
  const keep = async <Found>(
    tenantId: string,
    read: () => Promise<Found>,
    put: (kept: Kept, found: NonNullable<Found>) => void,
  ): Promise<Found> => {
    const before = current(tenantId)
    const version = before?.version
    const found = await read()
    if (found && before && current(tenantId) === before && before.version === version) put(before, found)
    return found
  }

  return {
    get: (tenantId, token) => {
      const found = current(tenantId)?.users.get(token)
      return found && found.expiresAt.getTime() > Date.now() ? found.user : undefined
    },
    find: async (tx, token) => {
      const found = await keep(
        tx.tenantId,
        () => userOfToken(tx, hashToken(token)),
        ({ users, tokens }, signedIn) => {
          limit(users, maxKept)
          limit(tokens, maxKept)
          users.set(token, signedIn)
          tokens.set(signedIn.user.sessionId, token)
        },
      )
      return found?.user
    },
    account: (tenantId, reach, read) =>
      current(tenantId)?.accounts.get(reach) ??
      keep(tenantId, read, ({ accounts }, account) => {
        limit(accounts, maxKept)
        accounts.set(reach, account)
      }),
  }
}

function limit(map: Map<string, unknown>, most: number): void {
  if (map.size < most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
