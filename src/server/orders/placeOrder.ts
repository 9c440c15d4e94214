import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { actorOf } from '#server/changes/record.ts'
import { reachableAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import type { placeOrder as endpoint, PlaceOrderInput } from '#shared/orders.ts'
import { orderByGuidKey } from './ordersOf.ts'

type Placed = { success: true; guidKey: string; orderId: string; orderNumber: string }
type Line = PlaceOrderInput['lines'][number]
/** What the database says of a line: amountMinor and currencyCode are null where the price group has no price. */
type Offered = {
  variantId: string
  inventory: number
  isOrderable: boolean
  amountMinor: number | null
  currencyCode: string | null
}

/**
 * Places an order: every line or none. Prices are those of the account's price group, and an Rpt order takes its
 * stock here. The guidKey is claimed first: two sendings at once wait for each other, and the later one, like any
 * replay however late, gets the order that the first one made. The same key with other contents is told that its
 * order is placed already: an answer of success would drop the changes without a word.
 * Refuses with `order.agentRequired`, `order.accountBlocked`, `order.alreadyPlaced`, `order.lineUnavailable`, `order.priceChanged` or
 * `order.inventoryNotSufficient`, the last three with the lines concerned.
 */
export async function placeOrder(
  call: Pick<Call<typeof endpoint>, 'tx' | 'user' | 'now'> & { request: { ip: string } },
  input: PlaceOrderInput,
): Promise<Placed> {
  const { tx, user, now } = call
  const orderId = uuidv7()
  const contentHash = hashOf(input)
  if (!(await claimGuidKey(tx, input.guidKey, orderId, contentHash))) {
    const order = await orderByGuidKey(tx, user, input.guidKey)
    if (!order.contentHash.equals(contentHash)) {
      throw new Refusal('order.alreadyPlaced', { values: { number: order.number } })
    }
    return { success: true, guidKey: input.guidKey, orderId: order.id, orderNumber: order.number }
  }
  const account = await reachableAccount(tx, user, input.currAccCode)
  if (!input.salesPersonCode) throw new Refusal('order.agentRequired')
  if (account.isBlocked) throw new Refusal('order.accountBlocked')

  const lines = mergeLines(input.lines)
  refuseBeyondNumbers(lines)
  const takesStock = input.orderType === 'Rpt'
  const [parties, offered] = await Promise.all([
    findParties(tx, account.id, input.salesPersonCode, input.subCurrAccId),
    readOffer(tx, { lines, takesStock, accountId: account.id, priceGroup: account.priceGroup }),
  ])
  const priced = priceLines(lines, offered, takesStock)

  if (takesStock) await takeStock(tx, lines)
  const number = await insertOrder(tx, [
    orderId,
    input.guidKey,
    input.orderType,
    account.id,
    parties.subAccountId,
    parties.agentId,
    user.id,
    account.priceGroup,
    input.description,
    lines.reduce((sum, line) => sum + line.qty, 0),
    now,
    takesStock,
    ...priced,
    ...recordOf(call, input, parties, priced),
  ])
  return { success: true, guidKey: input.guidKey, orderId, orderNumber: number }
}

const claim = prepared(`
  insert into order_keys (tenant_id, guid_key, order_id, content_hash) values ($1, $2, $3, $4)
  on conflict (tenant_id, guid_key) do nothing returning guid_key`)

async function claimGuidKey(tx: Tx, guidKey: string, orderId: string, contentHash: Buffer): Promise<boolean> {
  return (await tx.query(claim, guidKey, orderId, contentHash)).length === 1
}

/** Of what a person asked for. Prices are left out: they are the server's, and a screen may have renewed them. */
function hashOf(input: PlaceOrderInput): Buffer {
  const lines = mergeLines(input.lines).map(({ productId, qty }) => `${productId} ${qty}`)
  const { orderType, currAccCode, subCurrAccId = '', salesPersonCode, description } = input
  const content = [orderType, currAccCode, subCurrAccId, salesPersonCode, description, ...lines.toSorted()]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** One line per size or lot, in the order first seen; the same one sent twice is one line of both quantities. */
function mergeLines(lines: Line[]): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const known = merged.get(line.productId)
    merged.set(line.productId, known ? { ...line, qty: known.qty + line.qty } : line)
  }
  return [...merged.values()]
}

