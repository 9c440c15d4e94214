import type { AccountCredit } from '#server/customers/credit.ts'
import { columnOf } from '#server/db/columns.ts'
import { newId } from '#server/db/newId.ts'
import { preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogue } from '#server/db/versions.ts'
import { type JobWaker, requestJobs } from '#server/jobs/jobs.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { PriceRules, TenantRules } from '#server/pricing/tenantRules.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import { dayOf } from '#shared/clock.ts'
import { Refusal } from '#shared/errors.ts'
import { emptyHeader, headerFields, headerNames } from '#shared/orders/headerFields.ts'
import type { HoldReason } from '#shared/orders/holds.ts'
import type { Guest, LoweredLine, PlaceOrderInput } from '#shared/orders/orders.ts'
import { type TaxRounding, type TaxTreatment, treatmentOf } from '#shared/pricing/tax.ts'
import {
  hashOf,
  type Line,
  mergeLines,
  type PricedLine,
  refuseTooLarge,
  type Sums,
  sumsOf,
} from './content.ts'
import { type Floors, floorsFor } from './floors.ts'
import { type HoldSettings, holdReasons, isSeller, keepsUntil, lockCredit, takeFromCredit } from './holds.ts'
import { priceColumns } from './linePrices.ts'
import { lockAndReadOffers, loweredLines, type OfferRow, priceLines } from './offer.ts'
import { orderByGuidKey } from './orderByGuidKey.ts'
import {
  findParties,
  type MailColumns,
  mailsTo,
  type OutgoingMails,
  type Parties,
  type PartiesRow,
  refuseMissing,
} from './parties.ts'

/** `hold`: why it waits for the office. `lowered`: lines that cost less than what was sent. Absent if empty. */
export type Placed = {
  success: true
  guidKey: string
  orderId: string
  orderNumber: string
  hold?: HoldReason[]
  lowered?: LoweredLine[]
}

/**
 * An order to place. Without `mails` none are sent. `waker` starts jobs right after the commit.
 */
export type OrderRequest = {
  input: PlaceOrderInput
  user: User | undefined
  now: Date
  address: string
  /** A guest orders under the tenant's account for guest orders and its agent, at visitors' prices. */
  guest?: Guest
  tenant: HoldSettings & Pick<Tenant, 'guestAccountCode' | 'priceGroup' | 'taxRates' | 'taxRounding'>
  mails?: OutgoingMails
  waker?: JobWaker
}

/** For an order of a batch: its number, that its guidKey has an order already, or why it is refused. */
export type Outcome =
  | { number: string; orderId: string; hold: HoldReason[]; lowered: LoweredLine[] }
  | 'isPlaced'
  | { error: unknown }

type Candidate = OrderRequest & { orderId: string; contentHash: Buffer; lines: Line[] }
type Accepted = Candidate & {
  parties: Parties
  priced: PricedLine[]
  lowered: LoweredLine[]
  taxing: { treatment: TaxTreatment; rounding: TaxRounding } | undefined
  sums: Sums
  mailColumns: MailColumns
  hold: HoldReason[]
}

/**
 * Places orders in one transaction, each alone: all of its lines or none. Takes stock of Rpt orders in the order given.
 * The write goes with the commit. Their guidKeys must differ.
 *
 * Refusals: `order.otherDraft` if the key belongs to another user's draft, unless that is shared and of the same account,
 * `order.accountGone` if the user cannot (any longer) order for the account, `order.agentRequired`,
 * `order.accountBlocked`, `order.overdue`, and those of {@link priceLines}.
 */
