/** Whose orders a curve mostly comes from: the account's, all customers', or nobody's. */
export const curveSources = ['own', 'all', 'usual'] as const
export type CurveSource = (typeof curveSources)[number]

/** Pieces by size. */
type Pieces = ReadonlyMap<string, number>

/** So many pieces count as much as what is usual: one small order says little about the next. */
const piecesToTrust = 24
const sharesOfCurve = 1000
const largestUsualPart = 3

/**
 * In which shares, of about 1,000, an item's sizes are ordered. `sizes` are all of the item, in their order. What the account
 * ordered counts by its number of pieces, then what all customers did; the rest is {@link usualParts}. So every size has a
 * share, whatever a single order left out.
 */
export function curveOf(
  sizes: readonly string[],
  own: Pieces,
  all: Pieces,
): { shares: Map<string, number>; source: CurveSource } {
  const ofSizes = (pieces: Pieces) => sizes.map((size) => Math.max(0, pieces.get(size) ?? 0))
  const parts = { own: ofSizes(own), all: ofSizes(all), usual: usualParts(sizes.length) }
  const trust = (pieces: number[]) => sumOf(pieces) / (sumOf(pieces) + piecesToTrust)
  const ownWeight = trust(parts.own)
  const allWeight = (1 - ownWeight) * trust(parts.all)
  const weights = { own: ownWeight, all: allWeight, usual: 1 - ownWeight - allWeight }
  const shareOf = (index: number) =>
    curveSources.reduce((sum, source) => {
      const total = sumOf(parts[source])
      return total === 0 ? sum : sum + (weights[source] * (parts[source][index] ?? 0)) / total
    }, 0)
  return {
    shares: new Map(
      sizes.map((size, index) => [size, Math.max(1, Math.round(sharesOfCurve * shareOf(index)))]),
    ),
    source: curveSources.reduce((most, source) => (weights[source] > weights[most] ? source : most)),
  }
}

/** As lots are usually made: 1-2-2-1, 1-2-3-2-1, 1-2-3-3-2-1. */
export function usualParts(sizes: number): number[] {
  return Array.from({ length: sizes }, (_, index) => Math.min(index + 1, sizes - index, largestUsualPart))
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
