/** Money inside is integer minor units (kuruş, cent); on the wire a decimal with two places. */
export function toMinor(amount: number): number {
  return Math.round(amount * 100)
}

export function fromMinor(minor: number): number {
  return minor / 100
}

/** The sign shown for a currency: $ and €, ₺ for anything else (the product's own rule). */
export function currencySign(currencyCode: string): string {
  return currencyCode === 'USD' ? '$' : currencyCode === 'EUR' ? '€' : '₺'
}
