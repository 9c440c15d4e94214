import { type Reach, reachOf } from '#server/customers/reach.ts'
import { columnOf } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { User } from '#server/users/session.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import { type HeaderValues, headerFields, headerNames } from '#shared/orders/headerFields.ts'
import type { HoldReason, LineBefore } from '#shared/orders/holds.ts'
import type { Guest, OrderDetail } from '#shared/orders/orders.ts'
import type { TaxRounding, TaxTreatment } from '#shared/pricing/tax.ts'
import type { Language } from '#shared/tenancy.ts'
import type { PricedLine } from './content.ts'
import { lineTicks } from './linePrices.ts'

/** name: for example A1 01 S. */
export type LockedLine = PricedLine & { lineNo: number; piecesPerLot: number; name: string }

export type LockedOrder = HeaderValues & {
  id: string
  number: string
  version: number
  state: OrderDetail['state']
  transfer: boolean
  /** Being sent to the ERP, or possibly there. */
  isTransferring: boolean
  orderType: OrderType
  accountId: string
  currAccCode: string
  priceGroup: string
  isBlocked: boolean
  agentId: string
  agentCode: string
  agent: string
  subAccountId: string | null
  branch: string
  /** The customer's user who placed it, if still one. */
  buyerId: string | null
  guest: Guest | null
  /** Language of the last mail; null without one. */
  guestLanguage: Language | null
  /** Null if the order does not wait. */
  hold: { reasons: HoldReason[]; before: LineBefore[] | null; note: string } | null
  /** Null for an order without VAT. */
  taxTreatment: TaxTreatment | null
  taxRounding: TaxRounding | null
  qty: number
  placedAt: Date
  /** Hash of the input when placed or last amended. */
  contentHash: Buffer
  lines: Map<string, LockedLine>
}

/**
 * SQL: an order's quantities by variant, as JSON. The first statement that changes an order's lines stores
 * the quantities as placed beside the order's key. A cart that another browser still holds is compared with
 * these.
 */
export const quantitiesOfLines = (orderId: string) => `(
      select jsonb_object_agg(l.variant_id, l.qty) from order_lines l where l.tenant_id = $1 and l.order_id = ${orderId})`

const header = headerNames
  .map((name) => `o.${columnOf(name)}${headerFields[name].kind === 'percent' ? '::float8' : ''} as "${name}"`)
  .join(', ')

const statements = (key: 'id' | 'guid_key') => ({
  lock: prepared(`
    select o.id from orders o
    join accounts a on a.tenant_id = $1 and a.id = o.account_id
    where o.tenant_id = $1 and o.${key} = $2
      and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
    for no key update of o`),
  head: prepared(`
    select o.id, o.number::text, o.version, o.state, o.transferred_at is not null as transfer,
           exists (select from order_transfers q where q.tenant_id = $1 and q.order_id = o.id and q.state <> 'sent'
                   and (q.state = 'sending' or q.may_exist)) as "isTransferring",
           o.placed_at as "placedAt", o.order_type as "orderType", o.account_id as "accountId", a.code as "currAccCode",
           a.price_group as "priceGroup", a.is_blocked or a.deleted_at is not null as "isBlocked",
           o.agent_id as "agentId", g.code as "agentCode", g.code || ' ' || g.name as agent,
           o.sub_account_id as "subAccountId", coalesce(s.company_name, '') as branch, u.id as "buyerId", o.guest,
           ${header}, o.tax_treatment as "taxTreatment", o.tax_rounding as "taxRounding",
           (
             select json_build_object('reasons', h.reasons, 'before', h.before, 'note', h.note) from order_holds h
             where h.tenant_id = $1 and h.order_id = o.id and h.decided_at is null) as hold, o.qty, k.content_hash as "contentHash",
           (select m.language from order_mails m
            where m.tenant_id = $1 and m.order_id = o.id and m.recipient = o.guest->>'email'
            order by m.created_at desc limit 1) as "guestLanguage"
    from orders o
    join order_keys k on k.tenant_id = $1 and k.guid_key = o.guid_key
    join accounts a on a.tenant_id = $1 and a.id = o.account_id
    join agents g on g.tenant_id = $1 and g.id = o.agent_id
    left join sub_accounts s on s.tenant_id = $1 and s.id = o.sub_account_id
    left join users u on u.tenant_id = $1 and u.id = o.placed_by and u.roles[1] = 'customer'
                     and u.account_id = o.account_id and u.is_active and u.deleted_at is null
    where o.tenant_id = $1 and o.${key} = $2`),
  lines: prepared(`
    select l.variant_id as "variantId", l.line_no as "lineNo", l.qty, l.pieces_per_lot as "piecesPerLot", ${lineTicks('l')}::float8 as ticks,
           l.currency_code as "currencyCode", l.list_price_minor::float8 as "listMinor", l.price_steps as steps,
           l.tax_percent::float8 as "taxPercent", concat_ws(' ', l.item_code, nullif(l.color_code, ''), l.size || l.lot_code) as name
    from orders o
    join order_lines l on l.tenant_id = $1 and l.order_id = o.id
    where o.tenant_id = $1 and o.${key} = $2 order by l.line_no`),
})
const byGuidKey = statements('guid_key')
const byId = statements('id')

/**
 * The order of a guidKey within the user's reach, locked. Separate statements after the lock, so they see rows
 * committed while we waited.
 */
export function lockOrderByGuidKey(tx: Tx, user: User, guidKey: string): Promise<LockedOrder> {
  return lockBy(byGuidKey, tx, reachOf(user), guidKey)
}

export function lockOrderById(tx: Tx, user: User, id: string): Promise<LockedOrder> {
  return lockBy(byId, tx, reachOf(user), id)
}

/** Without access checks, for the server itself. */
export function lockAnyOrder(tx: Tx, id: string): Promise<LockedOrder> {
  return lockBy(byId, tx, { agentId: null, accountId: null }, id)
}

/** Refuses with `order.transferred`, or `order.transferring` while the ERP may have it. */
export function refuseTransferred({ transfer, isTransferring }: LockedOrder): void {
  if (transfer) throw new Refusal('order.transferred')
  if (isTransferring) throw new Refusal('order.transferring')
}

async function lockBy(by: typeof byId, tx: Tx, reach: Reach, key: string): Promise<LockedOrder> {
  const [locked, [head], lines] = await Promise.all([
    tx.query(by.lock, key, reach.agentId, reach.accountId),
    tx.query<Omit<LockedOrder, 'lines'>>(by.head, key),
    tx.query<LockedLine>(by.lines, key),
  ])
  if (locked.length === 0 || !head) throw new Refusal('notFound')
  return { ...head, lines: new Map(lines.map((line) => [line.variantId, line])) }
}
