import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { User } from '#server/users/session.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import type { OrderDetail } from '#shared/orders.ts'
import type { PricedLine } from './content.ts'

/** A line as it stands in the order; name is what people call it: A1 01 S. */
export type StandingLine = PricedLine & { lineNo: number; name: string }

/** An order as it stands, locked. */
export type StandingOrder = {
  id: string
  number: string
  version: number
  state: OrderDetail['state']
  transfer: boolean
  orderType: OrderType
  accountId: string
  currAccCode: string
  priceGroup: string
  isBlocked: boolean
  agentId: string
  agent: string
  subAccountId: string | null
  branch: string
  description: string
  qty: number
  /** Of what was asked for when it was placed or last amended. */
  contentHash: Buffer
  lines: Map<string, StandingLine>
}

const lock = prepared(`
  select o.id from orders o
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.guid_key = $2
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
  for no key update of o`)

const readHead = prepared(`
  select o.id, o.number::text, o.version, o.state, o.transferred_at is not null as transfer,
         o.order_type as "orderType", o.account_id as "accountId", a.code as "currAccCode",
         a.price_group as "priceGroup", a.is_blocked or a.deleted_at is not null as "isBlocked",
         o.agent_id as "agentId", g.code || ' ' || g.name as agent, o.sub_account_id as "subAccountId",
         coalesce(s.company_name, '') as branch, o.description, o.qty, k.content_hash as "contentHash"
  from orders o
  join order_keys k on k.tenant_id = $1 and k.guid_key = o.guid_key
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  left join sub_accounts s on s.tenant_id = $1 and s.id = o.sub_account_id
  where o.tenant_id = $1 and o.guid_key = $2`)

const readLines = prepared(`
  select l.variant_id as "variantId", l.line_no as "lineNo", l.qty, l.unit_price_minor::float8 as "amountMinor",
         l.currency_code as "currencyCode", concat_ws(' ', l.item_code, nullif(l.color_code, ''), l.size || l.lot_code) as name
  from orders o
  join order_lines l on l.tenant_id = $1 and l.order_id = o.id
  where o.tenant_id = $1 and o.guid_key = $2 order by l.line_no`)

/**
 * The order of a guidKey, found through what the user may reach, locked against everybody else who would change it.
 * Read by statements of their own, sent right behind the lock: what somebody changed while we waited is seen whole.
 */
export async function lockStandingOrder(tx: Tx, user: User, guidKey: string): Promise<StandingOrder> {
  const reach = reachOf(user)
  const [locked, [head], lines] = await Promise.all([
    tx.query(lock, guidKey, reach.agentId, reach.accountId),
    tx.query<Omit<StandingOrder, 'lines'>>(readHead, guidKey),
    tx.query<StandingLine>(readLines, guidKey),
  ])
  if (locked.length === 0 || !head) throw new Refusal('notFound')
  return { ...head, lines: new Map(lines.map((line) => [line.variantId, line])) }
}
