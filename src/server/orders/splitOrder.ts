import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { fromMinor } from '#shared/money.ts'
import type { splitOrder as endpoint } from '#shared/officeOrders.ts'
import { mayAmend } from '#shared/orderRules.ts'
import { hashOf, largestOf, totalsOf, totalTexts, unitsOf } from './content.ts'
import { lockOrderById, refuseTransferred, type StandingLine, type StandingOrder } from './standingOrder.ts'

/** A brand's lines and their new order; the first part stays in the split order. */
type Part = { id: string; guidKey: string; brandId: string; brandName: string; lines: StandingLine[] }
type Written = { orderId: string; orderNumber: string; brandName: string }

/**
 * Splits an order into one per brand. It keeps its first line's brand; the others get new numbers and guidKeys, with
 * the same date, parties and prices. Stock does not move. Waiting and held orders stay so in all parts; a rejected
 * order is sent again. Refuses with `notFound`, `order.cancelled`, `order.transferred`, `order.transferring`,
 * `record.changed` and `order.oneBrand`.
 */
export async function splitOrder(
  call: Call<typeof endpoint>,
  { id, version }: { id: string; version: number },
) {
  const { tx, user, now, services } = call
  const order = await lockOrderById(tx, user, id)
  refuseTransferred(order)
  if (!mayAmend(order)) throw new Refusal('order.cancelled')
  if (order.version !== version) throw new Refusal('record.changed')
  const [first, ...others] = await partsOf(tx, order)
  if (!first || others.length === 0) throw new Refusal('order.oneBrand')
  const written = await write(tx, order, { first, others, now })
  const orders = [{ orderId: id, orderNumber: order.number, brandName: first.brandName }, ...written]
  const actor = actorOf(call)
  await Promise.all([
    recordChange(tx, actor, now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'split',
      before: { ...sumsOf([...order.lines.values()]), brands: [first, ...others].map(brandNameOf) },
      after: {
        ...sumsOf(first.lines),
        brands: [first.brandName],
        splitInto: written.map(({ orderNumber, brandName }) => `${orderNumber} ${brandName}`),
      },
    }),
    ...written.map(({ orderId, orderNumber }, index) =>
      recordChange(tx, actor, now, {
        subject: 'order',
        subjectId: orderId,
        subjectName: orderNumber,
        action: 'split',
        after: {
          splitFrom: order.number,
          ...sumsOf(others[index]?.lines ?? []),
          brands: [others[index]?.brandName],
        },
      }),
    ),
  ])
  tx.afterCommit(() => services.dispatcher.ring(tx.tenantId))
  return { success: true as const, data: { orders } }
}

const brandNameOf = ({ brandName }: Part) => brandName
const sumsOf = (lines: StandingLine[]) => ({ qty: unitsOf(lines), totals: totalTexts(totalsOf(lines)) })

const readBrands = prepared(`
  select l.variant_id as "variantId", p.brand_id as "brandId", b.name as "brandName"
  from order_lines l
  join variants v on v.tenant_id = $1 and v.id = l.variant_id
  join products p on p.tenant_id = $1 and p.id = v.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  where l.tenant_id = $1 and l.order_id = $2 order by l.line_no`)

/** In line order. */
async function partsOf(tx: Tx, { id, lines }: StandingOrder): Promise<Part[]> {
  type Row = { variantId: string; brandId: string; brandName: string }
  const parts = new Map<string, Part>()
  for (const { variantId, brandId, brandName } of await tx.query<Row>(readBrands, id)) {
    const line = lines.get(variantId)
    if (!line) throw new Error('A locked order has another line')
    const known = parts.get(brandId)
    if (known) known.lines.push(line)
    else parts.set(brandId, { id: newId(), guidKey: newId(), brandId, brandName, lines: [line] })
  }
  return [...parts.values()]
}

