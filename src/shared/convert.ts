import { fromMinor, toMinor } from './money.ts'

type Amount = { currency: string; amount: number }
type Rate = { currency: string; rate: number }

/** Six decimals. */
const rateUnits = 1_000_000

export type Converted = {
  amount: number
  /** `missing`: currencies without a rate, not in the amount. */
  byRate: string[]
  missing: string[]
}

/**
 * Sums amounts in a currency that need not be the one that the rates are for, `base`: its units per foreign unit.
 */
export function convertFrom(
  amounts: readonly Amount[],
  currency: string,
  { base, rates }: { base: string; rates: readonly Rate[] },
): Converted {
  if (currency === base) return convert(amounts, currency, rates)
  const own = rates.find((rate) => rate.currency === currency)?.rate
  if (own === undefined) return convert(amounts, currency, [])
  const crossed = rates.map((rate) => ({ currency: rate.currency, rate: rate.rate / own }))
  return convert(amounts, currency, [...crossed, { currency: base, rate: 1 / own }])
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
  return { amount: fromMinor(Number((sum + half) / BigInt(rateUnits))), byRate, missing }
}
