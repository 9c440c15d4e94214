import { isPriced } from '#server/catalogue/figures.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogue } from '#server/db/versions.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import { fromMinor, fromTicks, type Minor, toMinor, toTicks } from '#shared/numbers/money.ts'
import { type BasketItem, type OrderedItem, pricedBasket } from '#shared/orders/basket.ts'
import type { LoweredLine } from '#shared/orders/orders.ts'
import { lineDiscountOf, undiscounted } from '#shared/pricing/orderedDiscounts.ts'
import type { Priced, Rules } from '#shared/pricing/pricing.ts'
import type { BrokenLimit, QuantityRule } from '#shared/pricing/quantities.ts'
import { percentOf, type TaxRate, type TaxTreatment } from '#shared/pricing/tax.ts'
import type { Line, PricedLine } from './content.ts'
import type { Deviations } from './holds.ts'

/** Negative returns stock. */
export type StockChange = { variantId: string; qty: number }

/** `turn`: change of the product's variants in stock. */
type StockTurn = { productId: string; turn: -1 | 0 | 1 }

// Lock order, to prevent deadlocks: the changed row itself (order, import run), products by id, variants by id, what
// these refer to, the tenant's counter last. Products are locked although seldom written: locking them after variants
// could deadlock. See docs/decisions, 24.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id in (
    select product_id from variants where tenant_id = $1 and id = any ($2::uuid[])) order by id for no key update`)
const lockVariants = prepared(
  `select id, inventory from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
)

/** Returns the stock by variant. */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<Map<string, number>> {
  const [, rows] = await Promise.all([
    tx.query(lockProducts, variantIds),
    tx.query<{ id: string; inventory: number }>(lockVariants, variantIds),
  ])
  return new Map(rows.map(({ id, inventory }) => [id, inventory]))
}

const decrement = prepared(`
  update variants v set inventory = v.inventory - t.qty
  from unnest($2::uuid[], $3::integer[]) t (id, qty)
  where v.tenant_id = $1 and v.id = t.id and v.inventory >= t.qty
  returning v.product_id as "productId", case when not v.is_active then 0
    else (v.inventory > 0)::integer - (v.inventory + t.qty > 0)::integer end as turn`)

/** The rows must be locked and checked. */
export async function takeStock(tx: Tx, taken: StockChange[]): Promise<void> {
  const ids = taken.map(({ variantId }) => variantId)
  const quantities = taken.map(({ qty }) => qty)
  const changed = await tx.query<StockTurn>(decrement, ids, quantities)
  if (changed.length !== taken.length) throw new Error('Locked stock changed under the order')
  await countInStock(
    tx,
    changed.filter(({ turn }) => turn !== 0),
  )
}

const count = prepared(`
  update products p set variants_in_stock = p.variants_in_stock + t.turns
  from (
    select id, sum(turn)::integer as turns from unnest($2::uuid[], $3::integer[]) t (id, turn) group by id
  ) t
  where p.tenant_id = $1 and p.id = t.id and t.turns <> 0`)

/** Updates the products' counts of variants in stock; see figures.ts of the catalogue. */
async function countInStock(tx: Tx, changes: StockTurn[]): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(({ productId }) => productId)
  const turns = changes.map(({ turn }) => turn)
  await tx.query(count, ids, turns)
}

/** SQL of the variants that the order $2 has lines of, as an array. */
export const variantsOfOrder =
  'array(select l.variant_id from order_lines l where l.tenant_id = $1 and l.order_id = $2)'

/** CTEs that raise the catalogue version for variants (SQL of an array) whose stock was taken before. */
export const raiseForStock = (variants: string, order: Parameters<typeof raiseCatalogue>[1]) =>
  raiseCatalogue(
    {
      products: `'{}'`,
      stock: `select coalesce(array_agg(v.id), '{}') as ids, coalesce(array_agg(v.inventory), '{}') as inventories
      from variants v where v.tenant_id = $1 and v.id = any (${variants})`,
    },
    order,
  )

