import { fromMinor, toMinor } from './money.ts'

type Amount = { currency: string; amount: number }

/** Rates have six decimals. */
const rateUnits = 1_000_000

/** What amounts come to in one currency. */
export type Converted = {
  amount: number
  /** Currencies that were converted by their rates, and those that are not in the amount, since they have none. */
  byRate: string[]
  missing: string[]
}

/**
 * Adds amounts up in one currency, at rates of so much of it for one of another. Exact: minor units times whole
 * millionths of a rate, rounded once at the end, a half away from zero.
 */
export function convert(
  amounts: readonly Amount[],
  currency: string,
  rates: readonly { currency: string; rate: number }[],
): Converted {
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
