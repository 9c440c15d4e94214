import { refuseFields } from '#server/http/refuse.ts'
import type { PriceRules } from '#server/pricing/tenantRules.ts'
import { dayOf } from '#shared/clock.ts'
import { Refusal } from '#shared/errors.ts'
import { fromTicks } from '#shared/numbers/money.ts'
import { type HeaderValues, headerOf } from '#shared/orders/headerFields.ts'
import type { HoldReason } from '#shared/orders/holds.ts'
import { isHeld, mayAmend } from '#shared/orders/orderStates.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { lineDiscountOf } from '#shared/pricing/orderedDiscounts.ts'
import type { Language } from '#shared/tenancy.ts'
import { namesOf } from './amendRecord.ts'
import { hashOf, type Line, mergeLines, type PricedLine, refuseTooLarge, sumsOf } from './content.ts'
import { floorsFor } from './floors.ts'
import { holdReasons, isSeller, lockCredit } from './holds.ts'
import { type LockedOrder, lockOrderByGuidKey, refuseTransferred } from './lockOrder.ts'
import { lockAndReadOffers, loweredLines, priceLines, type StockChange, takeStock } from './offer.ts'
import { findParties, type Parties, refuseMissing } from './parties.ts'
import { buyerOf, type Placed, placedAs } from './placeOrder.ts'
import { type AmendedStanding, differs, type WritingCall, writeAmendment } from './writeAmendment.ts'

type AmendInput = PlaceOrderInput & { version: number }
type AmendCall = WritingCall & { priceRules: PriceRules; language: Language }

/**
 * Replaces an order's content, all of it or nothing; account and type stay. Lines keep their price up to the ordered
 * quantity, and stock of Rpt orders moves by the difference. Repeating the latest amendment returns the same answer.
 * What the office changes in a held order is offered to the customer; others' changes are held, or not, like a new order.
 * @throws Refusal `notFound`, `order.cancelled`, `order.transferred`, `order.transferring`, `record.changed` for an
 * outdated version, `request.invalid`, and those of {@link priceLines}.
 */
export async function amendOrder(call: AmendCall, input: AmendInput): Promise<Placed> {
  const { tx, user, tenant: settings } = call
  const order = await lockOrderByGuidKey(tx, user, input.guidKey)
  const answer = { orderId: order.id, number: order.number }
  const lines = mergeLines(input.lines)
  const header = completedHeader(input, order)
  const contentHash = hashOf(completed(input, order, header))
  const isByOffice = mayOpen(pages.heldOrders, user)
  if (isAmended(order, { version: input.version, contentHash, isByOffice })) {
    const lowered = loweredLines(lines, order.lines)
    return placedAs(input.guidKey, { ...answer, hold: reasonsInReview(order), lowered })
  }
  refuseFixedFields(call.language, order, input)
  if (!input.salesPersonCode) throw new Refusal('order.agentRequired')
  if (order.isBlocked) throw new Refusal('order.accountBlocked')
  refuseTooLarge(lines)
  const amendment = { order, input, lines, header }
  const read = await lockAndRead(call, amendment)
  const { parties, names } = read
  const credit = isByOffice ? undefined : await creditFor(call, order, parties)
  const { priced, lowered, deviations } = priceAgain(call, amendment, read)
  const taken = takesStock(order) ? quantityDifferences(order.lines, priced) : []
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
        discount: header.discount,
        deviations,
        credit,
        settings,
        floors: await floorsFor(tx, read.rows, lines, settings),
      })
  const movesStock = taken.length > 0
  const written = { input, header, order, parties, priced, sums, names, contentHash, movesStock, standing }
  await writeAmendment(call, written)
  return placedAs(input.guidKey, { ...answer, hold: reasonsInReview(standing), lowered })
}

/** Whether the order is already as it was sent. Refuses if it cannot be amended any more. */
function isAmended(
  order: LockedOrder,
  sent: { version: number; contentHash: Buffer; isByOffice: boolean },
): boolean {
  const isSame = order.contentHash.equals(sent.contentHash)
  if (isSame && order.version === sent.version + 1) return true
  refuseTransferred(order)
  if (!mayAmend(order)) throw new Refusal('order.cancelled')
  if (order.version !== sent.version) throw new Refusal('record.changed')
  // What was returned may be sent again as it was: the customer has paid, or their limit was raised.
  return isSame && (sent.isByOffice || order.state !== 'returned')
}

const reasonsInReview = ({ state, hold }: Pick<LockedOrder, 'state' | 'hold'> | AmendedStanding) =>
  state === 'review' && hold ? hold.reasons : []

type Amendment = { order: LockedOrder; input: AmendInput; lines: Line[]; header: HeaderValues }

const takesStock = ({ orderType }: LockedOrder) => orderType === 'Rpt'

async function lockAndRead(
  { tx, user, language, priceRules }: AmendCall,
  { order, input, lines }: Amendment,
) {
  const sent = lines.map((line) => line.productId)
  const variantIds = [...new Set([...sent, ...order.lines.keys()])]
  // The parties are read after the wait for the locks, as the offers are.
  const [rows, [found], names, rules] = await Promise.all([
    lockAndReadOffers(
      tx,
      takesStock(order) ? { taken: variantIds, referred: [] } : { taken: [], referred: variantIds },
    ),
    findParties(tx, [
      {
        input,
        accountCode: order.currAccCode,
        // The buyer was mailed before, so they are mailed whoever amends the order.
        buyerIds: [buyerOf(user), order.buyerId],
        guest: { email: order.guest?.email ?? '', language: order.guestLanguage },
        caller: { user, language },
        before: order,
      },
    ]),
    namesOf(
      tx,
      sent.filter((variantId) => !order.lines.has(variantId)),
    ),
    priceRules.current(tx),
  ])
  const parties = refuseMissing(found, input)
  if (parties.account.isBlocked) throw new Refusal('order.accountBlocked')
  return { rows, parties, names, rules }
}

async function creditFor({ tx, now, tenant }: AmendCall, { id, accountId }: LockedOrder, { terms }: Parties) {
  const credits = await lockCredit(tx, [{ accountId, terms }], { settings: tenant, now, besides: [id] })
  return credits.get(accountId)
}

function priceAgain(
  { now, tenant }: AmendCall,
  { order, input, lines, header }: Amendment,
  { rows, parties, rules }: Awaited<ReturnType<typeof lockAndRead>>,
) {
  const { accountId, priceGroup } = order
  const day = dayOf(now, tenant.timeZone)
  const { index, quantities } = rules.for({ accountId, priceGroup, day, code: input.campaignCode })
  return priceLines(lines, {
    rows,
    viewed: { priceGroup, excludedBrandIds: parties.account.excludedBrandIds },
    takesStock: takesStock(order),
    // It stays what it was ordered as.
    tax: { rates: tenant.taxRates, treatment: order.taxTreatment },
    rules: index,
    quantities,
    discount: header.discount,
    overrideReason: header.overrideReason,
    currentLines: order.lines,
    keepsCode: input.campaignCode === order.campaignCode,
    isUnsettled: isHeldFor(order, 'quantities'),
  })
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
function completed(input: AmendInput, order: LockedOrder, header: HeaderValues): AmendInput {
  return {
    ...input,
    ...header,
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
