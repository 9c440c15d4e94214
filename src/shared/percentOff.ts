/** `percent` off, in hundredths; rounded to minor units, half up. */
export function withPercent(minor: number, percent: number): number {
  return Math.floor((minor * (10_000 - percent) + 5000) / 10_000)
}
