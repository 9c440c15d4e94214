import {
  addChanges,
  type EntityChange,
  joinSet,
  openSet,
  type Side,
} from '#server/catalogue/change/changeSet.ts'
import { recordChangeSet } from '#server/catalogue/change/record.ts'
import { raiseVersion } from '#server/catalogue/change/version.ts'
import { writeChanges } from '#server/catalogue/change/write.ts'
import type { Actor } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { lockStock } from '#server/orders/stock.ts'
import type { RefusedReason } from '#shared/erp.ts'
import type { PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

/** `codes`: which variant each product code is. The changes become part of the change set `setId`, the run's. */
type Known = { codes: ReadonlyMap<string, string>; actor: Actor; now: Date; setId: string; what: string }
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

/** What a variant is called, beside what of it is compared. */
const labels = `v.id, p.id as "productId", p.item_code as "itemCode", p.color_code as "colorCode",
    p.item_description as "itemDescription", v.size || v.lot_code as size, v.lot_code <> '' as "isLot"`
type Labelled = Pick<EntityChange, 'id' | 'productId' | 'itemCode' | 'colorCode' | 'size' | 'isLot'> & {
  itemDescription: string
}

const changeOf = (row: Labelled, before: Side, after: Side): EntityChange => {
  const { id, productId, itemCode, colorCode, size, isLot } = row
  return {
    entity: 'variant',
    id,
    productId,
    state: 'changed',
    itemCode,
    colorCode,
    size,
    isLot,
    name: '',
    before,
    after,
  }
}

/**
 * Makes what one page changes: written, recorded, and part of the run's change set. Stock alone raises no product's
 * version, just as when an order takes it: an open form sends what it read, and is told where that has moved.
 */
async function commit(
  tx: Tx,
  { actor, now: at, setId, what }: Known,
  rows: Labelled[],
  changes: EntityChange[],
) {
  if (changes.length === 0) return
  const pageId = newId()
  const names = new Map(rows.map(({ productId, itemDescription }) => [productId, itemDescription]))
  await Promise.all([
    openSet(tx, { id: setId, source: 'erp', name: what, actor, at }),
    addChanges(tx, pageId, changes, at),
    writeChanges(tx, pageId, { at, isStockVersioned: false }),
    joinSet(tx, pageId, setId),
    recordChangeSet(tx, { actor, at, setId }, changes, names),
  ])
  await raiseVersion(tx, [...new Set(changes.map(({ productId }) => productId))])
}

// What orders have taken that the ERP does not know of yet is not there to be sold: those that wait, and those that came
// there after it began to count. Of an order that is there the ERP has taken its own.
const compareStock = prepared(`
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
  select ${labels}, v.inventory as was, g.inventory as is
  from given g
  join variants v on v.tenant_id = $1 and v.id = g.id and v.inventory <> g.inventory
  join products p on p.tenant_id = $1 and p.id = v.product_id`)

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
  const [, moved] = await Promise.all([
    lockStock(tx, ids),
    tx.query<Labelled & { was: number; is: number }>(compareStock, ids, counts, known.askedAt),
  ])
  const changes = moved.map((row) => changeOf(row, { inventory: row.was }, { inventory: row.is }))
  await commit(tx, known, moved, changes)
  return { added: 0, updated: changes.length, unchanged: rows.length - changes.length, refused }
}

type Priced = Labelled & { prices: Record<string, { amount: number; currency: string }> }
const readPrices = prepared(`
  select ${labels}, coalesce((
      select json_object_agg(r.price_group, json_build_object('amount', r.amount_minor, 'currency', r.currency_code))
      from prices r where r.tenant_id = $1 and r.variant_id = v.id), '{}') as prices
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[])`)

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
  const ids = [...new Set(rows.map(({ variantId }) => variantId))]
  const [, stored] = await Promise.all([lockStock(tx, ids), tx.query<Priced>(readPrices, ids)])
  const byVariant = Map.groupBy(rows, ({ variantId }) => variantId)
  const differences = { added: 0, updated: 0 }
  const changes = stored.flatMap((row) => {
    const before: Side = {}
    const after: Side = {}
    for (const { priceGroup, currencyCode, amountMinor } of byVariant.get(row.id) ?? []) {
      const was = row.prices[priceGroup]
      if (was && was.amount === amountMinor && was.currency === currencyCode) continue
      differences[was ? 'updated' : 'added'] += 1
      if (was) before[`price${priceGroup}`] = was
      after[`price${priceGroup}`] = { amount: amountMinor, currency: currencyCode }
    }
    return Object.keys(after).length > 0 ? [changeOf(row, before, after)] : []
  })
  await commit(tx, known, stored, changes)
  const { added, updated } = differences
  return { added, updated, unchanged: rows.length - added - updated, refused }
}

const priceOf = ({ productCode, priceGroup }: PulledPrice) => `${priceGroup} ${productCode}`

function inOneCurrency(given: PulledPrice[], currencies: ReadonlyMap<string, string>): PulledPrice[] {
  const isOwn = ({ priceGroup, currencyCode }: PulledPrice) => currencies.get(priceGroup) === currencyCode
  const ownPrices = new Set(given.filter(isOwn).map(priceOf))
  return given.filter((row) => isOwn(row) || !ownPrices.has(priceOf(row)))
}

const readActive = prepared(`
  select ${labels} from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[]) and v.is_active`)

/**
 * Switches off what the ERP sells no more. It switches nothing on: whether something is shown is the office's affair, and
 * so are names, photos and categories.
 */
export async function applyProducts(tx: Tx, given: PulledProduct[], known: Known): Promise<Applied> {
  const { rows, refused } = found(given, known, () => undefined)
  const off = rows.filter(({ isActive }) => !isActive).map(({ variantId }) => variantId)
  const [, active] = await Promise.all([lockStock(tx, off), tx.query<Labelled>(readActive, off)])
  const changes = active.map((row) => changeOf(row, { isActive: true }, { isActive: false }))
  await commit(tx, known, active, changes)
  return { added: 0, updated: changes.length, unchanged: rows.length - changes.length, refused }
}