export async function placeOrders(
  tx: Tx,
  priceRules: PriceRules,
  requests: OrderRequest[],
): Promise<Outcome[]> {
  const candidates = requests.map((request) => {
    const lines = mergeLines(request.input.lines)
    return { ...request, orderId: newId(), contentHash: hashOf(request.input, lines), lines }
  })
  const idsOf = (orderType: string) => [
    ...new Set(
      candidates
        .filter(({ input }) => input.orderType === orderType)
        .flatMap(({ lines }) => lines.map(({ productId }) => productId)),
    ),
  ]
  const taken = idsOf('Rpt')
  const referred = idsOf('Season').filter((id) => !taken.includes(id))
  // The parties and the version of the rules are read after the wait for the locks, as the offers are.
  const [offers, found] = await Promise.all([
    lockAndReadOffers(tx, { taken, referred }),
    findParties(tx, candidates.map(partiesRequest)),
  ])
  const rules = await priceRules.current(tx, found[0]?.pricingVersion)
  const credits = await creditFor(tx, candidates, found)
  const [first] = candidates
  const allLines = candidates.flatMap(({ lines }) => lines)
  const floors = first && (await floorsFor(tx, offers, allLines, first.tenant))
  const accepted: Accepted[] = []
  const outcomes = candidates.map((candidate, index): Outcome | undefined => {
    const parties = found[index]
    if (parties?.isPlaced) return 'isPlaced'
    try {
      const order = accept(candidate, parties, { offers, rules, credits, floors })
      accepted.push(order)
      takeFrom(offers, order)
      takeFromCredit(credits.get(order.parties.account.id), order.sums, order.hold.length > 0)
      return undefined
    } catch (error) {
      return { error }
    }
  })
  const numbers = accepted.length > 0 ? await write(tx, accepted) : []
  let next = 0
  return outcomes.map((outcome) => {
    if (outcome) return outcome
    next += 1
    const { orderId = '', hold = [], lowered = [] } = accepted[next - 1] ?? {}
    return { number: numbers[next - 1] ?? '', orderId, hold, lowered }
  })
}

/** One order, in a transaction of its own. */
export async function placeOrder(tx: Tx, priceRules: PriceRules, request: OrderRequest): Promise<Placed> {
  const [outcome] = await placeOrders(tx, priceRules, [request])
  const { guidKey } = request.input
  if (outcome === 'isPlaced' || !outcome) return placedBefore(tx, request)
  if ('error' in outcome) throw outcome.error
  return placedAs(guidKey, outcome)
}

/** The answer for an order that was just placed. */
export function placedAs(
  guidKey: string,
  { orderId, number, hold, lowered }: Exclude<Outcome, 'isPlaced' | { error: unknown }>,
): Placed {
  return {
    success: true,
    guidKey,
    orderId,
    orderNumber: number,
    ...(hold.length > 0 ? { hold } : {}),
    ...(lowered.length > 0 ? { lowered } : {}),
  }
}

/** Credit of the accounts whose limit, debts or first order decide whether an order is held. */
function creditFor(tx: Tx, candidates: Candidate[], found: PartiesRow[]) {
  const [first] = candidates
  if (!first) return Promise.resolve(new Map<string, AccountCredit>())
  const accounts = found.flatMap(({ account, terms }) => (account ? { accountId: account.id, terms } : []))
  return lockCredit(tx, accounts, { settings: first.tenant, now: first.now })
}

/**
 * The order that an earlier call with the same guidKey placed. Refuses with `order.alreadyPlaced` if it has
 * other content, because success would silently drop that.
 */
export async function placedBefore(tx: Tx, { input, user }: OrderRequest): Promise<Placed> {
  const lines = mergeLines(input.lines)
  const order = await orderByGuidKey(tx, user, input.guidKey)
  if (!order.contentHash.equals(hashOf(input, lines)))
    throw new Refusal('order.alreadyPlaced', { values: { number: order.number } })
  const lowered = loweredLines(lines, order.lines)
  return placedAs(input.guidKey, { orderId: order.id, number: order.number, hold: order.hold ?? [], lowered })
}

function partiesRequest({
  input,
  user,
  guest,
  tenant,
  mails,
}: Candidate): Parameters<typeof findParties>[1][number] {
  const language = mails?.language ?? null
  return {
    input,
    accountCode: user ? input.currAccCode : tenant.guestAccountCode,
    buyerIds: user ? [buyerOf(user)] : [],
    caller: { user, language },
    ...(guest ? { guest: { email: guest.email, language } } : {}),
  }
}

type Against = {
  offers: Map<string, OfferRow>
  rules: TenantRules
  credits: Map<string, AccountCredit>
  floors: Floors | undefined
}

