import { isDeepStrictEqual } from 'node:util'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { columnOf } from '#server/db/columns.ts'
import { preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { tellOrder } from '#server/news/tell.ts'
import type { User } from '#server/users/session.ts'
import type { NewsKind } from '#shared/news/news.ts'
import { type HeaderValues, headerNames } from '#shared/orders/headerFields.ts'
import type { HoldReason, LineBefore } from '#shared/orders/holds.ts'
import type { OrderMailKind } from '#shared/orders/orderMails.ts'
import { isHeld, type OrderState } from '#shared/orders/orderStates.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import { changeOf } from './amendRecord.ts'
import type { PricedLine, Sums } from './content.ts'
import { isSeller, keepsUntil } from './holds.ts'
import { priceColumns } from './linePrices.ts'
import { type LockedOrder, quantitiesOfLines } from './lockOrder.ts'
import { raiseForStock } from './offer.ts'
import { mailsTo, type Parties } from './parties.ts'
import { lineColumns, type OrderRequest, requestOrderJobs } from './placeOrder.ts'
import { stateThat } from './stateSql.ts'

// Remaining lines keep their number and description; new ones follow. More of a lot is priced again with its current
// content.
const amend = preparedWith<ReturnType<typeof valuesOf>>(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version
  ), ${raiseForStock(':wantedIds::uuid[] || :goneIds::uuid[]', { after: 'counted', condition: ':movesStock::boolean' })}, amended as (
    update orders o set state = :state, ${headerNames.map((name) => `${columnOf(name)} = :${name}`).join(', ')},
                        override_by_seller = case when :overrideReason = o.override_reason then o.override_by_seller
                          else :isBySeller::boolean end,
                        sub_account_id = :subAccountId, agent_id = :agentId, price_group = :priceGroup,
                        qty = :qty, version = o.version + 1,
                        change_no = counted.order_version, amount_minor = :largestAmount, amount_currency = :largestCurrency,
                        brand_ids = (select array_agg(distinct p.brand_id) from variants v
                                     join products p on p.tenant_id = $1 and p.id = v.product_id
                                     where v.tenant_id = $1 and v.id = any (:wantedIds::uuid[]))
    from counted where o.tenant_id = $1 and o.id = :orderId returning o.version
  ), keyed as (
    update order_keys set content_hash = :contentHash, placed_lines = coalesce(placed_lines, ${quantitiesOfLines(':orderId')})
    where tenant_id = $1 and guid_key = :guidKey returning guid_key
  ), gone as (
    delete from order_lines where tenant_id = $1 and order_id = :orderId and variant_id = any (:goneIds::uuid[])
    returning line_no
  ), changed as (
    update order_lines l set qty = t.qty, (unit_price_minor, price_ticks) = row (${priceColumns('t.ticks')}), currency_code = t.currency_code,
                             list_price_minor = t.list_price_minor, price_steps = t.price_steps,
                             tax_percent = t.tax_percent,
                             pieces_per_lot = case when t.qty > l.qty then v.pieces_per_lot else l.pieces_per_lot end,
                             lot_description = case when t.qty > l.qty then v.lot_description else l.lot_description end
    from unnest(:changedIds::uuid[], :changedQuantities::integer[], :changedPrices::bigint[], :changedCurrencies::text[],
                :changedListPrices::bigint[], :changedPriceSteps::jsonb[], :changedTaxPercents::numeric[])
      t (variant_id, qty, ticks, currency_code, list_price_minor, price_steps, tax_percent)
    join variants v on v.tenant_id = $1 and v.id = t.variant_id
    where l.tenant_id = $1 and l.order_id = :orderId and l.variant_id = t.variant_id returning l.line_no
  ), added as (
    insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, price_ticks, currency_code, item_code,
                             item_description, color_code, color_description, size, lot_code, lot_description,
                             pieces_per_lot, barcode, product_id, list_price_minor, price_steps, tax_percent)
    select $1, :orderId, :lastLineNo + t.line_no, v.id, t.qty, ${priceColumns('t.ticks')}, t.currency_code, p.item_code,
           p.item_description, p.color_code, p.color_description, v.size, v.lot_code, v.lot_description, v.pieces_per_lot,
           v.barcode, v.product_id, t.list_price_minor, t.price_steps, t.tax_percent
    from unnest(:addedIds::uuid[], :addedQuantities::integer[], :addedPrices::bigint[], :addedCurrencies::text[],
                :addedListPrices::bigint[], :addedPriceSteps::jsonb[], :addedTaxPercents::numeric[])
      with ordinality t (variant_id, qty, ticks, currency_code, list_price_minor, price_steps, tax_percent, line_no)
    join variants v on v.tenant_id = $1 and v.id = t.variant_id
    join products p on p.tenant_id = $1 and p.id = v.product_id
    returning line_no
  ), requeued as (
    -- What the ERP refused has perhaps been mended: it is sent once more.
    update order_transfers set state = 'pending', next_attempt_at = '-infinity', requested_at = :now
    where tenant_id = $1 and order_id = :orderId and state = 'dead' and ${stateThat('maySend', ':state::text')} returning order_id
  ), unqueued as (
    -- What the office keeps from the ERP stays so when it is accepted.
    delete from order_transfers
    where tenant_id = $1 and order_id = :orderId and state <> 'held' and not may_exist and not ${stateThat('maySend', ':state::text')}
    returning order_id
  ), queued as (
    insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
    select $1, :orderId, 'pending', :now, :userId from erp_links l, tenant_settings t
    where :isReleased::boolean and l.tenant_id = $1 and l.is_automatic and t.tenant_id = $1 and t.transfer_enabled
    on conflict do nothing returning order_id
  ), held as (
    insert into order_holds (tenant_id, order_id, reasons, held_at, keeps_until, before)
    select $1, :orderId, t.reasons, :now, :keepsUntil, t.before
    from unnest(:holdReasons::jsonb[], :holdBefore::jsonb[]) t (reasons, before)
    on conflict (tenant_id, order_id) do update set reasons = excluded.reasons, held_at = excluded.held_at,
      keeps_until = excluded.keeps_until, before = excluded.before, decided_at = null, decided_by = null,
      -- What the office wrote when it returned the order stays until the customer has answered.
      note = case when :state = 'returned' then order_holds.note else '' end
    returning order_id
  ), settled as (
    update order_holds set decided_at = :now
    where tenant_id = $1 and order_id = :orderId and decided_at is null and :isReleased::boolean returning order_id
  ), untotalled as (
    delete from order_totals where tenant_id = $1 and order_id = :orderId and currency_code <> all (:totalCurrencies::text[])
    returning currency_code
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor, tax_minor)
    select $1, :orderId, t.currency_code, t.amount_minor, t.tax_minor
    from unnest(:totalCurrencies::text[], :totalAmounts::bigint[], :totalTaxes::bigint[])
      t (currency_code, amount_minor, tax_minor)
    on conflict (tenant_id, order_id, currency_code) do update
      set amount_minor = excluded.amount_minor, tax_minor = excluded.tax_minor
    returning currency_code
  ), mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, :orderId, :newVersion::integer, :mailKind, m.recipient, m.language, :now, :now
    from unnest(:mailIds::uuid[], :recipients::text[], :mailLanguages::text[]) m (id, recipient, language) returning id
  )
  select version from amended`)

export type WritingCall = Pick<OrderRequest, 'now' | 'mails' | 'tenant' | 'waker'> & {
  tx: Tx
  user: User
  request: { ip: string }
}

/** What becomes of an amended order. `hold`: what it waits for; absent if it does not. */
export type AmendedStanding = {
  state: OrderState
  hold?: { reasons: HoldReason[]; before: LineBefore[] | null }
}

type Amended = {
  input: PlaceOrderInput
  header: HeaderValues
  order: LockedOrder
  parties: Parties
  priced: PricedLine[]
  sums: Sums
  names: Map<string, string>
  contentHash: Buffer
  movesStock: boolean
  standing: AmendedStanding
}

function valuesOf(call: WritingCall, amended: Amended) {
  const { input, header, order, parties, priced, sums, contentHash, movesStock, standing } = amended
  const { lines: currentLines } = order
  const wanted = new Set(priced.map(({ variantId }) => variantId))
  const added = lineColumns(priced.filter(({ variantId }) => !currentLines.has(variantId)))
  const changed = lineColumns(priced.filter((line) => isRewritten(line, currentLines.get(line.variantId))))
  return {
    orderId: order.id,
    guidKey: input.guidKey,
    contentHash,
    subAccountId: parties.subAccountId,
    agentId: parties.agentId,
    priceGroup: order.priceGroup,
    ...header,
    state: standing.state,
    isBySeller: isSeller(call.user),
    isReleased: isHeld(order) && !isHeld(standing),
    holdReasons: standing.hold ? [JSON.stringify(standing.hold.reasons)] : [],
    holdBefore: standing.hold ? [standing.hold.before && JSON.stringify(standing.hold.before)] : [],
    keepsUntil: keepsUntil(call.now, call.tenant),
    mailKind: mailKindOf(order, standing),
    userId: call.user.id,
    now: call.now,
    movesStock,
    qty: sums.qty,
    largestAmount: sums.largest.amount,
    largestCurrency: sums.largest.currency,
    totalCurrencies: [...sums.totals.keys()],
    totalAmounts: [...sums.totals.values()],
    totalTaxes: [...sums.totals.keys()].map((currency) => sums.taxes.get(currency) ?? null),
    wantedIds: [...wanted],
    goneIds: [...currentLines.keys()].filter((variantId) => !wanted.has(variantId)),
    changedIds: changed.variantIds,
    changedQuantities: changed.quantities,
    changedPrices: changed.unitPrices,
    changedCurrencies: changed.currencies,
    changedListPrices: changed.listPrices,
    changedPriceSteps: changed.priceSteps,
    changedTaxPercents: changed.taxPercents,
    lastLineNo: Math.max(...[...currentLines.values()].map(({ lineNo }) => lineNo)),
    addedIds: added.variantIds,
    addedQuantities: added.quantities,
    addedPrices: added.unitPrices,
    addedCurrencies: added.currencies,
    addedListPrices: added.listPrices,
    addedPriceSteps: added.priceSteps,
    addedTaxPercents: added.taxPercents,
    newVersion: order.version + 1,
    ...mailsTo(parties.addressees, call.mails),
  }
}

/** Writes the amended order, as the last statement before the commit. */
export async function writeAmendment(call: WritingCall, amended: Amended): Promise<void> {
  const { tx, now } = call
  const values = valuesOf(call, amended)
  const isWaiting = isHeld(amended.standing)
  await tellOrder(tx, amended.order.id, { kind: newsOf(amended), actor: actorOf(call), now })
  await Promise.all([
    recordChange(
      tx,
      actorOf(call),
      now,
      changeOf({ ...amended, hold: amended.standing.hold?.reasons ?? [] }),
    ),
    requestOrderJobs(tx, [
      { ...call, hasMails: values.mailIds.length > 0, hasErp: amended.parties.hasErp, isHeld: isWaiting },
    ]),
    tx.last(...amend(values)),
  ])
}

const newsOf = ({ order, standing }: Amended): NewsKind =>
  mailKindOf(order, standing) === 'returned' ? 'orderReturned' : 'orderChanged'

function mailKindOf(order: LockedOrder, { state }: AmendedStanding): OrderMailKind {
  if (state === order.state || !isHeld({ state })) return 'amended'
  return state === 'review' ? 'held' : 'returned'
}

export function differs(line: PricedLine, current: PricedLine | undefined): boolean {
  if (!current) return false
  return (
    line.qty !== current.qty || line.ticks !== current.ticks || line.currencyCode !== current.currencyCode
  )
}

/** Also where it costs the same by other steps: later amendments read from these which discounts it has. */
function isRewritten(line: PricedLine, current: PricedLine | undefined): boolean {
  if (!current) return false
  return differs(line, current) || !isDeepStrictEqual(line.steps ?? [], current.steps ?? [])
}
