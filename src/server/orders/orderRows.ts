import { productFields } from '#server/catalogue/productFields.ts'
import { type Reach, reachOf } from '#server/customers/reach.ts'
import type { Values } from '#server/db/values.ts'
import { linkJoins, waitReason } from '#server/erp/waitReason.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { User } from '#server/users/session.ts'

/** SQL: transfer state, for the office only. */
const transferFields = `
    'transferState', case when ${stateThat('maySend')} then nullif(q.state, 'sent') end,
    'waitsFor', case when ${stateThat('maySend')} and q.state = 'pending' then ${waitReason} end,
    'transferError', case when ${stateThat('maySend')} and q.state = 'dead' then q.error end,
    'mayExist', case when q.may_exist and q.state <> 'sent' then true end,`

/** SQL: joins the totals of the order `o`, the largest first, as `t.totals` (JSON). */
export const orderTotals = `cross join lateral (
    select json_agg(json_build_object('currency', t.currency_code, 'amount', t.amount_minor / 100::float8)
                    order by t.amount_minor desc, t.currency_code) as totals
    from order_totals t where t.tenant_id = $1 and t.order_id = o.id) t`

/** An order's products are looked for among so many of its first lines. */
const maxPicturedLines = 40
const maxPictures = 4
const maxBrands = 3

/** SQL: the first products and brands of the order `o`. */
const pictureFields = `,
    'pictures', coalesce((
      select json_agg(json_build_object(${productFields}) order by f.line_no) from (
        select l.product_id, min(l.line_no) as line_no from (
          select product_id, line_no from order_lines
          where tenant_id = $1 and order_id = o.id order by line_no limit ${maxPicturedLines}) l
        group by 1 order by 2 limit ${maxPictures}) f
      join products p on p.tenant_id = $1 and p.id = f.product_id), '[]'),
    'brands', coalesce((
      select json_agg(json_build_object('brandName', b.name) order by b.name) from brands b
      where b.tenant_id = $1 and b.id = any (o.brand_ids[1:${maxBrands}])), '[]')`

/** SQL: position and item (JSON) of each order in `shown`, as the user's lists show it. */
export const orderRows = (user: User, withPictures = false) => `
  select shown.position, json_strip_nulls(json_build_object(
    'id', o.id, 'version', o.version, 'orderNumber', o.number::text, 'guidKey', o.guid_key, 'orderType', o.order_type,
    'customer', a.description || coalesce(' · ' || (o.guest->>'name'), ''), 'orderDate', to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'qty', o.qty, 'amount', t.totals->0->'amount', 'currency', t.totals->0->'currency', 'totals', t.totals,
    'salesPerson', g.name, 'state', o.state, 'transfer', o.transferred_at is not null,
    'transferedDate', to_char(o.transferred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isWaiting', ${stateThat('maySend')} and q.state is not distinct from 'pending',${reachOf(user).accountId === null ? transferFields : ''}
    'customerOrderNumber', nullif(o.customer_order_number, ''), 'brandCount', cardinality(o.brand_ids)${withPictures ? pictureFields : ''})) as item
  from shown
  join orders o on o.tenant_id = $1 and o.id = shown.id
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  left join order_transfers q on q.tenant_id = $1 and q.order_id = o.id ${linkJoins}
  ${orderTotals}`

/** SQL conditions for the user's reach. */
export function reachConditions(reach: Reach, values: Values): string[] {
  return [
    'o.tenant_id = $1',
    ...(reach.agentId
      ? [
          `o.account_id in (select id from accounts where tenant_id = $1 and agent_id = ${values.add(reach.agentId)})`,
        ]
      : []),
    ...(reach.accountId ? [`o.account_id = ${values.add(reach.accountId)}`] : []),
  ]
}
