import { isVisibleTo } from '#server/carts/draftAccess.ts'
import { orderReachOf, reachableAccount } from '#server/customers/reach.ts'
import { newId } from '#server/db/newId.ts'
import { prepared, preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { type JobWaker, requestJobs } from '#server/jobs/jobs.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { placeOrder as endpoint, Guest, PlaceOrderInput } from '#shared/orders.ts'
import {
  hashOf,
  mergeLines,
  type PricedLine,
  refuseTooLarge,
  type Sums,
  sumsOf,
  totalTexts,
} from './content.ts'
import { type MailColumns, mailsTo, type OutgoingMails } from './mails/outgoing.ts'
import { lockAndReadOffers, priceLines } from './offer.ts'
import { findParties, type Parties } from './parties.ts'
import { orderByGuidKey } from './readOrder.ts'
import { raiseForStock, takeStock } from './stock.ts'

export type Placed = { success: true; guidKey: string; orderId: string; orderNumber: string }

/** Without `mails` none are sent. `toErp`: the tenant transfers orders. `waker` starts jobs right after the commit. */
export type OrderCall = Pick<Call<typeof endpoint>, 'tx' | 'now'> & {
  user: User
  request: { ip: string }
  mails?: OutgoingMails
  toErp?: boolean
  waker?: JobWaker
}
/** A guest's order. */
export type GuestOrderCall = Omit<OrderCall, 'user'> & {
  tenant: Pick<Tenant, 'guestAccountCode' | 'priceGroup'>
}

type Booking = {
  account: { id: string; code: string; priceGroup: string }
  /** Account whose excluded brands cannot be ordered. */
  excludedFor: string | null
  userId: string | null
  guest: Guest | null
  /** For the change record. */
  name: string
  buyerId: string | null
  salesPersonCode: string
}

/**
 * Places an order, all lines or none, and takes stock of Rpt orders. The guidKey is claimed first: concurrent calls
 * wait, and repeats return the order that the first one made. A repeat with other content is refused, because success
 * would silently drop it.
 * @throws Refusal `order.agentRequired`, `order.accountBlocked`, `order.alreadyPlaced`, `order.otherDraft`, and those
 * of {@link priceLines}.
 */
export async function placeOrder(call: OrderCall, input: PlaceOrderInput): Promise<Placed> {
  return placeOnce(call.tx, call.user, input, async (orderId) => {
    const account = await orderableAccount(call, input.currAccCode)
    if (!input.salesPersonCode) throw new Refusal('order.agentRequired')
    if (account.isBlocked) throw new Refusal('order.accountBlocked')
    return write(call, input, orderId, {
      account,
      excludedFor: account.id,
      userId: call.user.id,
      guest: null,
      name: call.user.username,
      buyerId: buyerOf(call),
      salesPersonCode: input.salesPersonCode,
    })
  })
}

/** {@link placeOrder} for guests: under the tenant's account for guest orders and its agent, at visitors' prices. */
export async function placeGuestOrder(
  call: GuestOrderCall,
  input: PlaceOrderInput,
  guest: Guest,
): Promise<Placed> {
  const { tx, tenant } = call
  return placeOnce(tx, undefined, input, async (orderId) => {
    const account = await guestAccount(tx, tenant.guestAccountCode)
    return write(call, input, orderId, {
      account: { ...account, priceGroup: tenant.priceGroup },
      excludedFor: null,
      userId: null,
      guest,
      name: guest.name,
      buyerId: null,
      salesPersonCode: account.salesPersonCode,
    })
  })
}

/** @throws Refusal `order.accountGone` if the user cannot (any longer) order for the account. */
async function orderableAccount({ tx, user }: OrderCall, code: string) {
  return reachableAccount(tx, user, code).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'notFound' ? new Refusal('order.accountGone') : error
  })
}

/** The first call with a guidKey makes the order; all others get that order. */
async function placeOnce(
  tx: Tx,
  user: User | undefined,
  input: PlaceOrderInput,
  make: (orderId: string) => Promise<string>,
): Promise<Placed> {
  const { guidKey } = input
  const orderId = newId()
  const contentHash = hashOf(input)
  if (await claimGuidKey(tx, guidKey, orderId, contentHash)) {
    await refuseOthersDraft(tx, user, input)
    return { success: true, guidKey, orderId, orderNumber: await make(orderId) }
  }
  const order = await orderByGuidKey(tx, user, guidKey)
  if (!order.contentHash.equals(contentHash)) {
    throw new Refusal('order.alreadyPlaced', { values: { number: order.number } })
  }
  return { success: true, guidKey, orderId: order.id, orderNumber: order.number }
}

