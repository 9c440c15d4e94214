import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { convertFrom } from '#shared/numbers/convert.ts'
import { fromMinor, fromTicks, type Minor } from '#shared/numbers/money.ts'
import type { Line, PricedLine } from './content.ts'

/** Prices of a size or lot, by price group; null for none. */
type Offered = { prices: Record<string, [amountMinor: Minor, currencyCode: string]> | null }
type Floor = { amountMinor: Minor; currencyCode: string }
type Rates = Parameters<typeof convertFrom>[2]

/** The lowest prices that orders may have without asking the office, with rates to compare other currencies. */
export type Floors = { of: (variantId: string) => Floor | undefined; rates: Rates }

const readRates = prepared(`
  select r.currency_code as currency, r.rate::float8 as rate from exchange_rates r
  where r.tenant_id = $1 and r.base_code = $2`)

/**
 * Floor prices come with the offers. Rates are read only where a line is in another currency than its floor price.
 * Undefined where the tenant has no floor prices.
 */
export async function floorsFor(
  tx: Tx,
  offers: ReadonlyMap<string, Offered>,
  lines: readonly Pick<Line, 'productId' | 'priceCurrencyCode'>[],
  { floorPriceGroup, currencyCode: base }: Pick<Tenant, 'floorPriceGroup' | 'currencyCode'>,
): Promise<Floors | undefined> {
  if (floorPriceGroup === '') return undefined
  const floorOf = (variantId: string) => {
    const [amountMinor, currencyCode] = offers.get(variantId)?.prices?.[floorPriceGroup] ?? []
    return amountMinor === undefined || currencyCode === undefined ? undefined : { amountMinor, currencyCode }
  }
  const needsRates = lines.some(({ productId, priceCurrencyCode }) => {
    const floor = floorOf(productId)
    return floor !== undefined && floor.currencyCode !== priceCurrencyCode
  })
  const rates = needsRates ? await tx.query<Rates['rates'][number]>(readRates, base) : []
  return { of: floorOf, rates: { base, rates } }
}

/** Whether a line is below its floor price; `missing`: the currency without a rate, which the answer needs. */
export function compareToFloor(
  { variantId, ticks, currencyCode }: PricedLine,
  { of, rates }: Floors,
): { isBelow: boolean; missing?: string | undefined } {
  const floor = of(variantId)
  if (!floor) return { isBelow: false }
  const price = fromTicks(ticks)
  if (floor.currencyCode === currencyCode) return { isBelow: price < fromMinor(floor.amountMinor) }
  const known = new Set([rates.base, ...rates.rates.map(({ currency }) => currency)])
  const missing = [currencyCode, floor.currencyCode].find((currency) => !known.has(currency))
  if (missing !== undefined) return { isBelow: false, missing }
  // A hundred units, because one may cost parts of a cent, and amounts are converted in cents.
  const hundred = { currency: currencyCode, amount: price * 100 }
  return { isBelow: convertFrom([hundred], floor.currencyCode, rates).amount < floor.amountMinor }
}