/** Checks and prices an order against what is left of the offers and of what the account may order. */
function accept(
  candidate: Candidate,
  found: PartiesRow | undefined,
  { offers, rules, credits, floors }: Against,
): Accepted {
  const { input, user, lines, mails } = candidate
  if (found?.isOthersDraft) throw new Refusal('order.otherDraft')
  // For guest orders: the account was blocked or deleted since the office chose it, or its agent is gone.
  const isClosed = !found?.account || found.account.isBlocked || !found.agentId
  if (!user && isClosed) throw new Refusal('order.accountBlocked')
  if (!found?.account) throw new Refusal('order.accountGone')
  if (user && !input.salesPersonCode) throw new Refusal('order.agentRequired')
  if (found.account.isBlocked) throw new Refusal('order.accountBlocked')
  refuseTooLarge(lines)
  const parties = refuseMissing(found, input)
  const viewed = {
    priceGroup: priceGroupOf(candidate, parties),
    excludedBrandIds: user ? parties.account.excludedBrandIds : [],
  }
  const { index, quantities } = rules.for({
    accountId: parties.account.id,
    priceGroup: viewed.priceGroup,
    day: dayOf(candidate.now, candidate.tenant.timeZone),
    code: input.campaignCode,
  })
  const { taxRates: rates, taxRounding: rounding } = candidate.tenant
  // The account of guest orders says nothing about the guest.
  const treatment = treatmentOf(rates, user ? parties.account.taxTreatment : 'domestic')
  const { discount = 0, overrideReason } = input
  const { priced, lowered, deviations } = priceLines(lines, {
    rows: offers,
    viewed,
    takesStock: input.orderType === 'Rpt',
    tax: { rates, treatment },
    rules: index,
    quantities,
    discount,
    overrideReason,
  })
  const sums = sumsOf(priced, treatment && rounding)
  const hold = holdReasons({
    user,
    isForGuest: !user,
    terms: parties.terms,
    priced,
    sums,
    discount,
    deviations,
    credit: credits.get(parties.account.id),
    settings: candidate.tenant,
    floors,
  })
  return {
    ...candidate,
    parties,
    priced,
    lowered,
    taxing: treatment ? { treatment, rounding } : undefined,
    sums,
    hold,
    mailColumns: mailsTo(parties.addressees, mails),
  }
}

function priceGroupOf({ user, tenant }: OrderRequest, { account }: Parties): string {
  return user ? account.priceGroup : tenant.priceGroup
}

function takeFrom(offers: Map<string, OfferRow>, { input, priced }: Accepted): void {
  if (input.orderType !== 'Rpt') return
  for (const { variantId, qty } of priced) {
    const row = offers.get(variantId)
    if (row) row.inventory -= qty
  }
}

/** The user, if they are a customer. */
export function buyerOf(user: User): string | null {
  return user.roles[0] === 'customer' ? user.id : null
}

/** Parallel arrays for `unnest`, which fills shorter ones with null; unit prices in ticks, list prices in minor units. */
export type LineColumns = {
  variantIds: string[]
  quantities: number[]
  unitPrices: number[]
  currencies: string[]
  listPrices: (number | null)[]
  /** JSON. */
  priceSteps: (string | null)[]
  taxPercents: (number | null)[]
}

export function lineColumns(lines: PricedLine[]): LineColumns {
  return {
    variantIds: lines.map(({ variantId }) => variantId),
    quantities: lines.map(({ qty }) => qty),
    unitPrices: lines.map(({ ticks }) => ticks),
    currencies: lines.map(({ currencyCode }) => currencyCode),
    listPrices: orNone(lines.map(({ listMinor }) => listMinor ?? null)),
    priceSteps: orNone(lines.map(({ steps }) => (steps ? JSON.stringify(steps) : null))),
    taxPercents: orNone(lines.map(({ taxPercent = null }) => taxPercent)),
  }
}

/** Empty if all are null, as in most orders: then neither side spends time on them. */
const orNone = <Value>(values: (Value | null)[]) => (values.some((value) => value !== null) ? values : [])