/** What is offered of a size or lot, to whoever may see its brand. */
export type OfferRow = Priced & {
  variantId: string
  /** '' for a size. */
  lotCode: string
  /** '' for the tenant's first rate. */
  taxCode: string
  inventory: number
  lotDescription: string
  minQty: number
  /** Product, brand and category too. */
  isActive: boolean
  /** By price group; null for none. */
  prices: Record<string, [amountMinor: Minor, currencyCode: string]> | null
}

/** Price fields are null without a price in the group. */
type Offered = Pick<OfferRow, 'inventory' | 'piecesPerLot' | 'lotDescription' | 'minQty'> & {
  isOrderable: boolean
  amountMinor: Minor | null
  currencyCode: string | null
}

// Locks variants first, ordered by id, like everybody who changes stock or prices (prevents deadlocks). Rpt locks
// against stock changes, Season only against key changes.
const lockForReference = prepared(
  `select id from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for key share`,
)

const readOffers = prepared(`
  select v.id as "variantId", p.item_code as "itemCode", p.color_code as "colorCode", p.brand_id as "brandId",
         p.category_id as "categoryId", v.inventory, v.pieces_per_lot as "piecesPerLot",
         v.lot_code as "lotCode", p.tax_code as "taxCode",
         v.lot_description as "lotDescription", v.min_qty as "minQty",
         v.is_active and p.is_active and b.is_active and c.is_active as "isActive", (
           select json_object_agg(r.price_group, json_build_array(r.amount_minor, r.currency_code))
           from prices r where r.tenant_id = $1 and r.variant_id = v.id and ${isPriced()}) as prices
  from variants v
  join products p on p.tenant_id = $1 and p.id = v.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  where v.tenant_id = $1 and v.id = any ($2::uuid[])`)

/**
 * Locks variants and reads what is offered of them: those whose stock is taken, and those only referred to. Separate
 * statement after the lock, so it sees rows committed while we waited.
 */
export async function lockAndReadOffers(
  tx: Tx,
  { taken, referred }: { taken: string[]; referred: string[] },
): Promise<Map<string, OfferRow>> {
  const [, , rows] = await Promise.all([
    taken.length > 0 && lockStock(tx, taken),
    referred.length > 0 && tx.query(lockForReference, referred),
    tx.query<OfferRow>(readOffers, [...taken, ...referred]),
  ])
  return new Map(rows.map((row) => [row.variantId, row]))
}

/** Whom it is offered to. */
type Viewed = { priceGroup: string; excludedBrandIds: readonly string[] }

function offeredTo(row: OfferRow, { priceGroup, excludedBrandIds }: Viewed): Offered {
  const price = row.prices?.[priceGroup]
  return {
    inventory: row.inventory,
    piecesPerLot: row.piecesPerLot,
    lotDescription: row.lotDescription,
    minQty: row.minQty,
    isOrderable: row.isActive && !excludedBrandIds.includes(row.brandId),
    amountMinor: price?.[0] ?? null,
    currencyCode: price?.[1] ?? null,
  }
}

/** How the order is taxed; without a treatment it is not. */
export type Tax = { rates: readonly TaxRate[]; treatment: TaxTreatment | null }

type Offer = {
  /** By variant. */
  rows: ReadonlyMap<string, OfferRow>
  viewed: Viewed
  takesStock: boolean
  tax: Tax
  /** What prices are worked out from for the buyer. */
  rules: Rules
  quantities: QuantityRule[]
  /** Percent that an agent takes off all lines. */
  discount: number
  /** Given for quantities that were not agreed; '' for none. */
  overrideReason: string
  /** The current lines wait for the office with other quantities than agreed, so none of these may stay unasked. */
  isUnsettled?: boolean
  /** The order's current lines by variant, with what their lots had when ordered; absent for a new order. */
  currentLines?: ReadonlyMap<string, CurrentLine>
  /** The amended order has the campaign code that it was ordered with. */
  keepsCode?: boolean
}
type CurrentLine = PricedLine & Pick<Priced, 'piecesPerLot'>

