declare const unit: unique symbol

/** Internally integer minor units; on the wire a decimal. */
export type Minor = number & { readonly [unit]: 'minor' }

/**
 * Unit prices have up to four decimals: what a percent takes off a small price cannot be told in cents. Internally they are
 * integer ticks; a minor unit has a hundred.
 */
export type Ticks = number & { readonly [unit]: 'ticks' }

/** Neither of these. */
type Plain = number & { readonly [unit]?: never }

/** For a number that is known to be in minor units, such as a difference of two. */
export const minor = (integer: Plain) => integer as Minor
export const ticks = (integer: Plain) => integer as Ticks

export const toMinor = (amount: Plain) => minor(Math.round(amount * 100))
export const fromMinor = (amount: Minor) => amount / 100
export const toTicks = (unitPrice: Plain) => ticks(Math.round(unitPrice * 10_000))
export const fromTicks = (unitPrice: Ticks) => unitPrice / 10_000

export function sumMinor(amounts: Iterable<Minor | undefined>): Minor {
  let sum = 0
  for (const amount of amounts) sum += amount ?? 0
  return minor(sum)
}

/** Sums, in the order in which the currencies come. */
export function byCurrency(amounts: Iterable<readonly [string, Minor]>): Map<string, Minor> {
  const sums = new Map<string, Minor>()
  for (const [currency, amount] of amounts) sums.set(currency, sumMinor([sums.get(currency), amount]))
  return sums
}

/** What units cost at a price of so many ticks, half a minor unit up. */
export const minorOfLine = (qty: number, unitPrice: Ticks) => minor(Math.floor((qty * unitPrice + 50) / 100))

/** As {@link minorOfLine}, with decimals in and out. */
export function amountOfLine({ qty, unitPrice }: { qty: number; unitPrice: number }): number {
  return fromMinor(minorOfLine(qty, toTicks(unitPrice)))
}

/** ₺ for all but $ and € (a product decision). */
export function currencySign(currencyCode: string): string {
  return currencyCode === 'USD' ? '$' : currencyCode === 'EUR' ? '€' : '₺'
}

let knownCurrencies: ReadonlySet<string> | undefined

/** Whether ISO 4217 knows a currency. */
export function isKnownCurrency(currencyCode: string): boolean {
  knownCurrencies ??= new Set(Intl.supportedValuesOf('currency'))
  return knownCurrencies.has(currencyCode)
}
