import { photoFields } from '#server/catalogue/productFields.ts'
import { orderReachOf } from '#server/customers/reach.ts'
import { columnOf } from '#server/db/columns.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { User } from '#server/users/session.ts'
import { seasonInventory } from '#shared/catalogue/catalogue.ts'
import { headerFields, headerNames } from '#shared/orders/headerFields.ts'
import { getOrderById, getShopHomeCart, type OrderDetail } from '#shared/orders/orders.ts'
import { type CancelSettings, cancelBefore } from './cancelMyOrder.ts'
import { lineTicks } from './linePrices.ts'
import { quantitiesOfLines } from './lockOrder.ts'

/** SQL: the hold of the order `o` while it waits, else null. */
const holdJson = `(
    select json_build_object('reasons', h.reasons, 'heldAt', ${isoTime('h.held_at')}, 'keepsUntil', ${isoTime('h.keeps_until')},
      'note', h.note, 'before', h.before)
    from order_holds h
    where h.tenant_id = $1 and h.order_id = o.id and h.decided_at is null and ${stateThat('isHeld')})`

/** SQL: whether the reader sees a field; only admins and agents reach past one account. */
const isShown = {
  office: '$4::uuid is null',
  unlessSellers: '$4::uuid is null or not o.override_by_seller',
}
const header = headerNames
  .map((name) => {
    const column = `o.${columnOf(name)}`
    const { shownTo } = headerFields[name]
    return `'${name}', ${shownTo === 'everybody' ? column : `case when ${isShown[shownTo]} then ${column} else '' end`}`
  })
  .join(', ')

const detail = (key: 'id' | 'guid_key') =>
  prepared(`
  select json_strip_nulls(json_build_object(
    'orderId', o.id, 'orderNumber', o.number::text, 'guidKey', o.guid_key, 'orderType', o.order_type,
    'state', o.state, 'orderDate', to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'currAccCode', a.code, 'currAccDescription', a.description,
    'subCurrAccId', s.id, 'subCurrAccName', coalesce(s.company_name, ''),
    'guest', o.guest,
    -- Only admins and agents reach past one account.
    'contact', case when $4::uuid is null then json_build_object(
      'accountId', a.id, 'phone', a.phone,
      'address', concat_ws(', ', nullif(a.address, ''), nullif(a.city, ''), nullif(a.country, '')),
      'branchAddress', coalesce(s.address, '')) end,
    'salesPersonCode', g.code, 'salesPerson', g.name, ${header},
    'hold', ${holdJson}, 'taxTreatment', o.tax_treatment,
    'taxRounding', o.tax_rounding, 'qty', o.qty,
    'totals', (select json_agg(json_build_object('currency', t.currency_code, 'amount', t.amount_minor / 100::float8,
                                                 'tax', t.tax_minor / 100::float8)
                               order by t.amount_minor desc, t.currency_code)
               from order_totals t where t.tenant_id = $1 and t.order_id = o.id),
    'transfer', o.transferred_at is not null,
    'transferedDate', to_char(o.transferred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isWaiting', ${stateThat('maySend')} and exists (
      select from order_transfers q where q.tenant_id = $1 and q.order_id = o.id and q.state = 'pending'),
    'splitFrom', (select json_build_object('orderId', f.id, 'orderNumber', f.number::text)
                  from orders f where f.tenant_id = $1 and f.id = o.split_from),
    'splitInto', coalesce((select json_agg(json_build_object('orderId', i.id, 'orderNumber', i.number::text) order by i.number)
                           from orders i where i.tenant_id = $1 and i.split_from = o.id), '[]'::json),
    'version', o.version,
    -- Orders amended before this was kept tell their lines of the next amendment, or none.
    'placedLines', (select json_agg(json_build_object('productId', l.key, 'qty', l.value))
                    from order_keys k, jsonb_each(k.placed_lines) l
                    where k.tenant_id = $1 and k.guid_key = o.guid_key
                      and k.placed_lines <> ${quantitiesOfLines('o.id')}),
    'lines', (
      select json_agg(json_build_object(
        'productId', l.variant_id, 'itemCode', l.item_code, 'itemDescription', l.item_description,
        'brandId', b.id, 'brandName', b.name, 'categoryId', p.category_id, 'colorCode', l.color_code, 'colorDescription', l.color_description, 'itemDim1Code', l.size,
        'lotCode', l.lot_code, 'lotDescription', l.lot_description, 'piecesPerLot', l.pieces_per_lot,
        'qty', l.qty, 'unitPrice', ${lineTicks('l')} / 10000::float8, 'priceCurrencyCode', l.currency_code,
        'listPrice', l.list_price_minor / 100::float8, 'priceSteps', l.price_steps,
        'taxPercent', l.tax_percent, 'taxCode', nullif(p.tax_code, ''),
        'inventory', case when o.order_type = 'Season' then ${seasonInventory} else v.inventory + case when ${stateThat('takesStock')} then l.qty else 0 end end,
        ${photoFields}, 'sortOrder', v.sort_order) order by l.line_no)
      from order_lines l
      join variants v on v.tenant_id = $1 and v.id = l.variant_id
      join products p on p.tenant_id = $1 and p.id = v.product_id
      join brands b on b.tenant_id = $1 and b.id = p.brand_id
      where l.tenant_id = $1 and l.order_id = o.id))) as order
  from orders o
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  left join sub_accounts s on s.tenant_id = $1 and s.id = o.sub_account_id
  where o.tenant_id = $1 and o.${key} = $2
    and (($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
         or $5::boolean and o.placed_by is null)`)
const detailById = detail('id')
const detailByGuidKey = detail('guid_key')

export const readOrder = verb(getOrderById, (call, { id }) => readOne(call, detailById, id))

export const readShopHomeCart = verb(getShopHomeCart, (call, { guidKey }) =>
  readOne(call, detailByGuidKey, guidKey),
)

type Reading = { tx: Tx; user: User | undefined; tenant: CancelSettings; now: Date }

async function readOne({ tx, user, tenant, now }: Reading, statement: typeof detailById, key: string) {
  const { agentId, accountId, isGuest } = orderReachOf(user)
  const { order } = await oneOf(tx.query<{ order: OrderDetail }>(statement, key, agentId, accountId, isGuest))
  const until = accountId && cancelBefore({ ...order, placedAt: new Date(order.orderDate) }, tenant)
  return until && now < until ? { ...order, cancelBefore: until.toISOString() } : order
}
