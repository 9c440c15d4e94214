import { reachOf } from '#server/customers/reach.ts'
import type { User } from '#server/users/session.ts'

/**
 * Who sees a draft, as SQL: its owner, and where it is shared whoever reaches the account it is for. Needs d(rafts)
 * and its account a, which may be none; the values stand at these places, as {@link viewerOf} gives them.
 */
export const isSeenBy = (owner: string, agent: string, account: string) => `(d.owner_id = ${owner}
    or d.is_shared and a.id is not null and a.deleted_at is null
       and (${agent}::uuid is null or a.agent_id = ${agent}) and (${account}::uuid is null or a.id = ${account}))`

/** Once the order is placed, the draft is none any more. Needs d(rafts). */
export const isNotPlaced = `not exists (
    select from order_keys k where k.tenant_id = $1 and k.guid_key = d.id)`

/** A user's name as others read it. */
export const nameOf = (user: string) =>
  `coalesce(nullif(trim(${user}.first_name || ' ' || ${user}.last_name), ''), ${user}.username)`

/** The values of {@link isSeenBy}. */
export function viewerOf(user: User): [owner: string, agent: string | null, account: string | null] {
  const reach = reachOf(user)
  return [user.id, reach.agentId, reach.accountId]
}