/**
 * Checks lines against the offer and returns them priced, with those that cost less than what was sent. An existing line needs no offer unless its quantity grows; then
 * it is priced and checked again. Otherwise it keeps its price, if the order still reaches what made it. Refuses with `order.lineUnavailable`, `order.priceChanged`,
 * `order.lotChanged`, `order.inventoryNotSufficient`, and without a reason to override them with `order.belowMinimum` or
 * `order.quantityRules`.
 */
export function priceLines(
  lines: Line[],
  offer: Offer,
): { priced: PricedLine[]; lowered: LoweredLine[]; deviations: Deviations } {
  const { rows, viewed, takesStock, tax, currentLines } = offer
  const { prices, brokenLimits } = pricesOf(lines, offer)
  const unavailable: LineProblem[] = []
  const repriced: LineProblem[] = []
  const lotChanged: LineProblem[] = []
  const belowMinimum: LineProblem[] = []
  const short: LineProblem[] = []
  const priced: PricedLine[] = []
  for (const line of lines) {
    const { productId, qty } = line
    const row = rows.get(productId)
    const variant = row && offeredTo(row, viewed)
    const current = currentLines?.get(productId)
    const isWithinOrdered = current !== undefined && qty <= current.qty
    const price = prices.get(productId)
    if (!price) {
      unavailable.push({ productId })
      continue
    }
    if (price.ticks > toTicks(line.unitPrice) || price.currencyCode !== line.priceCurrencyCode)
      repriced.push(newPrice(line, price))
    if (!isWithinOrdered && hasLotChanged(line, variant)) lotChanged.push(newLot(productId, variant))
    // A quantity ordered before the minimum was raised may stay.
    if (variant && qty < variant.minQty && (offer.isUnsettled || qty !== current?.qty))
      belowMinimum.push({ productId, minQty: variant.minQty })
    const inventory = (variant?.inventory ?? 0) + (current?.qty ?? 0)
    if (takesStock && !isWithinOrdered && inventory < qty) short.push({ productId, inventory })
    const taxPercent = isWithinOrdered
      ? current.taxPercent
      : percentOf(tax.rates, tax.treatment, row?.taxCode)
    priced.push({ variantId: productId, qty, ...price, taxPercent })
  }
  if (unavailable.length > 0) throw new Refusal('order.lineUnavailable', { lines: unavailable })
  if (repriced.length > 0) throw new Refusal('order.priceChanged', { lines: repriced })
  if (lotChanged.length > 0) throw new Refusal('order.lotChanged', { lines: lotChanged })
  const isBelowMinimum = belowMinimum.length > 0
  if (isBelowMinimum && !offer.overrideReason)
    throw new Refusal('order.belowMinimum', { lines: belowMinimum })
  if (brokenLimits.length > 0 && !offer.overrideReason)
    throw new Refusal('order.quantityRules', { brokenLimits })
  if (short.length > 0) throw new Refusal('order.inventoryNotSufficient', { lines: short })
  return { priced, lowered: loweredLines(lines, prices), deviations: { brokenLimits, isBelowMinimum } }
}

type Price = Omit<PricedLine, 'variantId' | 'qty' | 'taxPercent'>

