/** Internally integer minor units; on the wire a decimal. */
export function toMinor(amount: number): number {
  return Math.round(amount * 100)
}

export function fromMinor(minor: number): number {
  return minor / 100
}

/** ₺ for all but $ and € (a product decision). */
export function currencySign(currencyCode: string): string {
  return currencyCode === 'USD' ? '$' : currencyCode === 'EUR' ? '€' : '₺'
}
