import { writeFigures } from '#server/catalogue/figures.ts'
import { bumpCatalogue } from '#server/catalogue/office/productWrites.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { lockStock } from '#server/orders/stock.ts'
import type { RefusedReason } from '#shared/erp.ts'
import type { PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

/** What is known beside the rows: which variant each code is, and when this is. */
type Known = { codes: ReadonlyMap<string, string>; now: Date }
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
  )
  update variants v set inventory = g.inventory, updated_at = $5 from given g
  where v.tenant_id = $1 and v.id = g.id and v.inventory <> g.inventory
  returning v.product_id as "productId"`)

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
    tx.query<{ productId: string }>(writeStock, ids, counts, known.askedAt, known.now),
  ])
  await keepFigures(tx, changed)
  return { added: 0, updated: changed.length, unchanged: rows.length - changed.length, refused }
}

const writePrices = prepared(`
  with given as (
    select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) t (variant_id, price_group, currency_code, amount_minor)
  ), written as (
    insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
    select $1, variant_id, price_group, currency_code, amount_minor from given
    on conflict (tenant_id, variant_id, price_group) do update
      set currency_code = excluded.currency_code, amount_minor = excluded.amount_minor
      where (prices.currency_code, prices.amount_minor) is distinct from (excluded.currency_code, excluded.amount_minor)
    returning variant_id, xmax = 0 as is_new
  )
  select v.product_id as "productId", w.is_new as "isNew" from written w
  join variants v on v.tenant_id = $1 and v.id = w.variant_id`)

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
    tx.query<{ productId: string; isNew: boolean }>(
      writePrices,
      ids,
      rows.map(({ priceGroup }) => priceGroup),
      rows.map(({ currencyCode }) => currencyCode),
      rows.map(({ amountMinor }) => amountMinor),
    ),
  ])
  await keepFigures(tx, written)
  const added = written.filter(({ isNew }) => isNew).length
  return { added, updated: written.length - added, unchanged: rows.length - written.length, refused }
}

const priceOf = ({ productCode, priceGroup }: PulledPrice) => `${priceGroup} ${productCode}`

function inOneCurrency(given: PulledPrice[], currencies: ReadonlyMap<string, string>): PulledPrice[] {
  const isOwn = ({ priceGroup, currencyCode }: PulledPrice) => currencies.get(priceGroup) === currencyCode
  const ownPrices = new Set(given.filter(isOwn).map(priceOf))
  return given.filter((row) => isOwn(row) || !ownPrices.has(priceOf(row)))
}

const switchOff = prepared(`
  update variants v set is_active = false, updated_at = $3
  where v.tenant_id = $1 and v.id = any ($2::uuid[]) and v.is_active returning v.product_id as "productId"`)

/**
 * Switches off what the ERP sells no more. It switches nothing on: whether something is shown is the office's affair, and
 * so are names, photos and categories.
 */
export async function applyProducts(tx: Tx, given: PulledProduct[], known: Known): Promise<Applied> {
  const { rows, refused } = found(given, known, () => undefined)
  const off = rows.filter(({ isActive }) => !isActive).map(({ variantId }) => variantId)
  const [, changed] = await Promise.all([
    lockStock(tx, off),
    tx.query<{ productId: string }>(switchOff, off, known.now),
  ])
  await keepFigures(tx, changed)
  return { added: 0, updated: changed.length, unchanged: rows.length - changed.length, refused }
}

/** Works out the figures of products of which something has changed, and has the shop read them anew: the last step. */
async function keepFigures(tx: Tx, changed: { productId: string }[]): Promise<void> {
  if (changed.length === 0) return
  const ids = [...new Set(changed.map(({ productId }) => productId))]
  await tx.query(writeFigures, ids)
  await bumpCatalogue(tx)
}
