import { bothSides, cloth, type Fold, fold, folds, place, type Sheet, symmetric } from './drawing.ts'

/** In distances from the middle line and from the top. */
export type Cut = {
  top: number
  /** `neck` is half the opening, `depth` how far it comes down in front. */
  neck: number
  depth: number
  shoulder: number
  chest: number
  waist: number
  hem: number
  length: number
}

export const regular: Cut = {
  top: 150,
  neck: 68,
  depth: 44,
  shoulder: 176,
  chest: 172,
  waist: 168,
  hem: 174,
  length: 640,
}

/** The right half, from the middle to the top of the shoulder. */
export function neckline(cut: Cut, shape: 'round' | 'v'): string {
  const { top, neck, depth } = cut
  if (shape === 'v')
    return `M0 ${top + depth}C${neck * 0.3} ${top + depth * 0.7} ${neck * 0.86} ${top + depth * 0.3} ${neck} ${top}`
  return `M0 ${top + depth}C${neck * 0.55} ${top + depth} ${neck * 0.93} ${top + depth * 0.5} ${neck} ${top}`
}

/** Without sleeves. */
export function bodyPath(cut: Cut, shape: 'round' | 'v' = 'round', hemDrop = 14): string {
  const { top, shoulder, chest, waist, hem, length } = cut
  const bottom = top + length
  return symmetric(
    `${neckline(cut, shape)}L${shoulder} ${top + 44}` +
      `C${shoulder + 2} ${top + 90} ${chest - 8} ${top + 140} ${chest} ${top + 196}` +
      `C${chest - 2} ${top + 240} ${waist} ${top + 270} ${waist} ${top + length * 0.56}` +
      `C${waist} ${top + length * 0.75} ${hem} ${bottom - 60} ${hem} ${bottom}` +
      `C${hem * 0.6} ${bottom + hemDrop} ${hem * 0.3} ${bottom + hemDrop} 0 ${bottom + hemDrop}`,
  )
}

/** Seen through the neck opening, with a blank label. */
export function insideBack(sheet: Sheet, cut: Cut, shape: 'round' | 'v' = 'round'): string {
  const { top, neck, depth } = cut
  const path = symmetric(
    `M0 ${top + 10}C${neck * 0.5} ${top + 10} ${neck * 0.9} ${top + 4} ${neck + 4} ${top - 3}` +
      (shape === 'v'
        ? `L${neck} ${top + 20}L0 ${top + depth + 8}`
        : `L${neck + 6} ${top + 24}C${neck} ${top + depth} ${neck * 0.5} ${top + depth + 14} 0 ${top + depth + 14}`),
  )
  const inside = { ...sheet.tone, base: sheet.tone.dark }
  return (
    cloth(sheet, path, { tone: inside, volume: 24 }) +
    `<rect x="362" y="${top + 15}" width="44" height="22" rx="2" fill="#f4f1ea" fill-opacity=".92"/>` +
    (sheet.isSmall
      ? ''
      : `<path d="M370 ${top + 26}H398" stroke="#8b8680" stroke-width="2" stroke-opacity=".6"/>`)
  )
}

export type Sleeve = { path: string; cuff: string; folds: string[] }