/** Units are stored as integer, and amounts travel as numbers: past these bounds a sum would be refused or wrong. */
const mostUnits = 2 ** 31 - 1

function refuseBeyondNumbers(lines: Line[]): void {
  const units = lines.reduce((sum, line) => sum + line.qty, 0)
  const amount = lines.reduce((sum, line) => sum + line.qty * toMinor(line.unitPrice), 0)
  if (units > mostUnits || amount > Number.MAX_SAFE_INTEGER) throw new Refusal('order.tooLarge')
}

const readParties = prepared(`
  select a.description as customer, g.id as "agentId", g.name as agent,
         (select id from sub_accounts
          where tenant_id = $1 and account_id = $2 and id = $4::uuid and deleted_at is null) as "subAccountId"
  from accounts a
  left join agents g on g.tenant_id = $1 and g.code = $3 and g.is_active and g.deleted_at is null
  where a.tenant_id = $1 and a.id = $2`)
type Parties = { customer: string; agentId: string | null; agent: string | null; subAccountId: string | null }

async function findParties(tx: Tx, accountId: string, agentCode: string, subAccountId: string | undefined) {
  const [found] = await tx.query<Parties>(readParties, accountId, agentCode, subAccountId ?? null)
  if (!found?.agentId || (subAccountId && !found.subAccountId)) throw new Refusal('notFound')
  return found
}

