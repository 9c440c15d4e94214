export type LotSize = { size: string; pieces: number }

export function piecesIn(sizes: readonly LotSize[]): number {
  return sizes.reduce((sum, { pieces }) => sum + pieces, 0)
}

/** As the trade writes it: S/M/L 1-2-1. */
export function lotDescriptionOf(sizes: readonly LotSize[]): string {
  return `${sizes.map(({ size }) => size).join('/')} ${sizes.map(({ pieces }) => pieces).join('-')}`
}

/** Undefined if the text has another form, or another number of pieces. */
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

/** From the office's data, else from the description. */
export function lotSizesOf({ lotSizes, lotDescription, piecesPerLot }: Lot): LotSize[] | undefined {
  return lotSizes && lotSizes.length > 0 ? lotSizes : readLotDescription(lotDescription, piecesPerLot)
}