/** Requests jobs for orders' mails and transfer; none where nothing has to be done. */
export async function requestOrderJobs(
  tx: Tx,
  orders: (Pick<OrderRequest, 'tenant' | 'waker' | 'now'> & {
    hasMails: boolean
    hasErp: boolean
    isHeld: boolean
  })[],
): Promise<void> {
  const [first] = orders
  if (!first) return
  const kinds = [
    ...(orders.some(({ hasMails }) => hasMails) ? (['orderMails'] as const) : []),
    ...(orders.some(({ tenant, hasErp, isHeld }) => tenant.transferEnabled && hasErp && !isHeld)
      ? (['erpTransfer'] as const)
      : []),
  ]
  const isAnyHeld = orders.some(({ isHeld }) => isHeld)
  await Promise.all([
    requestJobs(tx, first.waker, kinds, first.now),
    isAnyHeld && requestJobs(tx, undefined, ['heldOrders'], keepsUntil(first.now, first.tenant)),
  ])
}

/** The order for the change log, without its number. */
function recordOf({ input, guest, parties, sums, hold }: Accepted): Record<string, unknown> {
  const { account, customer, agentCode, agent } = parties
  return {
    customer: `${account.code} ${customer}`,
    ...(guest ? { guest: `${guest.name} · ${guest.phone}` } : {}),
    agent: `${agentCode} ${agent}`,
    orderType: input.orderType,
    qty: sums.qty,
    totals: sums.texts,
    ...(input.discount ? { discount: input.discount } : {}),
    ...(input.discountReason ? { discountReason: input.discountReason } : {}),
    ...(input.overrideReason ? { overrideReason: input.overrideReason } : {}),
    ...(hold.length > 0 ? { heldFor: hold.map(({ kind }) => kind) } : {}),
  }
}

const headerColumns = headerNames.map(columnOf).join(', ')

