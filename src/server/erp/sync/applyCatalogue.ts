import type { Actor } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { lockStock } from '#server/orders/stock.ts'
import type { RefusedReason } from '#shared/erp.ts'
import type { PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'
import { type ChangedVariant, keepChanges } from './keepChanges.ts'

/** What is known beside the rows: which variant each code is, whose changes these are, and when this is. */
type Known = { codes: ReadonlyMap<string, string>; actor: Actor; now: Date }
type Found<Row> = { rows: (Row & { variantId: string })[]; refused: Refused[] }

/** The rows with the variants they speak of; the last of several on the same thing. */
function found<Row extends { productCode: string }>(
  rows: Row[],
  { codes }: Known,
  faultOf: (row: Row) => RefusedReason | undefined,
  thing: (row: Row) => string = ({ productCode }) => productCode,
): Found<Row> {
  const refused: Refused[] = []
  const taken = new Map<string, Row & { variantId: string }>()
  for (const row of rows) {
    const variantId = codes.get(row.productCode)
    const reason = variantId ? faultOf(row) : 'unknownProduct'
    if (reason || !variantId) refused.push({ name: row.productCode, reason: reason ?? 'unknownProduct' })
    else taken.set(thing(row), { ...row, variantId })
  }
  return { rows: [...taken.values()], refused }
}

const largest = 2_147_483_647

/** SQL of a {@link ChangedVariant} beside its values, of variants `v` and products `p`. */
const changedVariant = `p.id as "productId", p.item_code as "itemCode", p.color_code as "colorCode",
    p.item_description as "itemDescription", v.size || v.lot_code as variant`

// What orders have taken that the ERP does not know of yet is not there to be sold: those that wait, and those that came
// there after it began to count. Of an order that is there the ERP has taken its own.
const writeStock = prepared(`
  with open as (
    select l.variant_id, sum(l.qty)::bigint as qty
    from order_lines l join orders o on o.tenant_id = $1 and o.id = l.order_id
    where l.tenant_id = $1 and l.variant_id = any ($2::uuid[]) and o.order_type = 'Rpt' and o.state = 'placed'
      and (o.transferred_at is null or o.transferred_at > $4)
    group by l.variant_id
  ), given as (
    select t.id, greatest(0, t.available - coalesce(open.qty, 0))::integer as inventory
    from unnest($2::uuid[], $3::bigint[]) t (id, available) left join open on open.variant_id = t.id
  ), compared as (
    select g.id, g.inventory, b.product_id, b.inventory as was
    from given g join variants b on b.tenant_id = $1 and b.id = g.id and b.inventory <> g.inventory
  )
  update variants v set inventory = c.inventory, updated_at = $5
  from compared c join products p on p.tenant_id = $1 and p.id = c.product_id
  where v.tenant_id = $1 and v.id = c.id
  returning ${changedVariant}, c.was::text as before, c.inventory::text as after`)

/**
 * Takes what the ERP says can still be sold, as of `askedAt`, less what open orders have taken that it cannot know of:
 * stock of the ERP never undoes an order.
 */
export async function applyStock(
  tx: Tx,
  given: PulledStock[],
  known: Known & { askedAt: Date },
): Promise<Applied> {
  const { rows, refused } = found(given, known, ({ available }) =>
    Number.isFinite(available) && available <= largest ? undefined : 'numberOutOfRange',
  )
  const ids = rows.map(({ variantId }) => variantId)
  // Half a piece is not sold; below zero is what the ERP has promised and not got.
  const counts = rows.map(({ available }) => Math.max(0, Math.floor(available)))
  const [, changed] = await Promise.all([
    lockStock(tx, ids),
    tx.query<ChangedVariant>(writeStock, ids, counts, known.askedAt, known.now),
  ])
  await keepChanges(tx, known, 'inventory', changed)
  return { added: 0, updated: changed.length, unchanged: rows.length - changed.length, refused }
}

/** SQL of a price as the change log has it; null where there is none. */
const writtenPrice = (price: string) =>
  `${price}.price_group || ' ' || (${price}.amount_minor / 100.0)::numeric(20, 2) || ' ' || ${price}.currency_code`

// The last select sees the prices as they were before.
const writePrices = prepared(`
  with given as (
    select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) t (variant_id, price_group, currency_code, amount_minor)
  ), written as (
    insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
    select $1, variant_id, price_group, currency_code, amount_minor from given
    on conflict (tenant_id, variant_id, price_group) do update
      set currency_code = excluded.currency_code, amount_minor = excluded.amount_minor
      where (prices.currency_code, prices.amount_minor) is distinct from (excluded.currency_code, excluded.amount_minor)
    returning variant_id, price_group, currency_code, amount_minor
  )
  select ${changedVariant}, ${writtenPrice('r')} as before, ${writtenPrice('w')} as after
  from written w
  join variants v on v.tenant_id = $1 and v.id = w.variant_id
  join products p on p.tenant_id = $1 and p.id = v.product_id
  left join prices r on r.tenant_id = $1 and r.variant_id = w.variant_id and r.price_group = w.price_group`)

/**
 * Takes prices as the ERP has them, in the price groups that it speaks of. Where it has one in several currencies, that
 * of the group's own currency.
 */
export async function applyPrices(
  tx: Tx,
  given: PulledPrice[],
  known: Known & { currencies: ReadonlyMap<string, string> },
): Promise<Applied> {
  const { rows, refused } = found(
    inOneCurrency(given, known.currencies),
    known,
    ({ priceGroup, currencyCode, amountMinor }) => {
      if (!known.currencies.has(priceGroup)) return 'unknownPriceGroup'
      if (!/^[A-Z]{3}$/.test(currencyCode)) return 'currencyUnknown'
      return Number.isSafeInteger(amountMinor) && amountMinor >= 0 ? undefined : 'numberOutOfRange'
    },
    priceOf,
  )
  const ids = rows.map(({ variantId }) => variantId)
  const [, written] = await Promise.all([
    lockStock(tx, ids),
    tx.query<ChangedVariant>(
      writePrices,
      ids,
      rows.map(({ priceGroup }) => priceGroup),
      rows.map(({ currencyCode }) => currencyCode),
      rows.map(({ amountMinor }) => amountMinor),
    ),
  ])
  await keepChanges(tx, known, 'prices', written)
  const added = written.filter(({ before }) => before === null).length
  return { added, updated: written.length - added, unchanged: rows.length - written.length, refused }
}

const priceOf = ({ productCode, priceGroup }: PulledPrice) => `${priceGroup} ${productCode}`

function inOneCurrency(given: PulledPrice[], currencies: ReadonlyMap<string, string>): PulledPrice[] {
  const isOwn = ({ priceGroup, currencyCode }: PulledPrice) => currencies.get(priceGroup) === currencyCode
  const ownPrices = new Set(given.filter(isOwn).map(priceOf))
  return given.filter((row) => isOwn(row) || !ownPrices.has(priceOf(row)))
}

const switchOff = prepared(`
  update variants v set is_active = false, updated_at = $3 from products p
  where v.tenant_id = $1 and v.id = any ($2::uuid[]) and v.is_active and p.tenant_id = $1 and p.id = v.product_id
  returning ${changedVariant}, null as before, '' as after`)

/**
 * Switches off what the ERP sells no more. It switches nothing on: whether something is shown is the office's affair, and
 * so are names, photos and categories.
 */
export async function applyProducts(tx: Tx, given: PulledProduct[], known: Known): Promise<Applied> {
  const { rows, refused } = found(given, known, () => undefined)
  const off = rows.filter(({ isActive }) => !isActive).map(({ variantId }) => variantId)
  const [, changed] = await Promise.all([
    lockStock(tx, off),
    tx.query<ChangedVariant>(switchOff, off, known.now),
  ])
  await keepChanges(tx, known, 'inactiveVariants', changed)
  return { added: 0, updated: changed.length, unchanged: rows.length - changed.length, refused }
}
