import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { User, Viewed } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * How far a user reaches among the accounts: an admin to all, an agent to their own customers, a customer to
 * their own account. Used as two SQL parameters; null means no limit.
 */
export type Reach = { agentId: string | null; accountId: string | null }

/** An id that no row has: the reach of a user whose account or agent is gone. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** How far somebody reaches among the orders; a guest to those that guests have placed, and whose key they know. */
export type OrderReach = Reach & { isGuest: boolean }

export function orderReachOf(user: User | undefined): OrderReach {
  return user ? { ...reachOf(user), isGuest: false } : { agentId: nobody, accountId: nobody, isGuest: true }
}

export function reachOf(user: User): Reach {
  if (user.roles.includes('admin')) return { agentId: null, accountId: null }
  if (user.roles[0] === 'sp') return { agentId: user.agentId ?? nobody, accountId: null }
  return { agentId: null, accountId: user.account?.id ?? nobody }
}

const findReachable = prepared(`
  select id, code, price_group as "priceGroup", is_blocked as "isBlocked" from accounts a
  where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or a.id = $4)`)

/** An account by its code, found through what the user may reach: anybody else's is not found. */
export async function reachableAccount(tx: Tx, user: User, code: string): Promise<Viewed> {
  if (user.account?.code === code && reachOf(user).accountId === user.account.id) return user.account
  const reach = reachOf(user)
  const [account] = await tx.query<Viewed>(findReachable, code, reach.agentId, reach.accountId)
  if (!account) throw new Refusal('notFound')
  return account
}

/**
 * The account whose prices and brands a shop page shows: the one asked for, else a customer's own, else none
 * (the tenant's price group, all brands).
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
