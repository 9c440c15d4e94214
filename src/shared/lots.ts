/** What is in a lot of one size. */
export type LotSize = { size: string; pieces: number }

export function piecesIn(sizes: readonly LotSize[]): number {
  return sizes.reduce((sum, { pieces }) => sum + pieces, 0)
}

/** What is in a lot as the trade writes it: S/M/L 1-2-1. */
export function lotDescriptionOf(sizes: readonly LotSize[]): string {
  return `${sizes.map(({ size }) => size).join('/')} ${sizes.map(({ pieces }) => pieces).join('-')}`
}

/** Reads what {@link lotDescriptionOf} writes; undefined where a text says no such thing, or other pieces than these. */
function readLotDescription(text: string, piecesPerLot: number): LotSize[] | undefined {
  const [, names = '', counts = ''] = /^\s*(\S+(?:\s*\/\s*\S+)*)\s+(\d+(?:\s*-\s*\d+)*)\s*$/.exec(text) ?? []
  const sizes = names.split('/').map((size) => size.trim())
  const pieces = counts.split('-').map(Number)
  if (!names || sizes.length !== pieces.length) return undefined
  const read = sizes.map((size, index) => ({ size, pieces: pieces[index] ?? 0 }))
  const isSound = read.every(({ size, pieces: count }) => size !== '' && size.length <= 10 && count > 0)
  return isSound && new Set(sizes).size === sizes.length && piecesIn(read) === piecesPerLot ? read : undefined
}

type Lot = { lotDescription: string; piecesPerLot: number; lotSizes?: LotSize[] | undefined }

/** What is in a lot: as the office says it, else as its words do; undefined where neither does. */
export function lotSizesOf({ lotSizes, lotDescription, piecesPerLot }: Lot): LotSize[] | undefined {
  return lotSizes && lotSizes.length > 0 ? lotSizes : readLotDescription(lotDescription, piecesPerLot)
}