const findGuestAccount = prepared(`
  select a.id, a.code, g.code as "salesPersonCode" from accounts a
  join agents g on g.tenant_id = $1 and g.id = a.agent_id and g.is_active and g.deleted_at is null
  where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null and not a.is_blocked`)

async function guestAccount(tx: Tx, code: string) {
  const [account] = await tx.query<{ id: string; code: string; salesPersonCode: string }>(
    findGuestAccount,
    code,
  )
  // Since the office chose it: blocked, deleted, or its agent is gone.
  if (!account) throw new Refusal('order.accountBlocked')
  return account
}

/** Checks, prices and writes an order after its guidKey was claimed; returns the number. */
async function write(
  call: GuestOrderCall | OrderCall,
  input: PlaceOrderInput,
  orderId: string,
  booking: Booking,
): Promise<string> {
  const { tx, now } = call
  const { account, salesPersonCode, guest } = booking
  const { priceGroup } = account
  const language = call.mails?.language ?? null
  const lines = mergeLines(input.lines)
  refuseTooLarge(lines)
  const takesStock = input.orderType === 'Rpt'
  const variantIds = lines.map((line) => line.productId)
  const [parties, offered] = await Promise.all([
    findParties(tx, {
      input: { ...input, salesPersonCode },
      accountId: account.id,
      buyerIds: [booking.buyerId],
      caller: { userId: booking.userId, language },
      ...(guest ? { guest: { email: guest.email, language } } : {}),
    }),
    lockAndReadOffers(tx, { variantIds, takesStock, accountId: booking.excludedFor, priceGroup }),
  ])
  const priced = priceLines(lines, { offered, takesStock })
  if (takesStock) await takeStock(tx, priced)
  const sums = sumsOf(priced)
  const mails = mailsTo(parties.addressees, call.mails)
  const [, number] = await Promise.all([
    requestOrderJobs(call, mails),
    insertOrder(tx, {
      orderId,
      guidKey: input.guidKey,
      orderType: input.orderType,
      accountId: account.id,
      subAccountId: parties.subAccountId,
      agentId: parties.agentId,
      userId: booking.userId,
      priceGroup,
      description: input.description,
      now,
      takesStock,
      guest: guest && JSON.stringify(guest),
      qty: sums.qty,
      largestAmount: sums.largest.amount,
      largestCurrency: sums.largest.currency,
      totalCurrencies: [...sums.totals.keys()],
      totalAmounts: [...sums.totals.values()],
      ...lineColumns(priced),
      ...mails,
      by: booking.name,
      address: call.request.ip,
      recorded: JSON.stringify(recordOf(input, { ...booking, ...parties }, sums)),
    }),
  ])
  return number
}

/** The user, if they are a customer. */
export function buyerOf({ user }: OrderCall): string | null {
  return user.roles[0] === 'customer' ? user.id : null
}

/** Parallel arrays for `unnest`; prices in minor units. */
export type LineColumns = {
  variantIds: string[]
  quantities: number[]
  unitPrices: number[]
  currencies: string[]
}

export function lineColumns(lines: PricedLine[]): LineColumns {
  return {
    variantIds: lines.map(({ variantId }) => variantId),
    quantities: lines.map(({ qty }) => qty),
    unitPrices: lines.map(({ amountMinor }) => amountMinor),
    currencies: lines.map(({ currencyCode }) => currencyCode),
  }
}

/** Requests jobs for the order's mails and transfer. */
export async function requestOrderJobs(
  { tx, toErp, waker, now }: Pick<OrderCall, 'tx' | 'toErp' | 'waker' | 'now'>,
  { mailIds }: Pick<MailColumns, 'mailIds'>,
): Promise<void> {
  const kinds = [
    ...(mailIds.length > 0 ? (['orderMails'] as const) : []),
    ...(toErp ? (['erpTransfer'] as const) : []),
  ]
  await requestJobs(tx, waker, kinds, now)
}

const claim = prepared(`
  insert into order_keys (tenant_id, guid_key, order_id, content_hash) values ($1, $2, $3, $4)
  on conflict (tenant_id, guid_key) do nothing returning guid_key`)

async function claimGuidKey(tx: Tx, guidKey: string, orderId: string, contentHash: Buffer): Promise<boolean> {
  return (await tx.query(claim, guidKey, orderId, contentHash)).length === 1
}

// An order replaces its draft, so it must not use somebody else's.
const findOthersDraft = prepared(`
  select from drafts d left join accounts a on a.tenant_id = $1 and a.id = d.account_id
  where d.tenant_id = $1 and d.id = $2 and d.owner_id is distinct from $3::uuid
    and not (d.deleted_at is null and a.code = $6 and ${isVisibleTo('$3', '$4', '$5')})`)

/**
 * @throws Refusal `order.otherDraft` if the key belongs to another user's draft, unless that is shared and of the
 * same account.
 */