/** By variant; none for what cannot be ordered. */
function pricesOf(lines: Line[], offer: Offer): { prices: Map<string, Price>; brokenLimits: BrokenLimit[] } {
  const { rules, quantities, discount, currentLines, keepsCode = true, isUnsettled } = offer
  const sent = new Set(lines.map(({ productId }) => productId))
  const removed = [...(currentLines?.keys() ?? [])]
    .filter((productId) => !sent.has(productId))
    .map((productId) => ({ productId, qty: 0 }))
  const items = [...lines, ...removed].map((line) => itemOf(line, offer))
  const amends = currentLines && { keepsCode, isUnsettled }
  const basket = pricedBasket(items, { rules, quantities, discount, amends })
  const prices = new Map<string, Price>()
  for (const [index, { productId }] of lines.entries()) {
    const item = basket.items[index]
    if (!item) continue
    const { byRules, price, listPrice, currencyCode } = item
    // Rules give nothing for free: only the office does, by a free sample, or who sells, by a discount.
    if (byRules.unitPrice === 0 && listPrice > 0 && !item.isKept) continue
    const made = price.steps.length > 0 ? { listMinor: toMinor(listPrice), steps: price.steps } : {}
    prices.set(productId, { ticks: toTicks(price.unitPrice), currencyCode, ...made })
  }
  return { prices, brokenLimits: basket.brokenLimits }
}

/** What is no longer in the catalogue belongs to nothing. */
const nowhere = { itemCode: '', colorCode: '', brandId: '', categoryId: '', lotCode: '' }

function itemOf(
  { productId, qty, discount }: Pick<Line, 'productId' | 'qty'> & { discount?: number | undefined },
  { rows, viewed, currentLines }: Offer,
): BasketItem {
  const row = rows.get(productId)
  const current = currentLines?.get(productId)
  const { itemCode, colorCode, brandId, categoryId, lotCode } = row ?? nowhere
  return {
    productId,
    qty,
    itemCode,
    colorCode,
    brandId,
    categoryId,
    lotCode,
    offer: row && listedOf(row, viewed),
    ordered: current && orderedOf(current),
    discount: discount ?? lineDiscountOf(current?.steps),
  }
}

function orderedOf({ qty, ticks, listMinor, steps, currencyCode, piecesPerLot }: CurrentLine): OrderedItem {
  const unitPrice = fromTicks(ticks)
  const listPrice = listMinor == null ? undefined : fromMinor(listMinor)
  const agreed = undiscounted({ unitPrice, listPrice, steps: steps ?? undefined })
  const madeFrom = agreed.steps.length > 0 ? (listPrice ?? unitPrice) : agreed.unitPrice
  return { qty, unitPrice, agreed, listPrice: madeFrom, currencyCode, piecesPerLot }
}

function listedOf(row: OfferRow, viewed: Viewed) {
  const { isOrderable, amountMinor, currencyCode, piecesPerLot } = offeredTo(row, viewed)
  if (!isOrderable || amountMinor === null || currencyCode === null) return undefined
  return { listPrice: fromMinor(amountMinor), currencyCode, piecesPerLot }
}

function newPrice({ productId, unitPrice, priceCurrencyCode }: Line, price: Price): LineProblem {
  const { ticks, currencyCode, listMinor } = price
  const newUnitPrice = fromTicks(ticks)
  const changed = {
    productId,
    unitPrice,
    newUnitPrice,
    priceCurrencyCode,
    newPriceCurrencyCode: currencyCode,
  }
  return listMinor == null ? changed : { ...changed, newListPrice: fromMinor(listMinor) }
}

/** Lines that were sent at a higher price than they have in an order, whose prices are by variant. */
export const loweredLines = (lines: Line[], prices: ReadonlyMap<string, Pick<Price, 'ticks'>>) =>
  lines.flatMap(({ productId, unitPrice, priceCurrencyCode }): LoweredLine[] => {
    const ticks = prices.get(productId)?.ticks
    return ticks !== undefined && ticks < toTicks(unitPrice)
      ? [{ productId, unitPrice, newUnitPrice: fromTicks(ticks), priceCurrencyCode }]
      : []
  })

/** The lot's number of pieces differs from what the customer saw. */
function hasLotChanged({ piecesPerLot }: Line, variant: Offered | undefined): variant is Offered {
  return variant !== undefined && piecesPerLot !== undefined && variant.piecesPerLot !== piecesPerLot
}

const newLot = (productId: string, { piecesPerLot, lotDescription }: Offered): LineProblem => ({
  productId,
  piecesPerLot,
  lotDescription,
})