const split = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1,
                               last_order_number = last_order_number + cardinality($3::uuid[])
    where tenant_id = $1 returning order_version, last_order_number - cardinality($3::uuid[]) as before
  ), parts as (
    select t.*, counted.before + t.n as number, counted.order_version
    from counted, unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::integer[], $7::bigint[], $8::uuid[],
                         $20::text[])
      with ordinality t (id, guid_key, content_hash, qty, amount_minor, brand_id, amount_currency, n)
  ), keyed as (
    insert into order_keys (tenant_id, guid_key, order_id, content_hash)
    select $1, guid_key, id, content_hash from parts returning guid_key
  ), ordered as (
    insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, sub_account_id, agent_id,
                        placed_by, price_group, description, qty, placed_at, guest, change_no, amount_minor,
                        amount_currency, brand_ids, split_from)
    select $1, t.id, t.number, t.guid_key, o.order_type, o.state, o.account_id, o.sub_account_id, o.agent_id,
           o.placed_by, o.price_group, o.description, t.qty, o.placed_at, o.guest, t.order_version, t.amount_minor,
           t.amount_currency, array[t.brand_id], o.id
    from parts t, orders o where o.tenant_id = $1 and o.id = $2
    returning id, number
  ), moved as (
    update order_lines l set order_id = t.order_id
    from unnest($9::uuid[], $10::uuid[]) t (variant_id, order_id)
    where l.tenant_id = $1 and l.order_id = $2 and l.variant_id = t.variant_id returning l.line_no
  ), kept as (
    update orders o set qty = $11, amount_minor = $12, amount_currency = $21, brand_ids = array[$13::uuid],
                        version = o.version + 1, change_no = counted.order_version
    from counted where o.tenant_id = $1 and o.id = $2 returning o.id
  ), rekeyed as (
    update order_keys set content_hash = $14 where tenant_id = $1 and order_id = $2 returning guid_key
  ), untotalled as (
    delete from order_totals where tenant_id = $1 and order_id = $2 and currency_code <> all ($15::text[])
    returning currency_code
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor)
    select $1, t.order_id, t.currency_code, t.amount_minor
    from unnest($16::uuid[], $17::text[], $18::bigint[]) t (order_id, currency_code, amount_minor)
    on conflict (tenant_id, order_id, currency_code) do update set amount_minor = excluded.amount_minor
    returning currency_code
  ), requeued as (
    -- As when amended: the reason of the rejection may be fixed.
    update order_transfers set state = 'pending', next_attempt_at = '-infinity', requested_at = $19
    where tenant_id = $1 and order_id = $2 and state = 'dead' returning order_id
  ), waiting as (
    insert into order_transfers (tenant_id, order_id, state, held_because, requested_at, requested_by)
    select $1, t.id, case when q.state = 'held' then q.state else 'pending' end, q.held_because,
           case when q.state = 'dead' then $19::timestamptz else q.requested_at end, q.requested_by
    from parts t, order_transfers q where q.tenant_id = $1 and q.order_id = $2 and q.state in ('pending', 'dead', 'held')
    returning order_id
  )
  select id as "orderId", number::text as "orderNumber" from ordered order by number`)

type Division = { first: Part; others: Part[]; now: Date }

async function write(tx: Tx, order: StandingOrder, { first, others, now }: Division): Promise<Written[]> {
  const kept = totalsOf(first.lines)
  const totals = [{ ...first, id: order.id }, ...others].flatMap(({ id, lines }) =>
    [...totalsOf(lines)].map(([currency, amount]) => ({ id, currency, amount })),
  )
  const largest = others.map(({ lines }) => largestOf(totalsOf(lines)))
  const moved = others.flatMap(({ id, lines }) => lines.map(({ variantId }) => ({ id, variantId })))
  const rows = await tx.query<Omit<Written, 'brandName'>>(
    split,
    order.id,
    others.map(({ id }) => id),
    others.map(({ guidKey }) => guidKey),
    others.map(({ lines }) => contentHashOf(order, lines)),
    others.map(({ lines }) => unitsOf(lines)),
    largest.map(({ amount }) => amount),
    others.map(({ brandId }) => brandId),
    moved.map(({ variantId }) => variantId),
    moved.map(({ id }) => id),
    unitsOf(first.lines),
    largestOf(kept).amount,
    first.brandId,
    contentHashOf(order, first.lines),
    [...kept.keys()],
    totals.map(({ id }) => id),
    totals.map(({ currency }) => currency),
    totals.map(({ amount }) => amount),
    now,
    largest.map(({ currency }) => currency),
    largestOf(kept).currency,
  )
  return rows.map((row, index) => ({ ...row, brandName: others[index]?.brandName ?? '' }))
}

/** As if placed with these lines. */
function contentHashOf(order: StandingOrder, lines: StandingLine[]): Buffer {
  const { orderType, currAccCode, subAccountId, agentCode, description, guest } = order
  return hashOf({
    guidKey: '',
    orderType,
    currAccCode,
    ...(subAccountId ? { subCurrAccId: subAccountId } : {}),
    salesPersonCode: agentCode,
    description,
    ...(guest ? { guest } : {}),
    lines: lines.map(({ variantId, qty, amountMinor, currencyCode }) => ({
      productId: variantId,
      qty,
      unitPrice: fromMinor(amountMinor),
      priceCurrencyCode: currencyCode,
    })),
  })
}
