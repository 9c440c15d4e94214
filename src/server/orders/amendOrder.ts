import { isDeepStrictEqual } from 'node:util'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { columnOf } from '#server/db/columns.ts'
import { preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { PriceRules } from '#server/pricing/tenantRules.ts'
import type { User } from '#server/users/session.ts'
import { dayOf } from '#shared/clock.ts'
import { Refusal } from '#shared/errors.ts'
import { fromTicks } from '#shared/numbers/money.ts'
import { type HeaderValues, headerNames, headerOf } from '#shared/orders/headerFields.ts'
import type { HoldReason, LineBefore } from '#shared/orders/holds.ts'
import type { OrderMailKind } from '#shared/orders/orderMails.ts'
import { isHeld, mayAmend, type OrderState } from '#shared/orders/orderStates.ts'
import type { LoweredLine, PlaceOrderInput } from '#shared/orders/orders.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { lineDiscountOf } from '#shared/pricing/orderedDiscounts.ts'
import type { Language } from '#shared/tenancy.ts'
import { changeOf, namesOf } from './amendRecord.ts'
import { hashOf, mergeLines, type PricedLine, refuseTooLarge, type Sums, sumsOf } from './content.ts'
import { floorsFor } from './floors.ts'
import { holdReasons, isSeller, keepsUntil, lockCredit } from './holds.ts'
import { priceColumns } from './linePrices.ts'
import { type LockedOrder, lockOrderByGuidKey, quantitiesOfLines, refuseTransferred } from './lockOrder.ts'
import {
  lockAndReadOffers,
  loweredLines,
  priceLines,
  raiseForStock,
  type StockChange,
  takeStock,
} from './offer.ts'
import { findParties, mailsTo, type Parties, refuseMissing } from './parties.ts'
import { buyerOf, lineColumns, type OrderRequest, type Placed, requestOrderJobs } from './placeOrder.ts'
import { stateThat } from './stateSql.ts'

type AmendInput = PlaceOrderInput & { version: number }
type AmendCall = Pick<OrderRequest, 'now' | 'mails' | 'tenant' | 'waker'> & {
  tx: Tx
  user: User
  priceRules: PriceRules
  request: { ip: string }
  language: Language
}

/**
 * Replaces an order's content, all of it or nothing; account and type stay. Lines keep their price up to the ordered
 * quantity, and stock of Rpt orders moves by the difference. Repeating the latest amendment returns the same answer.
 * What the office changes in a held order is offered to the customer; others' changes are held, or not, like a new order.
 * @throws Refusal `notFound`, `order.cancelled`, `order.transferred`, `order.transferring`, `record.changed` for an
 * outdated version, `request.invalid`, and those of {@link priceLines}.
 */
export async function amendOrder(call: AmendCall, input: AmendInput): Promise<Placed> {
  const { tx, user } = call
  const order = await lockOrderByGuidKey(tx, user, input.guidKey)
  const answer: Placed = {
    success: true,
    guidKey: input.guidKey,
    orderId: order.id,
    orderNumber: order.number,
  }
  const lines = mergeLines(input.lines)
  const asBefore = {
    ...answer,
    ...(order.hold && order.state === 'review' ? { hold: order.hold.reasons } : {}),
    ...withLowered(loweredLines(lines, order.lines)),
  }
  const contentHash = hashOf(completed(input, order))
  const isSame = order.contentHash.equals(contentHash)
  if (isSame && order.version === input.version + 1) return asBefore
  refuseTransferred(order)
  if (!mayAmend(order)) throw new Refusal('order.cancelled')
  if (order.version !== input.version) throw new Refusal('record.changed')
  const isByOffice = mayOpen(pages.heldOrders, user)
  // What was returned may be sent again as it was: the customer has paid, or their limit was raised.
  if (isSame && (isByOffice || order.state !== 'returned')) return asBefore
  refuseFixedFields(call.language, order, input)
  if (!input.salesPersonCode) throw new Refusal('order.agentRequired')
  if (order.isBlocked) throw new Refusal('order.accountBlocked')

  refuseTooLarge(lines)
  const takesStock = order.orderType === 'Rpt'
  const { priceGroup, lines: currentLines } = order
  const sent = lines.map((line) => line.productId)
  const variantIds = [...new Set([...sent, ...currentLines.keys()])]
  // The parties are read after the wait for the locks, as the offers are.
  const [rows, [found], names, rules] = await Promise.all([
    lockAndReadOffers(
      tx,
      takesStock ? { taken: variantIds, referred: [] } : { taken: [], referred: variantIds },
    ),
    findParties(tx, [
      {
        input,
        accountCode: order.currAccCode,
        // The buyer was mailed before, so they are mailed whoever amends the order.
        buyerIds: [buyerOf(user), order.buyerId],
        guest: { email: order.guest?.email ?? '', language: order.guestLanguage },
        caller: { user, language: call.language },
        before: order,
      },
    ]),
    namesOf(
      tx,
      sent.filter((variantId) => !currentLines.has(variantId)),
    ),
    call.priceRules.current(tx),
  ])
  const parties = refuseMissing(found, input)
  if (parties.account.isBlocked) throw new Refusal('order.accountBlocked')
  const settings = call.tenant
  const credits = isByOffice
    ? undefined
    : await lockCredit(tx, [{ accountId: order.accountId, terms: parties.terms }], {
        settings,
        now: call.now,
        besides: [order.id],
      })
  const { excludedBrandIds } = parties.account
  const viewed = { priceGroup, excludedBrandIds }
  const buyer = {
    accountId: order.accountId,
    priceGroup,
    day: dayOf(call.now, settings.timeZone),
    code: input.campaignCode,
  }
  const { index, quantities } = rules.for(buyer)
  const { discount, overrideReason } = completedHeader(input, order)
  const { priced, lowered, deviations } = priceLines(lines, {
    rows,
    viewed,
    takesStock,
    // It stays what it was ordered as.
    tax: { rates: settings.taxRates, treatment: order.taxTreatment },
    rules: index,
    quantities,
    discount,
    overrideReason,
    currentLines,
    keepsCode: input.campaignCode === order.campaignCode,
    isUnsettled: isHeldFor(order, 'quantities'),
  })
  const taken = takesStock ? quantityDifferences(currentLines, priced) : []
  if (taken.length > 0) await takeStock(tx, taken)
  const sums = sumsOf(priced, order.taxRounding)
  const standing = isByOffice
    ? offered(order, priced)
    : judged(order, {
        user,
        isForGuest: order.guest !== null,
        terms: parties.terms,
        priced,
        sums,
        discount,
        deviations,
        credit: credits?.get(order.accountId),
        settings,
        floors: await floorsFor(tx, rows, lines, settings),
      })
  const movesStock = taken.length > 0
  const written = {
    input,
    order,
    parties,
    priced,
    sums,
    names,
    contentHash,
    movesStock,
    standing,
  }
  await write(call, written)
  return {
    ...answer,
    ...(standing.state === 'review' && standing.hold ? { hold: standing.hold.reasons } : {}),
    ...withLowered(lowered),
  }
}

const withLowered = (lowered: LoweredLine[]) => (lowered.length > 0 ? { lowered } : {})

/** What becomes of an amended order. `hold`: what it waits for; absent if it does not. */
type AmendedStanding = {
  state: OrderState
  hold?: { reasons: HoldReason[]; before: LineBefore[] | null }
}

/** The office changes it: the customer of a held order has to accept other lines. Guests cannot answer. */
function offered(order: LockedOrder, priced: PricedLine[]): AmendedStanding {
  const { state, hold, lines } = order
  if (!isHeld(order) || !hold) return { state }
  const isSame =
    priced.length === lines.size &&
    priced.every((line) => lines.has(line.variantId) && !differs(line, lines.get(line.variantId)))
  if (isSame || order.guest) return { state, hold }
  const before = [...lines.values()].map(({ variantId, name, qty, ticks, currencyCode }) => ({
    productId: variantId,
    name,
    qty,
    unitPrice: fromTicks(ticks),
    priceCurrencyCode: currencyCode,
  }))
  return { state: 'returned', hold: { reasons: hold.reasons, before: hold.before ?? before } }
}

const isHeldFor = ({ hold }: LockedOrder, kind: HoldReason['kind']) =>
  hold?.reasons.some((reason) => reason.kind === kind) ?? false

function judged(order: LockedOrder, asked: Parameters<typeof holdReasons>[0]): AmendedStanding {
  const { lines, discount, taxRounding, hold } = order
  const waiting = hold?.reasons.find(({ kind }) => kind === 'discount')
  const reasons = holdReasons({
    ...asked,
    ...(isHeld(order) ? {} : { accepted: { sums: sumsOf([...lines.values()], taxRounding) } }),
    // What waits is judged again by the agent who amends it.
    ...(waiting && isSeller(asked.user)
      ? {}
      : { given: { lines, discount, maxPercent: waiting?.maxPercent } }),
    ...(isHeldFor(order, 'floor') || isHeldFor(order, 'rate') ? {} : { agreedPrices: lines }),
  })
  return reasons.length > 0 ? { state: 'review', hold: { reasons, before: null } } : { state: 'placed' }
}

/** With what it omits, so that a discount that is left as it is differs from none. */
function completed(input: AmendInput, order: LockedOrder): AmendInput {
  return {
    ...input,
    ...completedHeader(input, order),
    lines: input.lines.map((line) => ({
      ...line,
      discount: line.discount ?? lineDiscountOf(order.lines.get(line.productId)?.steps),
    })),
  }
}

const completedHeader = (input: AmendInput, order: LockedOrder): HeaderValues =>
  headerOf((name, { isKept }) => {
    const value = input[name]
    return value === undefined || (value === '' && isKept === 'ifEmpty') ? order[name] : value
  }) as unknown as HeaderValues

function refuseFixedFields(language: Language, order: LockedOrder, input: AmendInput): void {
  const fields = {
    ...(input.currAccCode === order.currAccCode ? {} : { currAccCode: 'field.unchangeable' as const }),
    ...(input.orderType === order.orderType ? {} : { orderType: 'field.unchangeable' as const }),
  }
  if (Object.keys(fields).length > 0) refuseFields(language, fields)
}

/** Quantity differences by variant; negative returns stock. */
function quantityDifferences(currentLines: LockedOrder['lines'], priced: PricedLine[]): StockChange[] {
  const wanted = new Map(priced.map(({ variantId, qty }) => [variantId, qty]))
  return [...new Set([...currentLines.keys(), ...wanted.keys()])]
    .map((variantId) => ({
      variantId,
      qty: (wanted.get(variantId) ?? 0) - (currentLines.get(variantId)?.qty ?? 0),
    }))
    .filter(({ qty }) => qty !== 0)
}

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

type Amended = {
  input: AmendInput
  order: LockedOrder
  parties: Parties
  priced: PricedLine[]
  sums: Sums
  names: Map<string, string>
  contentHash: Buffer
  movesStock: boolean
  standing: AmendedStanding
}

function valuesOf(call: AmendCall, amended: Amended) {
  const { input, order, parties, priced, sums, contentHash, movesStock, standing } = amended
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
    ...completedHeader(input, order),
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
async function write(call: AmendCall, amended: Amended): Promise<void> {
  const { tx, now } = call
  const values = valuesOf(call, amended)
  const isWaiting = isHeld(amended.standing)
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

function mailKindOf(order: LockedOrder, { state }: AmendedStanding): OrderMailKind {
  if (state === order.state || !isHeld({ state })) return 'amended'
  return state === 'review' ? 'held' : 'returned'
}

function differs(line: PricedLine, current: PricedLine | undefined): boolean {
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
