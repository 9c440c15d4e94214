/** Internally integer minor units; on the wire a decimal. */
export function toMinor(amount: number): number {
  return Math.round(amount * 100)
}

export function fromMinor(minor: number): number {
  return minor / 100
}

/**
 * Unit prices have up to four decimals: what a percent takes off a small price cannot be told in cents. Internally they are
 * integer ticks; a minor unit has a hundred.
 */
export function toTicks(unitPrice: number): number {
  return Math.round(unitPrice * 10_000)
}

export function fromTicks(ticks: number): number {
  return ticks / 10_000
}

/** What units cost at a price of so many ticks, in minor units, half a unit up. */
export function minorOfLine(qty: number, ticks: number): number {
  return Math.floor((qty * ticks + 50) / 100)
}

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
