import { productFields } from '#server/catalogue/productFields.ts'
import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import {
  getOnlineCart,
  getOnlineCustomers,
  type OnlineCartLine,
  type OnlineCustomer,
} from '#shared/analysis/analysis.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * Online customers ($2 agent, $3 account, $4 seen since) with the cart changed last on any device. Signed-out users
 * disappear; carts of placed orders count as empty.
 */
const onlineCustomers = `
  select distinct on (c.user_id) c.user_id, c.account_id, c.order_type, c.lines, c.qty, c.totals, c.changed_at,
         u.first_name, u.last_name, u.username, a.code, a.description, a.agent_id,
         exists (select from order_keys k where k.tenant_id = $1 and k.guid_key = c.guid_key) as is_placed,
         min(c.online_since) over person as online_since, max(c.seen_at) over person as seen_at,
         count(*) over person as devices
  from live_carts c
  join sessions n on n.tenant_id = $1 and n.user_id = c.user_id and n.id = c.session_id
  join users u on u.tenant_id = $1 and u.id = c.user_id and u.is_active and u.deleted_at is null
  join accounts a on a.tenant_id = $1 and a.id = c.account_id and a.id = u.account_id and a.deleted_at is null
  where c.tenant_id = $1 and c.seen_at >= $4
    and ($2::uuid is null or a.agent_id = $2) and ($3::uuid is null or a.id = $3)
  window person as (partition by c.user_id)
  order by c.user_id, is_placed, (c.qty > 0) desc, c.changed_at desc, c.session_id`

const list = prepared(`
  select h.user_id as "userId", coalesce(nullif(trim(h.first_name || ' ' || h.last_name), ''), h.username) as name,
         h.code as "currAccCode", h.description as "currAccDescription", coalesce(g.name, '') as "salesPerson",
         ${isoTime('h.online_since')} as "onlineSince", ${isoTime('h.seen_at')} as "lastSeen", h.devices::int,
         h.order_type as "orderType", ${isoTime('h.changed_at')} as "changedAt",
         case when h.is_placed then 0 else h.qty end as "totalQty",
         case when h.is_placed then '[]'::jsonb else h.totals end as totals,
         case when h.is_placed then 0 else jsonb_array_length(h.lines) end as lines
  from (${onlineCustomers}) h
  left join agents g on g.tenant_id = $1 and g.id = h.agent_id and g.deleted_at is null
  order by h.online_since, h.user_id`)

/** Twice the report interval. */
const seenSince = (now: Date, onlineExpire: number) => new Date(now.getTime() - 2 * onlineExpire * 1000)

/** Longest online first. */
export const listOnlineCustomers = verb(getOnlineCustomers, async ({ tx, user, tenant, now }) => {
  // Reports are off: rows are outdated.
  if (tenant.onlineExpire === 0) return []
  const { agentId, accountId } = reachOf(user)
  const since = seenSince(now, tenant.onlineExpire)
  return tx.query<OnlineCustomer>(list, agentId, accountId, since)
})

const cart = prepared(`
  select ${isoTime('h.changed_at')} as "changedAt",
         case when h.is_placed then '[]'::json else coalesce((
           select json_agg(json_build_object(${productFields},
             'productId', v.id, 'itemDim1Code', v.size, 'lotCode', v.lot_code, 'lotDescription', v.lot_description,
             'piecesPerLot', v.pieces_per_lot, 'qty', l.line->'qty', 'unitPrice', l.line->'unitPrice',
             'currency', l.line->'currency') order by l.position)
           from jsonb_array_elements(h.lines) with ordinality l (line, position)
           join variants v on v.tenant_id = $1 and v.id = (l.line->>'productId')::uuid
           join products p on p.tenant_id = $1 and p.id = v.product_id), '[]'::json) end as lines
  from (${onlineCustomers}) h where h.user_id = $5`)

/** Refuses with `notFound` outside the user's reach. */
export const readOnlineCart = verb(getOnlineCart, async ({ tx, user, tenant, now }, { userId }) => {
  const { agentId, accountId } = reachOf(user)
  const since = seenSince(now, tenant.onlineExpire)
  const [found] = await tx.query<{ changedAt: string; lines: OnlineCartLine[] }>(
    cart,
    agentId,
    accountId,
    since,
    userId,
  )
  if (!found || tenant.onlineExpire === 0) throw new Refusal('notFound')
  return found
})
