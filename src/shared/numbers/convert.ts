import { fromMinor, minor, toMinor } from './money.ts'

type Amount = { currency: string; amount: number }
type Rate = { currency: string; rate: number }

/** Rates are entered with six decimals; the other way round, a lira is a small part of a dollar. */
const rateUnits = 1_000_000_000_000

export type Converted = {
  amount: number
  /** `missing`: currencies without a rate, not in the amount. */
  byRate: string[]
  missing: string[]
}

/**
 * Sums amounts in a currency that need not be the one that the rates are for, `base`: its units per foreign unit.
 */
export const convertFrom = (amounts: readonly Amount[], currency: string, given: BasedRates): Converted =>
  convert(amounts, currency, ratesTo(currency, given))

type BasedRates = { base: string; rates: readonly Rate[] }

/** Units of `currency` per foreign unit; none without a rate of its own. */
export function ratesTo(currency: string, { base, rates }: BasedRates): readonly Rate[] {
  if (currency === base) return rates
  const own = rates.find((rate) => rate.currency === currency)?.rate
  if (own === undefined) return []
  const crossed = rates.map((rate) => ({ currency: rate.currency, rate: rate.rate / own }))
  return [...crossed, { currency: base, rate: 1 / own }]
}

/**
 * Sums amounts in one currency (rate: its units per foreign unit). Exact integers, rounded once, half away from zero.
 */
export function convert(amounts: readonly Amount[], currency: string, rates: readonly Rate[]): Converted {
  const byRate: string[] = []
  const missing: string[] = []
  let sum = 0n
  for (const one of amounts) {
    const isOwn = one.currency === currency
    const rate = isOwn ? 1 : rates.find((each) => each.currency === one.currency)?.rate
    if (rate === undefined) missing.push(one.currency)
    else {
      sum += BigInt(toMinor(one.amount)) * BigInt(Math.round(rate * rateUnits))
      if (!isOwn) byRate.push(one.currency)
    }
  }
  const half = BigInt(rateUnits / 2) * (sum < 0n ? -1n : 1n)
  return { amount: fromMinor(minor(Number((sum + half) / BigInt(rateUnits)))), byRate, missing }
}
