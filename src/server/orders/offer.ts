import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import type { Line, PricedLine } from './content.ts'
import { lockStock } from './stock.ts'

/** What the database says of a line: amountMinor and currencyCode are null where the price group has no price. */
type Offered = {
  variantId: string
  inventory: number
  piecesPerLot: number
  lotDescription: string
  minQty: number
  isOrderable: boolean
  amountMinor: number | null
  currencyCode: string | null
}

// Everybody who changes stock or prices, or writes lines of them, locks the variants first and in the order of ids,
// so that crossing orders and imports wait for each other instead of deadlocking. Rpt keeps others from changing
// the stock; Season only from changing what it refers to.
const lockForReference = prepared(
  `select id from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for key share`,
)

const readOffers = prepared(`
  select v.id as "variantId", v.inventory, v.pieces_per_lot as "piecesPerLot", v.lot_description as "lotDescription",
         v.min_qty as "minQty",
         r.amount_minor::float8 as "amountMinor", r.currency_code as "currencyCode",
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
 * What is offered of variants, locked. The reading is a statement of its own, sent right behind the lock: it sees
 * everything as it is once the lock is held, also what somebody changed while we waited. accountId is whose excluded
 * brands are left out, null for nobody's.
 */
export async function readOffer(
  tx: Tx,
  asked: { variantIds: string[]; takesStock: boolean; accountId: string | null; priceGroup: string },
): Promise<Map<string, Offered>> {
  const [, rows] = await Promise.all([
    asked.takesStock ? lockStock(tx, asked.variantIds) : tx.query(lockForReference, asked.variantIds),
    tx.query<Offered>(readOffers, asked.variantIds, asked.accountId, asked.priceGroup),
  ])
  return new Map(rows.map((row) => [row.variantId, row]))
}

type Offer = {
  offered: Map<string, Offered>
  takesStock: boolean
  /** The lines that the order has already, by variant; absent for a new one. */
  held?: Map<string, PricedLine>
}

/**
 * Holds the lines sent against what is offered, and answers each at its price. What the order has already of a line
 * can be had again: no more of it than that keeps its price and needs no offer; more of it is priced and checked anew
 * in whole. Refuses with `order.lineUnavailable`, `order.priceChanged`, `order.lotChanged`, `order.belowMinimum` or
 * `order.inventoryNotSufficient`.
 */
export function priceLines(lines: Line[], { offered, takesStock, held }: Offer): PricedLine[] {
  const unavailable: LineProblem[] = []
  const repriced: LineProblem[] = []
  const repacked: LineProblem[] = []
  const tooFew: LineProblem[] = []
  const short: LineProblem[] = []
  const priced: PricedLine[] = []
  for (const line of lines) {
    const { productId, qty } = line
    const variant = offered.get(productId)
    const known = held?.get(productId)
    const keeps = known !== undefined && qty <= known.qty
    const price = keeps ? known : priceOf(variant)
    if (!price) {
      unavailable.push({ productId })
      continue
    }
    if (price.amountMinor !== toMinor(line.unitPrice) || price.currencyCode !== line.priceCurrencyCode)
      repriced.push(newPrice(line, price))
    if (!keeps && isRepacked(line, variant)) repacked.push(newLot(productId, variant))
    // A quantity that was ordered before the minimum was raised may stay.
    if (variant && qty < variant.minQty && qty !== known?.qty)
      tooFew.push({ productId, minQty: variant.minQty })
    const inventory = (variant?.inventory ?? 0) + (known?.qty ?? 0)
    if (takesStock && !keeps && inventory < qty) short.push({ productId, inventory })
    priced.push({
      variantId: productId,
      qty,
      amountMinor: price.amountMinor,
      currencyCode: price.currencyCode,
    })
  }
  if (unavailable.length > 0) throw new Refusal('order.lineUnavailable', { lines: unavailable })
  if (repriced.length > 0) throw new Refusal('order.priceChanged', { lines: repriced })
  if (repacked.length > 0) throw new Refusal('order.lotChanged', { lines: repacked })
  if (tooFew.length > 0) throw new Refusal('order.belowMinimum', { lines: tooFew })
  if (short.length > 0) throw new Refusal('order.inventoryNotSufficient', { lines: short })
  return priced
}

type Price = Pick<PricedLine, 'amountMinor' | 'currencyCode'>

function priceOf(variant: Offered | undefined): Price | undefined {
  if (!variant?.isOrderable || variant.amountMinor === null || variant.currencyCode === null) return undefined
  return { amountMinor: variant.amountMinor, currencyCode: variant.currencyCode }
}

function newPrice({ productId, unitPrice, priceCurrencyCode }: Line, price: Price): LineProblem {
  const { amountMinor, currencyCode } = price
  const newUnitPrice = fromMinor(amountMinor)
  return { productId, unitPrice, newUnitPrice, priceCurrencyCode, newPriceCurrencyCode: currencyCode }
}

/** Whether a lot holds another number of pieces than whoever orders it has seen. */
function isRepacked({ piecesPerLot }: Line, variant: Offered | undefined): variant is Offered {
  return variant !== undefined && piecesPerLot !== undefined && variant.piecesPerLot !== piecesPerLot
}

const newLot = (productId: string, { piecesPerLot, lotDescription }: Offered): LineProblem => ({
  productId,
  piecesPerLot,
  lotDescription,
})
