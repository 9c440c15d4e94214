import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import { type User, type Viewed, viewedJson } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * Admins reach all accounts, agents their customers, customers their own. Two SQL parameters; null means no limit.
 */
export type Reach = { agentId: string | null; accountId: string | null }

/** Matches no row: for users whose account or agent is gone. */
const unmatchedId = '00000000-0000-0000-0000-000000000000'

/** Guests reach orders placed by guests whose key they know. */
export type OrderReach = Reach & { isGuest: boolean }

export function orderReachOf(user: User | undefined): OrderReach {
  return user
    ? { ...reachOf(user), isGuest: false }
    : { agentId: unmatchedId, accountId: unmatchedId, isGuest: true }
}

export function reachOf(user: User): Reach {
  if (user.roles.includes('admin')) return { agentId: null, accountId: null }
  if (user.roles[0] === 'sp') return { agentId: user.agentId ?? unmatchedId, accountId: null }
  return { agentId: null, accountId: user.account?.id ?? unmatchedId }
}

const findReachable = prepared(`
  select ${viewedJson('a')} as account from accounts a
  where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or a.id = $4)`)

/** Refuses with `notFound` outside the user's reach. */
export async function reachableAccount(tx: Tx, user: User, code: string): Promise<Viewed> {
  if (user.account?.code === code && reachOf(user).accountId === user.account.id) return user.account
  const reach = reachOf(user)
  const found = await oneOf(
    tx.query<{ account: Viewed }>(findReachable, code, reach.agentId, reach.accountId),
  )
  return found.account
}

/** No account has this id. Null instead would leave Citus without a node for what excludes brands. */
export const noAccount = '00000000-0000-0000-0000-000000000000'

/**
 * The account whose prices and brands apply: the given one, else a customer's own, else none (the tenant's price
 * group, all brands).
 */
export async function viewedAccount(
  tx: Tx,
  user: User | undefined,
  currAccCode: string | undefined,
): Promise<Viewed | undefined> {
  if (currAccCode) {
    if (!user) throw new Refusal('notFound')
    return reachableAccount(tx, user, currAccCode)
  }
  if (user && reachOf(user).accountId !== null) return user.account ?? undefined
  return undefined
}