/** In distances from the middle line. */
export function longSleeve(
  cut: Cut,
  options: { reach?: number; breadth?: number; end?: number; cuff?: number } = {},
): Sleeve {
  const { top, shoulder, chest } = cut
  const reach = options.reach ?? 96
  const breadth = options.breadth ?? 66
  const end = top + (options.end ?? 560)
  const cuff = options.cuff ?? 40
  const outer = shoulder + reach
  const inner = outer - breadth
  return {
    path:
      `M${shoulder - 10} ${top + 42}C${shoulder + 30} ${top + 52} ${shoulder + 54} ${top + 100} ${shoulder + 62} ${top + 160}` +
      `C${shoulder + 74} ${top + 260} ${outer - 4} ${end - 180} ${outer} ${end - cuff}` +
      `L${inner} ${end - cuff + 10}C${inner - 12} ${end - 200} ${chest + 8} ${top + 330} ${chest - 6} ${top + 214}` +
      `C${chest - 20} ${top + 150} ${shoulder - 14} ${top + 90} ${shoulder - 10} ${top + 42}Z`,
    cuff:
      `M${outer + 1} ${end - cuff - 3}L${outer + 3} ${end}C${outer - 16} ${end + 8} ${inner + 20} ${end + 12} ${inner} ${end + 10}` +
      `L${inner - 2} ${end - cuff + 7}C${inner + 20} ${end - cuff + 10} ${outer - 20} ${end - cuff + 4} ${outer + 1} ${end - cuff - 3}Z`,
    folds: [
      `M${shoulder + 46} ${top + 150}C${shoulder + 34} ${top + 190} ${chest + 26} ${top + 220} ${chest + 10} ${top + 236}`,
      `M${outer - 22} ${end - 270}C${outer - 30} ${end - 240} ${inner + 10} ${end - 226} ${inner - 2} ${end - 222}`,
      `M${outer - 14} ${end - 210}C${outer - 24} ${end - 170} ${outer - 36} ${end - 120} ${outer - 34} ${end - 60}`,
    ],
  }
}

/** Its `cuff` is a line of stitches along the edge. */
export function shortSleeve(cut: Cut, length = 190): Sleeve {
  const { top, shoulder, chest } = cut
  const end = top + 44 + length
  const outer = shoulder + length * 0.62
  return {
    path:
      `M${shoulder - 10} ${top + 41}C${shoulder + 26} ${top + 50} ${shoulder + 46} ${top + 74} ${shoulder + 60} ${top + 104}` +
      `L${outer + 16} ${end - 30}C${outer - 20} ${end - 4} ${chest + 60} ${end + 12} ${chest + 24} ${end + 18}` +
      `L${chest - 6} ${top + 212}C${chest - 20} ${top + 150} ${shoulder - 14} ${top + 90} ${shoulder - 10} ${top + 41}Z`,
    cuff: `M${outer + 8} ${end - 47}C${outer - 26} ${end - 22} ${chest + 58} ${end - 8} ${chest + 20} ${end - 2}`,
    folds: [
      `M${shoulder + 40} ${top + 110}C${shoulder + 20} ${top + 150} ${chest + 20} ${top + 190} ${chest + 4} ${top + 206}`,
      `M${outer - 16} ${end - 40}C${outer - 40} ${end - 60} ${shoulder + 30} ${top + 150} ${shoulder + 12} ${top + 90}`,
    ],
  }
}

/** Drawn before the body, whose edge becomes the armhole. */
export function sleeves(sheet: Sheet, sleeve: Sleeve, volume = 26): string {
  return bothSides(sleeve.path, (path, side) =>
    cloth(sheet, path, {
      weave: side === 1 ? 'right' : 'left',
      volume,
      folds: sleeve.folds.map((line) => fold(place(line, side), 13, 0.75)),
    }),
  )
}

/** From the armholes inwards and down to the hem. */
export function bodyFolds(cut: Cut, strength = 0.8): Fold[] {
  const { top, chest, hem, length } = cut
  const bottom = top + length
  return [
    ...folds(
      [
        `M${chest + 4} ${top + 190}C${chest - 40} ${top + 212} ${chest - 80} ${top + 240} ${chest - 112} ${top + 290}`,
        `M${chest + 4} ${top + 214}C${chest - 26} ${top + 262} ${chest - 38} ${top + 320} ${chest - 44} ${top + 400}`,
        `M${hem - 30} ${bottom + 10}C${hem - 46} ${bottom - 80} ${hem - 34} ${bottom - 170} ${hem - 60} ${bottom - 280}`,
        `M${hem * 0.42} ${bottom + 10}C${hem * 0.36} ${bottom - 50} ${hem * 0.5} ${bottom - 110} ${hem * 0.4} ${bottom - 210}`,
      ],
      15,
      strength,
    ),
    fold(
      `M${384 - hem * 0.1} ${bottom + 10}C${384 - hem * 0.14} ${bottom - 60} ${384 + hem * 0.02} ${bottom - 130} ${384 - hem * 0.06} ${bottom - 240}`,
      12,
    ),
  ]
}