// If less stock was taken than was locked, there are no counters, the lines refer to no order, and all fails.
const insert = preparedWith<ReturnType<typeof columnsOf>>(`
  with given as materialized (
    select * from unnest(:orderIds::uuid[], :guidKeys::uuid[], :contentHashes::bytea[], :orderTypes::text[],
        :accountIds::uuid[], :subAccountIds::uuid[], :agentIds::uuid[], :userIds::uuid[], :priceGroups::text[],
        :times::timestamptz[], :guests::jsonb[], :quantitiesOfOrders::integer[],
        :largestAmounts::bigint[], :largestCurrencies::text[], :names::text[], :addresses::text[], :records::jsonb[],
        ${headerNames.map((name) => `:${name}s::${headerFields[name].kind === 'percent' ? 'numeric' : 'text'}[]`).join(', ')},
        :states::text[], :overridesBySellers::boolean[], :holds::jsonb[], :taxTreatments::text[], :taxRoundings::text[])
      with ordinality g (order_id, guid_key, content_hash, order_type, account_id, sub_account_id, agent_id, user_id,
        price_group, at, guest, qty, amount_minor, amount_currency, name, address, recorded,
        ${headerColumns}, state, override_by_seller, hold, tax_treatment,
        tax_rounding, n)
  ), sent as materialized (
    select t.*, g.order_id, v.product_id, p.brand_id, p.item_code, p.item_description, p.color_code, p.color_description, v.size,
           v.lot_code, v.lot_description, v.pieces_per_lot, v.barcode
    from unnest(:linePlaces::integer[], :lineNumbers::integer[], :variantIds::uuid[], :quantities::integer[],
                :unitPrices::bigint[], :currencies::text[], :listPrices::bigint[], :priceSteps::jsonb[],
                :taxPercents::numeric[])
      t (n, line_no, variant_id, qty, ticks, currency_code, list_price_minor, price_steps, tax_percent)
    join given g on g.n = t.n
    join variants v on v.tenant_id = $1 and v.id = t.variant_id
    join products p on p.tenant_id = $1 and p.id = v.product_id
  ), taken as (
    update variants v set inventory = v.inventory - t.qty
    from unnest(:takenIds::uuid[], :takenQuantities::integer[]) t (id, qty)
    where v.tenant_id = $1 and v.id = t.id and v.inventory >= t.qty
    returning v.id, v.inventory, v.product_id, case when not v.is_active then 0
      else (v.inventory > 0)::integer - (v.inventory + t.qty > 0)::integer end as turn
  ), turned as (
    update products p set variants_in_stock = p.variants_in_stock + t.turns
    from (select product_id, sum(turn)::integer as turns from taken group by product_id) t
    where p.tenant_id = $1 and p.id = t.product_id and t.turns <> 0 returning p.id
  ), counted as (
    update tenant_counters c set last_order_number = c.last_order_number + :count::integer,
                                 order_version = c.order_version + :count::integer
    where c.tenant_id = $1 and (select count(*) from taken) = cardinality(:takenIds::uuid[])
    returning c.last_order_number - :count::integer as number, c.order_version - :count::integer as version
  ), ${raiseCatalogue(
    {
      products: `'{}'`,
      stock: 'select array_agg(taken.id) as ids, array_agg(taken.inventory) as inventories from taken',
    },
    { after: 'counted', condition: 'exists (select from taken)' },
  )}, keyed as (
    insert into order_keys (tenant_id, guid_key, order_id, content_hash)
    select $1, guid_key, order_id, content_hash from given returning guid_key
  ), ordered as (
    insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, sub_account_id, agent_id,
                        placed_by, price_group, ${headerColumns}, qty, placed_at, guest, change_no, amount_minor, amount_currency,
                        brand_ids, override_by_seller,
                        tax_treatment, tax_rounding)
    select $1, g.order_id, c.number + g.n, g.guid_key, g.order_type, g.state, g.account_id, g.sub_account_id, g.agent_id,
           g.user_id, g.price_group, ${headerNames.map((name) => `g.${columnOf(name)}`).join(', ')}, g.qty, g.at, g.guest, c.version + g.n, g.amount_minor,
           g.amount_currency, b.brand_ids, g.override_by_seller, g.tax_treatment, g.tax_rounding
    from counted c, given g join (select n, array_agg(distinct brand_id) as brand_ids from sent group by n) b on b.n = g.n
    returning id, number
  ), lined as (
    insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, price_ticks, currency_code, item_code,
                             item_description, color_code, color_description, size, lot_code, lot_description,
                             pieces_per_lot, barcode, product_id, list_price_minor, price_steps, tax_percent)
    select $1, order_id, line_no, variant_id, qty, ${priceColumns('ticks')}, currency_code, item_code, item_description, color_code,
           color_description, size, lot_code, lot_description, pieces_per_lot, barcode, product_id, list_price_minor,
           price_steps, tax_percent
    from sent returning line_no
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor, tax_minor)
    select $1, g.order_id, t.currency_code, t.amount_minor, t.tax_minor
    from unnest(:totalPlaces::integer[], :totalCurrencies::text[], :totalAmounts::bigint[], :totalTaxes::bigint[])
      t (n, currency_code, amount_minor, tax_minor) join given g on g.n = t.n
    returning currency_code
  ), recorded as (
    -- The one change whose id is that of what was changed.
    insert into changes (tenant_id, id, at, user_id, user_name, address, subject, subject_id, subject_name, action, after)
    select $1, g.order_id, g.at, g.user_id, g.name, g.address, 'order', g.order_id, (c.number + g.n)::text, 'placed',
           g.recorded
    from counted c, given g returning id
  ), queued as (
    insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
    select $1, g.order_id, 'pending', g.at, g.user_id from given g, erp_links l, tenant_settings t
    where ${stateThat('maySend', 'g.state')} and l.tenant_id = $1 and l.is_automatic and t.tenant_id = $1 and t.transfer_enabled returning order_id
  ), held as (
    insert into order_holds (tenant_id, order_id, reasons, held_at, keeps_until)
    select $1, g.order_id, g.hold, g.at, :keepsUntil::timestamptz from given g where g.hold is not null returning order_id
  ), mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, g.order_id, 1, case when ${stateThat('isHeld', 'g.state')} then 'held' else 'placed' end, m.recipient, m.language, g.at, g.at
    from unnest(:mailPlaces::integer[], :mailIds::uuid[], :recipients::text[], :mailLanguages::text[])
      m (n, id, recipient, language) join given g on g.n = m.n returning id
  )
  select o.number::text from ordered o join given g on g.order_id = o.id order by g.n`)

