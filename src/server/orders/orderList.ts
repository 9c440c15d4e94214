import type { z } from 'zod'
import { type Reach, reachOf } from '#server/customers/reach.ts'
import { contains, folded } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import type { Call } from '#server/http.ts'
import type { getOrders, OrderRow } from '#shared/orders.ts'

type Filters = z.output<typeof getOrders.input>

/** What each column sorts by. The amount is that of the order's largest currency. */
const sortColumns: Record<Filters['sort'], string> = {
  orderNumber: 'o.number',
  orderDate: 'o.placed_at',
  customer: 'a.description collate "tr-x-icu"',
  salesPerson: 'g.name collate "tr-x-icu"',
  qty: 'o.qty',
  amount: `(select max(t.amount_minor) from order_totals t where t.tenant_id = $1 and t.order_id = o.id)`,
}

/** A page of the orders that the user may see, and how many there are in all. One statement. */
export async function listOrders({ tx, user }: Call<typeof getOrders>, filters: Filters) {
  const values = collectValues()
  const from = `
    from orders o
    join accounts a on a.tenant_id = $1 and a.id = o.account_id
    join agents g on g.tenant_id = $1 and g.id = o.agent_id
    where ${conditions(filters, reachOf(user), values).join(' and ')}`
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  const sorted = `order by ${sortColumns[filters.sort]} ${direction}, o.number ${direction}`
  const [row] = await tx.query<{ items: OrderRow[]; total: number }>(
    {
      text: `
    with shown as materialized (
      select o.id, row_number() over (${sorted}) as position ${from}
      ${sorted} limit ${values.add(filters.limit)} offset ${values.add((filters.page - 1) * filters.limit)})
    select coalesce((select json_agg(r.item order by r.position) from (${rows}) r), '[]'::json) as items,
           (select count(*)::int ${from}) as total`,
    },
    ...values.list,
  )
  return { success: true as const, data: row ?? { items: [], total: 0 } }
}

const rows = `
  select shown.position, json_strip_nulls(json_build_object(
    'id', o.id, 'orderNumber', o.number::text, 'guidKey', o.guid_key, 'orderType', o.order_type,
    'customer', a.description || coalesce(' · ' || (o.guest->>'name'), ''), 'orderDate', to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'qty', o.qty, 'amount', t.totals->0->'amount', 'currency', t.totals->0->'currency', 'totals', t.totals,
    'salesPerson', g.name, 'state', o.state, 'transfer', o.transferred_at is not null,
    'transferedDate', to_char(o.transferred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as item
  from shown
  join orders o on o.tenant_id = $1 and o.id = shown.id
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  cross join lateral (
    select json_agg(json_build_object('currency', t.currency_code, 'amount', t.amount_minor / 100::float8)
                    order by t.amount_minor desc, t.currency_code) as totals
    from order_totals t where t.tenant_id = $1 and t.order_id = o.id) t`

function conditions(filters: Filters, reach: Reach, values: Values): string[] {
  const all = ['o.tenant_id = $1']
  if (reach.agentId) all.push(`a.agent_id = ${values.add(reach.agentId)}`)
  if (reach.accountId) all.push(`o.account_id = ${values.add(reach.accountId)}`)
  if (filters.text) all.push(textCondition(filters.text, values))
  if (filters.customer) all.push(`a.code = ${values.add(filters.customer)}`)
  if (filters.agent) all.push(`g.code = ${values.add(filters.agent)}`)
  if (filters.dateFrom) all.push(`o.placed_at >= ${values.add(filters.dateFrom)}`)
  if (filters.dateTo) all.push(`o.placed_at < ${values.add(filters.dateTo)}`)
  if (filters.orderType) all.push(`o.order_type = ${values.add(filters.orderType)}`)
  if (filters.state) all.push(`o.state = ${values.add(filters.state)}`)
  if (filters.transfer !== undefined)
    all.push(`(o.transferred_at is not null) = ${values.add(filters.transfer)}`)
  return all
}

/** Part of the order's number, or of its customer's code or name, folded the Turkish way. */
function textCondition(text: string, values: Values): string {
  const found = ['o.number::text', 'a.code', 'a.description', "coalesce(o.guest->>'name', '')"].map((one) =>
    contains(folded(one), text, values),
  )
  return `(${found.join(' or ')})`
}
