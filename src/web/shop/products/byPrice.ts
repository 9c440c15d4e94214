/** In a price-sorted list's order: the wholesaler's own, then by code. */
export function currenciesInOrder(prices: { currencyCode: string }[], own: string): string[] {
  const rank = (code: string) => Number(code !== own)
  return prices
    .map(({ currencyCode }) => currencyCode)
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}