/** Columns of orders, lines, totals, stock and mails. Lines, totals and mails name the place of their order. */
function columnsOf(orders: Accepted[]) {
  const [first] = orders as [Accepted]
  const placed = orders.flatMap(({ priced }, index) =>
    priced.map((line, at) => ({ ...line, n: index + 1, lineNo: at + 1 })),
  )
  const totals = orders.flatMap(({ sums }, index) =>
    Array.from(sums.totals, ([currency, amount]) => ({
      n: index + 1,
      currency,
      amount,
      tax: sums.taxes.get(currency) ?? null,
    })),
  )
  const mails = orders.flatMap(({ mailColumns }, index) => mailColumns.mailIds.map(() => index + 1))
  const taken = new Map<string, number>()
  for (const { input, priced } of orders) {
    if (input.orderType !== 'Rpt') continue
    for (const { variantId, qty } of priced) taken.set(variantId, (taken.get(variantId) ?? 0) + qty)
  }
  return {
    count: orders.length,
    orderIds: orders.map(({ orderId }) => orderId),
    guidKeys: orders.map(({ input }) => input.guidKey),
    contentHashes: orders.map(({ contentHash }) => contentHash),
    orderTypes: orders.map(({ input }) => input.orderType),
    accountIds: orders.map(({ parties }) => parties.account.id),
    subAccountIds: orders.map(({ parties }) => parties.subAccountId),
    agentIds: orders.map(({ parties }) => parties.agentId),
    userIds: orders.map(({ user }) => user?.id ?? null),
    priceGroups: orders.map((order) => priceGroupOf(order, order.parties)),
    times: orders.map(({ now }) => now),
    /** JSON; null for signed-in users. */
    guests: orders.map(({ guest }) => (guest ? JSON.stringify(guest) : null)),
    quantitiesOfOrders: orders.map(({ sums }) => sums.qty),
    largestAmounts: orders.map(({ sums }) => sums.largest.amount),
    largestCurrencies: orders.map(({ sums }) => sums.largest.currency),
    names: orders.map(({ user, guest }) => user?.username ?? guest?.name ?? ''),
    addresses: orders.map(({ address }) => address),
    records: orders.map((order) => JSON.stringify(recordOf(order))),
    ...Object.fromEntries(
      headerNames.map((name) => [`${name}s`, orders.map(({ input }) => input[name] ?? emptyHeader[name])]),
    ),
    states: orders.map(({ hold }) => (hold.length > 0 ? 'review' : 'placed')),
    overridesBySellers: orders.map(({ user }) => isSeller(user)),
    /** JSON; null if it does not wait. */
    holds: orders.map(({ hold }) => (hold.length > 0 ? JSON.stringify(hold) : null)),
    keepsUntil: keepsUntil(first.now, first.tenant),
    taxTreatments: orders.map(({ taxing }) => taxing?.treatment ?? null),
    taxRoundings: orders.map(({ taxing }) => taxing?.rounding ?? null),
    linePlaces: placed.map(({ n }) => n),
    lineNumbers: placed.map(({ lineNo }) => lineNo),
    ...lineColumns(placed),
    totalPlaces: totals.map(({ n }) => n),
    totalCurrencies: totals.map(({ currency }) => currency),
    totalAmounts: totals.map(({ amount }) => amount),
    totalTaxes: totals.map(({ tax }) => tax),
    takenIds: [...taken.keys()],
    takenQuantities: [...taken.values()],
    mailPlaces: mails,
    mailIds: orders.flatMap(({ mailColumns }) => mailColumns.mailIds),
    recipients: orders.flatMap(({ mailColumns }) => mailColumns.recipients),
    mailLanguages: orders.flatMap(({ mailColumns }) => mailColumns.mailLanguages),
  }
}

/** Assigns the numbers and writes the orders, as the last statement before the commit. */
async function write(tx: Tx, orders: Accepted[]): Promise<string[]> {
  const [, rows] = await Promise.all([
    requestOrderJobs(
      tx,
      orders.map((order) => ({
        ...order,
        hasMails: order.mailColumns.mailIds.length > 0,
        hasErp: order.parties.hasErp,
        isHeld: order.hold.length > 0,
      })),
    ),
    tx.last<{ number: string }>(...insert(columnsOf(orders))),
  ])
  if (rows.length !== orders.length) throw new Error('The tenant has no counters')
  return rows.map(({ number }) => number)
}
