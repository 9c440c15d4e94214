import { actorOf, recordChange } from '#server/changes/record.ts'
import { columnOf } from '#server/db/columns.ts'
import { newId } from '#server/db/newId.ts'
import { prepared, preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import { fromTicks } from '#shared/numbers/money.ts'
import { headerNames, pickHeader } from '#shared/orders/headerFields.ts'
import { splitOrder as endpoint } from '#shared/orders/officeOrders.ts'
import { isHeld, mayTransfer } from '#shared/orders/orderStates.ts'
import { lineDiscountOf } from '#shared/pricing/orderedDiscounts.ts'
import { hashOf, sumsOf } from './content.ts'
import {
  type LockedLine,
  type LockedOrder,
  lockOrderById,
  quantitiesOfLines,
  refuseTransferred,
} from './lockOrder.ts'

/** A brand's lines and their new order; the first part stays in the split order. */
type Part = { id: string; guidKey: string; brandId: string; brandName: string; lines: LockedLine[] }
type Written = { orderId: string; orderNumber: string; brandName: string }

/**
 * Splits an order into one per brand. It keeps its first line's brand; the others get new numbers and guidKeys, with
 * the same date, parties and prices. Stock does not move. What waits for the ERP, or is kept from it, stays so in all
 * parts; a rejected order is sent again. Refuses with `notFound`, `order.cancelled`, `order.held`, `order.transferred`, `order.transferring`,
 * `record.changed` and `order.oneBrand`.
 */
export const splitOrder = verb(endpoint, async (call, { id, version }) => {
  const { tx, user, now, services } = call
  const order = await lockOrderById(tx, user, id)
  refuseTransferred(order)
  if (isHeld(order)) throw new Refusal('order.held')
  if (!mayTransfer(order)) throw new Refusal('order.cancelled')
  if (order.version !== version) throw new Refusal('record.changed')
  const [first, ...others] = await partsOf(tx, order)
  if (!first || others.length === 0) throw new Refusal('order.oneBrand')
  const newOrders = await write(tx, order, { first, others, now })
  const orders = [{ orderId: id, orderNumber: order.number, brandName: first.brandName }, ...newOrders]
  const actor = actorOf(call)
  await Promise.all([
    recordChange(tx, actor, now, {
      subject: 'order',
      subjectId: id,
      subjectName: order.number,
      action: 'split',
      before: { ...recordedSums([...order.lines.values()]), brands: [first, ...others].map(brandNameOf) },
      after: {
        ...recordedSums(first.lines),
        brands: [first.brandName],
        splitInto: newOrders.map(({ orderNumber, brandName }) => `${orderNumber} ${brandName}`),
      },
    }),
    ...newOrders.map(({ orderId, orderNumber }, index) =>
      recordChange(tx, actor, now, {
        subject: 'order',
        subjectId: orderId,
        subjectName: orderNumber,
        action: 'split',
        after: {
          splitFrom: order.number,
          ...recordedSums(others[index]?.lines ?? []),
          brands: [others[index]?.brandName],
        },
      }),
    ),
  ])
  await requestJobs(tx, services.jobs, ['erpTransfer'], now)
  return { orders }
})

const brandNameOf = ({ brandName }: Part) => brandName
const recordedSums = (lines: LockedLine[]) => {
  const { qty, texts } = sumsOf(lines, null)
  return { qty, totals: texts }
}

const readBrands = prepared(`
  select l.variant_id as "variantId", p.brand_id as "brandId", b.name as "brandName"
  from order_lines l
  join variants v on v.tenant_id = $1 and v.id = l.variant_id
  join products p on p.tenant_id = $1 and p.id = v.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  where l.tenant_id = $1 and l.order_id = $2 order by l.line_no`)

/** In line order. */
async function partsOf(tx: Tx, { id, lines }: LockedOrder): Promise<Part[]> {
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

const headerColumns = headerNames.map(columnOf).join(', ')

const split = preparedWith<ReturnType<typeof columnsOf>>(`
  with counted as (
    update tenant_counters set order_version = order_version + 1,
                               last_order_number = last_order_number + cardinality(:ids::uuid[])
    where tenant_id = $1 returning order_version, last_order_number - cardinality(:ids::uuid[]) as before
  ), parts as (
    select t.*, counted.before + t.n as number, counted.order_version
    from counted, unnest(:ids::uuid[], :guidKeys::uuid[], :contentHashes::bytea[], :quantities::integer[], :largestAmounts::bigint[], :brandIds::uuid[],
                         :largestCurrencies::text[])
      with ordinality t (id, guid_key, content_hash, qty, amount_minor, brand_id, amount_currency, n)
  ), keyed as (
    insert into order_keys (tenant_id, guid_key, order_id, content_hash)
    select $1, guid_key, id, content_hash from parts returning guid_key
  ), ordered as (
    insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, sub_account_id, agent_id,
                        placed_by, price_group, ${headerColumns}, qty, placed_at, guest, change_no, amount_minor,
                        amount_currency, brand_ids, split_from, override_by_seller, tax_treatment, tax_rounding)
    select $1, t.id, t.number, t.guid_key, o.order_type, o.state, o.account_id, o.sub_account_id, o.agent_id,
           o.placed_by, o.price_group, ${headerNames.map((name) => `o.${columnOf(name)}`).join(', ')}, t.qty, o.placed_at, o.guest, t.order_version, t.amount_minor,
           t.amount_currency, array[t.brand_id], o.id, o.override_by_seller, o.tax_treatment, o.tax_rounding
    from parts t, orders o where o.tenant_id = $1 and o.id = :orderId
    returning id, number
  ), accepted as (
    -- When that was says whether a balance can have them.
    insert into order_holds (tenant_id, order_id, reasons, held_at, keeps_until, decided_at, decided_by)
    select $1, t.id, h.reasons, h.held_at, h.keeps_until, h.decided_at, h.decided_by
    from parts t, order_holds h where h.tenant_id = $1 and h.order_id = :orderId and h.decided_at is not null
    returning order_id
  ), moved as (
    update order_lines l set order_id = t.order_id
    from unnest(:movedIds::uuid[], :movedTo::uuid[]) t (variant_id, order_id)
    where l.tenant_id = $1 and l.order_id = :orderId and l.variant_id = t.variant_id returning l.line_no
  ), kept as (
    update orders o set qty = :keptQty, amount_minor = :keptAmount, amount_currency = :keptCurrency, brand_ids = array[:keptBrandId::uuid],
                        version = o.version + 1, change_no = counted.order_version
    from counted where o.tenant_id = $1 and o.id = :orderId returning o.id
  ), rekeyed as (
    update order_keys set content_hash = :keptHash, placed_lines = coalesce(placed_lines, ${quantitiesOfLines(':orderId')})
    where tenant_id = $1 and order_id = :orderId returning guid_key
  ), untotalled as (
    delete from order_totals where tenant_id = $1 and order_id = :orderId and currency_code <> all (:keptCurrencies::text[])
    returning currency_code
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor, tax_minor)
    select $1, t.order_id, t.currency_code, t.amount_minor, t.tax_minor
    from unnest(:totalOrderIds::uuid[], :totalCurrencies::text[], :totalAmounts::bigint[], :totalTaxes::bigint[])
      t (order_id, currency_code, amount_minor, tax_minor)
    on conflict (tenant_id, order_id, currency_code) do update
      set amount_minor = excluded.amount_minor, tax_minor = excluded.tax_minor
    returning currency_code
  ), requeued as (
    -- As when amended: the reason of the rejection may be fixed.
    update order_transfers set state = 'pending', next_attempt_at = '-infinity', requested_at = :now
    where tenant_id = $1 and order_id = :orderId and state = 'dead' returning order_id
  ), waiting as (
    insert into order_transfers (tenant_id, order_id, state, held_because, requested_at, requested_by)
    select $1, t.id, case when q.state = 'held' then q.state else 'pending' end, q.held_because,
           case when q.state = 'dead' then :now::timestamptz else q.requested_at end, q.requested_by
    from parts t, order_transfers q where q.tenant_id = $1 and q.order_id = :orderId and q.state in ('pending', 'dead', 'held')
    returning order_id
  )
  select id as "orderId", number::text as "orderNumber" from ordered order by number`)

type Division = { first: Part; others: Part[]; now: Date }

/** One entry for each new order, each moved line, each total. */
function columnsOf(order: LockedOrder, { first, others, now }: Division) {
  const remaining = sumsOf(first.lines, order.taxRounding)
  const sums = others.map(({ lines }) => sumsOf(lines, order.taxRounding))
  const totals = [remaining, ...sums].flatMap((one, index) =>
    [...one.totals].map(([currency, amount]) => ({
      id: others[index - 1]?.id ?? order.id,
      currency,
      amount,
      tax: one.taxes.get(currency) ?? null,
    })),
  )
  const moved = others.flatMap(({ id, lines }) => lines.map(({ variantId }) => ({ id, variantId })))
  return {
    orderId: order.id,
    now,
    ids: others.map(({ id }) => id),
    guidKeys: others.map(({ guidKey }) => guidKey),
    contentHashes: others.map(({ lines }) => contentHashOf(order, lines)),
    quantities: sums.map(({ qty }) => qty),
    largestAmounts: sums.map(({ largest }) => largest.amount),
    largestCurrencies: sums.map(({ largest }) => largest.currency),
    brandIds: others.map(({ brandId }) => brandId),
    movedIds: moved.map(({ variantId }) => variantId),
    movedTo: moved.map(({ id }) => id),
    keptQty: remaining.qty,
    keptAmount: remaining.largest.amount,
    keptCurrency: remaining.largest.currency,
    keptBrandId: first.brandId,
    keptHash: contentHashOf(order, first.lines),
    keptCurrencies: [...remaining.totals.keys()],
    totalOrderIds: totals.map(({ id }) => id),
    totalCurrencies: totals.map(({ currency }) => currency),
    totalAmounts: totals.map(({ amount }) => amount),
    totalTaxes: totals.map(({ tax }) => tax),
  }
}

async function write(tx: Tx, order: LockedOrder, division: Division): Promise<Written[]> {
  const rows = await tx.query<Omit<Written, 'brandName'>>(...split(columnsOf(order, division)))
  return rows.map((row, index) => ({ ...row, brandName: division.others[index]?.brandName ?? '' }))
}

/** As if placed with these lines. */
function contentHashOf(order: LockedOrder, lines: LockedLine[]): Buffer {
  const { orderType, currAccCode, subAccountId, agentCode, guest } = order
  return hashOf({
    guidKey: '',
    orderType,
    currAccCode,
    ...(subAccountId ? { subCurrAccId: subAccountId } : {}),
    salesPersonCode: agentCode,
    ...pickHeader(order),
    ...(guest ? { guest } : {}),
    lines: lines.map(({ variantId, qty, ticks, currencyCode, steps }) => ({
      productId: variantId,
      qty,
      unitPrice: fromTicks(ticks),
      priceCurrencyCode: currencyCode,
      discount: lineDiscountOf(steps),
    })),
  })
}