async function refuseOthersDraft(tx: Tx, user: User | undefined, input: PlaceOrderInput): Promise<void> {
  const { agentId, accountId } = orderReachOf(user)
  const values = [input.guidKey, user?.id ?? null, agentId, accountId, input.currAccCode]
  if ((await tx.query(findOthersDraft, ...values)).length > 0) throw new Refusal('order.otherDraft')
}

/** For the change log, without the number. */
function recordOf(
  { orderType }: PlaceOrderInput,
  { account, salesPersonCode, guest, customer, agent }: Booking & Parties,
  { qty, totals }: Sums,
): Record<string, unknown> {
  return {
    customer: `${account.code} ${customer}`,
    ...(guest ? { guest: `${guest.name} · ${guest.phone}` } : {}),
    agent: `${salesPersonCode} ${agent}`,
    orderType,
    qty,
    totals: totalTexts(totals),
  }
}

type NewOrder = LineColumns &
  MailColumns & {
    orderId: string
    guidKey: string
    orderType: PlaceOrderInput['orderType']
    accountId: string
    subAccountId: string | null
    agentId: string
    userId: string | null
    priceGroup: string
    description: string
    now: Date
    takesStock: boolean
    /** JSON; null for signed-in users. */
    guest: string | null
    qty: number
    largestAmount: number
    largestCurrency: string
    totalCurrencies: string[]
    totalAmounts: number[]
    /** For the change log. */
    by: string
    address: string
    recorded: string
  }

const insert = preparedWith<NewOrder>(`
  with counted as (
    update tenant_counters set last_order_number = last_order_number + 1, order_version = order_version + 1
    where tenant_id = $1 returning last_order_number, order_version
  ), sent as (
    select t.*, v.product_id, p.brand_id, p.item_code, p.item_description, p.color_code, p.color_description, v.size, v.lot_code,
           v.lot_description, v.pieces_per_lot, v.barcode
    from unnest(:variantIds::uuid[], :quantities::integer[], :unitPrices::bigint[], :currencies::text[])
      with ordinality t (variant_id, qty, unit_price_minor, currency_code, line_no)
    join variants v on v.tenant_id = $1 and v.id = t.variant_id
    join products p on p.tenant_id = $1 and p.id = v.product_id
  ), ${raiseForStock(':variantIds::uuid[]', { after: 'counted', condition: ':takesStock::boolean' })}, ordered as (
    insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, sub_account_id, agent_id,
                        placed_by, price_group, description, qty, placed_at, guest, change_no, amount_minor, amount_currency,
                        brand_ids)
    select $1, :orderId, last_order_number, :guidKey, :orderType, 'placed', :accountId, :subAccountId, :agentId, :userId,
           :priceGroup, :description, :qty, :now, :guest::jsonb, order_version, :largestAmount, :largestCurrency,
           (select array_agg(distinct brand_id) from sent)
    from counted
    returning number
  ), lined as (
    insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, currency_code, item_code,
                             item_description, color_code, color_description, size, lot_code, lot_description,
                             pieces_per_lot, barcode)
    select $1, :orderId, line_no, variant_id, qty, unit_price_minor, currency_code, item_code, item_description, color_code,
           color_description, size, lot_code, lot_description, pieces_per_lot, barcode
    from sent returning line_no
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor)
    select $1, :orderId, t.currency_code, t.amount_minor
    from unnest(:totalCurrencies::text[], :totalAmounts::bigint[]) t (currency_code, amount_minor)
    returning currency_code
  ), recorded as (
    -- The one change whose id is that of what was changed.
    insert into changes (tenant_id, id, at, user_id, user_name, address, subject, subject_id, subject_name, action, after)
    select $1, :orderId, :now, :userId, :by, :address, 'order', :orderId, last_order_number::text, 'placed', :recorded
    from counted
  ), queued as (
    insert into order_transfers (tenant_id, order_id, state, requested_at, requested_by)
    select $1, :orderId, 'pending', :now, :userId from erp_links l, tenants t
    where l.tenant_id = $1 and l.is_automatic and t.id = $1 and t.transfer_enabled returning order_id
  ), mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, :orderId, 1, 'placed', m.recipient, m.language, :now, :now
    from unnest(:mailIds::uuid[], :recipients::text[], :mailLanguages::text[]) m (id, recipient, language) returning id
  )
  select number::text from ordered`)

/** Assigns the number and writes the order, as the last statement before the commit. */
async function insertOrder(tx: Tx, order: NewOrder): Promise<string> {
  const [written] = await tx.last<{ number: string }>(insert.statement, ...insert.list(order))
  if (!written) throw new Error('The tenant has no counters')
  return written.number
}
