/** `percent` off, in hundredths; rounded half up. In two parts, because the product of both may be too large. */
export function withPercent(price: number, percent: number): number {
  const rest = price % 10_000
  const left = 10_000 - percent
  return ((price - rest) / 10_000) * left + Math.floor((rest * left + 5000) / 10_000)
}
