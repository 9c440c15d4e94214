import { orderReachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { User } from '#server/users/session.ts'
import type { Ticks } from '#shared/numbers/money.ts'
import type { HoldReason } from '#shared/orders/holds.ts'
import { lineTicks } from './linePrices.ts'

const findByGuidKey = prepared(`
  select o.id, o.number::text, k.content_hash as "contentHash", (
    select h.reasons from order_holds h where h.tenant_id = $1 and h.order_id = o.id and h.decided_at is null) as hold, (
    select json_object_agg(l.variant_id, json_build_object('ticks', ${lineTicks('l')}))
    from order_lines l where l.tenant_id = $1 and l.order_id = o.id) as lines
  from orders o
  join order_keys k on k.tenant_id = $1 and k.guid_key = o.guid_key
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.guid_key = $2
    and (o.placed_by = $5::uuid or o.guest is not null
         or ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4))`)

/** contentHash: of the original input. hold: why it waits; null if it does not. lines: unit prices by variant. */
type PlacedOrder = {
  id: string
  number: string
  contentHash: Buffer
  hold: HoldReason[] | null
  lines: Map<string, { ticks: Ticks }>
}
type Row = Omit<PlacedOrder, 'lines'> & { lines: Record<string, { ticks: Ticks }> }

/**
 * The order of a guidKey within the user's reach, or placed by them. Guest orders are open to everybody with the key:
 * the guest may have signed in since, and would order again.
 */
export async function orderByGuidKey(tx: Tx, user: User | undefined, guidKey: string): Promise<PlacedOrder> {
  const { agentId, accountId } = orderReachOf(user)
  const values = [guidKey, agentId, accountId, user?.id ?? null]
  const row = await oneOf(tx.query<Row>(findByGuidKey, ...values))
  return { ...row, lines: new Map(Object.entries(row.lines)) }
}