// Everybody who changes stock or prices, or writes lines of them, locks the variants first and in the order of ids,
// so that crossing orders and imports wait for each other instead of deadlocking. Rpt keeps others from changing
// the stock; Season only from changing what it refers to.
const lockForStock = prepared(
  `select id from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
)
const lockForReference = prepared(
  `select id from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for key share`,
)
const readOffers = prepared(`
  select v.id as "variantId", v.inventory, r.amount_minor::float8 as "amountMinor", r.currency_code as "currencyCode",
         v.is_active and p.is_active and b.is_active and c.is_active and not exists (
           select from excluded_brands x
           where x.tenant_id = $1 and x.account_id = $3 and x.brand_id = p.brand_id) as "isOrderable"
  from variants v
  join products p on p.tenant_id = $1 and p.id = v.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $4
  where v.tenant_id = $1 and v.id = any ($2::uuid[])`)

/**
 * What is offered of the lines, locked. The reading is a statement of its own, sent right behind the lock: it sees
 * everything as it is once the lock is held, also what somebody changed while we waited.
 */
async function readOffer(
  tx: Tx,
  order: { lines: Line[]; takesStock: boolean; accountId: string; priceGroup: string },
): Promise<Map<string, Offered>> {
  const ids = order.lines.map((line) => line.productId)
  const [, rows] = await Promise.all([
    tx.query(order.takesStock ? lockForStock : lockForReference, ids),
    tx.query<Offered>(readOffers, ids, order.accountId, order.priceGroup),
  ])
  return new Map(rows.map((row) => [row.variantId, row]))
}

/**
 * Holds the lines sent against what is offered. Answers the columns of the order's lines: ids, quantities, minor
 * unit prices and currencies.
 */
function priceLines(
  lines: Line[],
  offered: Map<string, Offered>,
  takesStock: boolean,
): [string[], number[], number[], string[]] {
  const unavailable: LineProblem[] = []
  const repriced: LineProblem[] = []
  const short: LineProblem[] = []
  const columns: [string[], number[], number[], string[]] = [[], [], [], []]
  for (const { productId, qty, unitPrice, priceCurrencyCode } of lines) {
    const variant = offered.get(productId)
    if (!variant?.isOrderable || variant.amountMinor === null || variant.currencyCode === null) {
      unavailable.push({ productId })
      continue
    }
    if (variant.amountMinor !== toMinor(unitPrice) || variant.currencyCode !== priceCurrencyCode) {
      const newUnitPrice = fromMinor(variant.amountMinor)
      repriced.push({
        productId,
        unitPrice,
        newUnitPrice,
        priceCurrencyCode,
        newPriceCurrencyCode: variant.currencyCode,
      })
    }
    if (takesStock && variant.inventory < qty) short.push({ productId, inventory: variant.inventory })
    columns[0].push(productId)
    columns[1].push(qty)
    columns[2].push(variant.amountMinor)
    columns[3].push(variant.currencyCode)
  }
  if (unavailable.length > 0) throw new Refusal('order.lineUnavailable', { lines: unavailable })
  if (repriced.length > 0) throw new Refusal('order.priceChanged', { lines: repriced })
  if (short.length > 0) throw new Refusal('order.inventoryNotSufficient', { lines: short })
  return columns
}

const decrement = prepared(`
  update variants v set inventory = v.inventory - t.qty
  from unnest($2::uuid[], $3::integer[]) t (id, qty)
  where v.tenant_id = $1 and v.id = t.id and v.inventory >= t.qty
  returning v.id`)

/** Takes the stock of rows that this transaction has locked and looked at. */
async function takeStock(tx: Tx, lines: Line[]): Promise<void> {
  const taken = await tx.query(
    decrement,
    lines.map((line) => line.productId),
    lines.map((line) => line.qty),
  )
  if (taken.length !== lines.length) throw new Error('Locked stock changed under the order')
}

/** What the change log keeps of an order: the columns of who, and what, all but the number, which it gets last. */
function recordOf(
  call: Parameters<typeof placeOrder>[0],
  { currAccCode, salesPersonCode, orderType }: PlaceOrderInput,
  { customer, agent }: Parties,
  [, quantities, prices, currencies]: ReturnType<typeof priceLines>,
): unknown[] {
  const { name, address } = actorOf(call)
  const totals: Record<string, number> = {}
  for (const [index, currency] of currencies.entries()) {
    totals[currency] = (totals[currency] ?? 0) + (quantities[index] ?? 0) * (prices[index] ?? 0)
  }
  const after = {
    customer: `${currAccCode} ${customer}`,
    agent: `${salesPersonCode} ${agent ?? ''}`,
    orderType,
    qty: quantities.reduce((sum, qty) => sum + qty, 0),
    totals: Object.entries(totals).map(([currency, minor]) => `${fromMinor(minor).toFixed(2)} ${currency}`),
  }
  return [name, address, JSON.stringify(after)]
}

const insert = prepared(`
  with counted as (
    update tenant_counters set last_order_number = last_order_number + 1,
                               catalogue_version = catalogue_version + case when $13::boolean then 1 else 0 end
    where tenant_id = $1 returning last_order_number
  ), ordered as (
    insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, sub_account_id, agent_id,
                        placed_by, price_group, description, qty, placed_at)
    select $1, $2, last_order_number, $3, $4, 'placed', $5, $6, $7, $8, $9, $10, $11, $12 from counted
    returning number
  ), sent as (
    select * from unnest($14::uuid[], $15::integer[], $16::bigint[], $17::text[])
      with ordinality t (variant_id, qty, unit_price_minor, currency_code, line_no)
  ), lined as (
    insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, currency_code, item_code,
                             item_description, color_code, color_description, size, lot_code, lot_description,
                             pieces_per_lot, barcode)
    select $1, $2, s.line_no, v.id, s.qty, s.unit_price_minor, s.currency_code, p.item_code, p.item_description,
           p.color_code, p.color_description, v.size, v.lot_code, v.lot_description, v.pieces_per_lot, v.barcode
    from sent s
    join variants v on v.tenant_id = $1 and v.id = s.variant_id
    join products p on p.tenant_id = $1 and p.id = v.product_id
    returning line_no
  ), totalled as (
    insert into order_totals (tenant_id, order_id, currency_code, amount_minor)
    select $1, $2, currency_code, sum(qty * unit_price_minor) from sent group by currency_code
    returning currency_code
  ), recorded as (
    -- The one change whose id is that of what was changed.
    insert into changes (tenant_id, id, at, user_id, user_name, address, subject, subject_id, subject_name, action, after)
    select $1, $2, $12, $8, $18, $19, 'order', $2, last_order_number::text, 'placed', $20 from counted
  )
  select number::text from ordered`)

/** Gives the order its number and writes it with its lines, totals and record, as the last step before the commit. */
async function insertOrder(tx: Tx, values: unknown[]): Promise<string> {
  const [written] = await tx.last<{ number: string }>(insert, ...values)
  if (!written) throw new Error('The tenant has no counters')
  return written.number
}
