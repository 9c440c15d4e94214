/** Currencies in the order in which a list by price has them: the wholesaler's own, then the others by their codes. */
export function currenciesInOrder(prices: { currencyCode: string }[], own: string): string[] {
  const rank = (code: string) => Number(code !== own)
  return prices
    .map(({ currencyCode }) => currencyCode)
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}
