import { reachOf } from '#server/customers/reach.ts'
import type { Values } from '#server/db/values.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { User } from '#server/users/session.ts'
import { addDays, startOf } from '#shared/clock.ts'

/** `until` is exclusive. */
export type Span = { from: Date; until: Date }

/** Whole days, inclusive. */
export function spanOf({ from, to }: { from: string; to: string }, timeZone: string): Span {
  return { from: startOf(from, timeZone), until: startOf(addDays(to, 1), timeZone) }
}

/** `from` and `where` of placed orders in a span, within the user's reach. Must match the order list's filters. */
export function countedOrders(user: User, { from, until }: Span, values: Values): string {
  const { agentId, accountId } = reachOf(user)
  const ofAgent = agentId
    ? `join accounts a on a.tenant_id = $1 and a.id = o.account_id and a.agent_id = ${values.add(agentId)}`
    : ''
  return `from orders o ${ofAgent}
    where o.tenant_id = $1 and ${stateThat('isSold')}
      and o.placed_at >= ${values.add(from)}::timestamptz and o.placed_at < ${values.add(until)}::timestamptz
      ${accountId ? `and o.account_id = ${values.add(accountId)}` : ''}`
}

/**
 * SQL of a join of `order_totals` or `order_lines` to the CTE `orders_in`, which is materialized. Ids follow the time of
 * ordering: those of a span stand side by side in an index, and are read as one range.
 */
export function joinOrdersIn(table: 'order_totals' | 'order_lines', alias: string): string {
  const end = (direction: string) => `(select id from orders_in order by id ${direction} limit 1)`
  return `join ${table} ${alias} on ${alias}.tenant_id = $1 and ${alias}.order_id = i.id
      and ${alias}.order_id >= ${end('asc')} and ${alias}.order_id <= ${end('desc')}`
}

/** Per currency, from a table with currency_code and amount in minor units. */
export function totalsJson(from: string): string {
  return `coalesce((select json_agg(json_build_object('currency', s.currency_code, 'amount', s.amount / 100::float8)
                                    order by s.currency_code) ${from}), '[]'::json)`
}
