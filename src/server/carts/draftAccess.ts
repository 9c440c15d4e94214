import { reachOf } from '#server/customers/reach.ts'
import type { User } from '#server/users/session.ts'

/**
 * SQL: visible to its owner and, if shared, to those who reach its account. Needs d(rafts) and account a (may be
 * null); parameters from {@link viewerOf}.
 */
export const isVisibleTo = (owner: string, agent: string, account: string) => `(d.owner_id = ${owner}
    or d.is_shared and a.id is not null and a.deleted_at is null
       and (${agent}::uuid is null or a.agent_id = ${agent}) and (${account}::uuid is null or a.id = ${account}))`

/** SQL: once its order is placed, a draft no longer exists. Needs d(rafts). */
export const isNotPlaced = `not exists (
    select from order_keys k where k.tenant_id = $1 and k.guid_key = d.id)`

/** SQL: a user's display name. */
export const nameOf = (user: string) =>
  `coalesce(nullif(trim(${user}.first_name || ' ' || ${user}.last_name), ''), ${user}.username)`

export function viewerOf(user: User): [owner: string, agent: string | null, account: string | null] {
  const reach = reachOf(user)
  return [user.id, reach.agentId, reach.accountId]
}
