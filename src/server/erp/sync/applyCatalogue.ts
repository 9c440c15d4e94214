import {
  addChanges,
  type EntityChange,
  joinSet,
  openSet,
  type Side,
} from '#server/catalogue/change/changeSet.ts'
import { recordChangeSet } from '#server/catalogue/change/record.ts'
import { writeChanges } from '#server/catalogue/change/write.ts'
import type { Actor } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogueVersion } from '#server/db/versions.ts'
import { lockStock } from '#server/orders/offer.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { variantFields } from '#shared/catalogue/catalogueFields.ts'
import { maxUnitPrice } from '#shared/catalogue/sentProducts.ts'
import type { RefusedReason } from '#shared/erp/erp.ts'
import { type Minor, toMinor } from '#shared/numbers/money.ts'
import type { PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

/** `codes`: variant ids by product code. Changes join the run's change set `setId`. */
type ApplyOptions = {
  codes: ReadonlyMap<string, string>
  actor: Actor
  now: Date
  setId: string
  what: string
}
type Matched<Row> = { rows: (Row & { variantId: string })[]; refused: Refused[] }

/** Rows with their variants; of duplicates the last. */
function matchRows<Row extends { productCode: string }>(
  rows: Row[],
  { codes }: ApplyOptions,
  faultOf: (row: Row) => RefusedReason | undefined,
  keyOf: (row: Row) => string = ({ productCode }) => productCode,
): Matched<Row> {
  const refused: Refused[] = []
  const byKey = new Map<string, Row & { variantId: string }>()
  for (const row of rows) {
    const variantId = codes.get(row.productCode)
    const reason = variantId ? faultOf(row) : 'unknownProduct'
    if (reason || !variantId) refused.push({ name: row.productCode, reason: reason ?? 'unknownProduct' })
    else byKey.set(keyOf(row), { ...row, variantId })
  }
  return { rows: [...byKey.values()], refused }
}

const labels = `v.id, p.id as "productId", p.item_code as "itemCode", p.color_code as "colorCode",
    p.item_description as "itemDescription", v.size || v.lot_code as size, v.lot_code <> '' as "isLot"`
/** The order of the change log. */
const inOrder = 'order by p.item_code, p.color_code, v.sort_order, v.id'
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
 * Writes and logs a page's changes as part of the run's change set. Like orders, stock alone raises no product
 * version: open forms still save, and learn that stock has moved.
 */
async function commit(
  tx: Tx,
  { actor, now: at, setId, what }: ApplyOptions,
  rows: Labelled[],
  changes: EntityChange[],
) {
  if (changes.length === 0) return
  const pageId = newId()
  const names = new Map(rows.map(({ productId, itemDescription }) => [productId, itemDescription]))
  await Promise.all([
    openSet(tx, { id: setId, source: 'erp', name: what, actor, at }),
    addChanges(tx, pageId, changes, at),
    writeChanges(tx, pageId, { at, changes, isStockVersioned: false }),
    joinSet(tx, pageId, setId),
    recordChangeSet(tx, { actor, at, setId }, changes, names),
  ])
  await raiseCatalogueVersion(tx, [...new Set(changes.map(({ productId }) => productId))])
}

// Subtracts orders that the ERP cannot know of: waiting and held ones, and those transferred after it counted.
const compareStock = prepared(`
  with open as (
    select l.variant_id, sum(l.qty)::bigint as qty
    from order_lines l join orders o on o.tenant_id = $1 and o.id = l.order_id
    where l.tenant_id = $1 and l.variant_id = any ($2::uuid[]) and o.order_type = 'Rpt' and ${stateThat('takesStock')}
      and (o.transferred_at is null or o.transferred_at > $4)
    group by l.variant_id
  ), given as (
    select t.id, greatest(0, t.available - coalesce(open.qty, 0))::integer as inventory
    from unnest($2::uuid[], $3::bigint[]) t (id, available) left join open on open.variant_id = t.id
  )
  select ${labels}, v.inventory as was, g.inventory as is
  from given g
  join variants v on v.tenant_id = $1 and v.id = g.id and v.inventory <> g.inventory
  join products p on p.tenant_id = $1 and p.id = v.product_id
  ${inOrder}`)

/** Sets stock to what the ERP had available at `askedAt`, less orders unknown to it. */
export async function applyStock(
  tx: Tx,
  given: PulledStock[],
  options: ApplyOptions & { askedAt: Date },
): Promise<Applied> {
  const { rows, refused } = matchRows(given, options, ({ available }) =>
    Number.isFinite(available) ? undefined : 'numberOutOfRange',
  )
  const ids = rows.map(({ variantId }) => variantId)
  // Negative stock is promised by the ERP; what never runs out is a very large number there.
  const { max } = variantFields.inventory
  const counts = rows.map(({ available }) => Math.min(max, Math.max(0, Math.floor(available))))
  const [, moved] = await Promise.all([
    lockStock(tx, ids),
    tx.query<Labelled & { was: number; is: number }>(compareStock, ids, counts, options.askedAt),
  ])
  const changes = moved.map((row) => changeOf(row, { inventory: row.was }, { inventory: row.is }))
  await commit(tx, options, moved, changes)
  return { added: 0, updated: changes.length, unchanged: rows.length - changes.length, refused }
}

type Priced = Labelled & { prices: Record<string, { amount: Minor; currency: string }> }
const readPrices = prepared(`
  select ${labels}, coalesce((
      select json_object_agg(r.price_group, json_build_object('amount', r.amount_minor, 'currency', r.currency_code))
      from prices r where r.tenant_id = $1 and r.variant_id = v.id), '{}') as prices
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[])
  ${inOrder}`)

/** Takes prices of the given price groups. If the ERP has several currencies, the group's own wins. */
export async function applyPrices(
  tx: Tx,
  given: PulledPrice[],
  options: ApplyOptions & { currencies: ReadonlyMap<string, string> },
): Promise<Applied> {
  const { rows, refused } = matchRows(
    inOneCurrency(given, options.currencies),
    options,
    ({ priceGroup, currencyCode, amountMinor }) => {
      if (!options.currencies.has(priceGroup)) return 'unknownPriceGroup'
      if (!/^[A-Z]{3}$/.test(currencyCode)) return 'currencyUnknown'
      return isUnitPrice(amountMinor) ? undefined : 'numberOutOfRange'
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
  await commit(tx, options, stored, changes)
  const { added, updated } = differences
  return { added, updated, unchanged: rows.length - added - updated, refused }
}

const isUnitPrice = (minor: number) => Number.isInteger(minor) && minor >= 0 && minor <= toMinor(maxUnitPrice)

const priceOf = ({ productCode, priceGroup }: PulledPrice) => `${priceGroup} ${productCode}`

function inOneCurrency(given: PulledPrice[], currencies: ReadonlyMap<string, string>): PulledPrice[] {
  const isOwn = ({ priceGroup, currencyCode }: PulledPrice) => currencies.get(priceGroup) === currencyCode
  const ownPrices = new Set(given.filter(isOwn).map(priceOf))
  return given.filter((row) => isOwn(row) || !ownPrices.has(priceOf(row)))
}

const readActive = prepared(`
  select ${labels} from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[]) and v.is_active
  ${inOrder}`)

/**
 * Deactivates what the ERP no longer sells. Never activates: that is up to the office, like names, photos and
 * categories.
 */
export async function applyProducts(tx: Tx, given: PulledProduct[], options: ApplyOptions): Promise<Applied> {
  const { rows, refused } = matchRows(given, options, () => undefined)
  const off = rows.filter(({ isActive }) => !isActive).map(({ variantId }) => variantId)
  const [, active] = await Promise.all([lockStock(tx, off), tx.query<Labelled>(readActive, off)])
  const changes = active.map((row) => changeOf(row, { isActive: true }, { isActive: false }))
  await commit(tx, options, active, changes)
  return { added: 0, updated: changes.length, unchanged: rows.length - changes.length, refused }
}
