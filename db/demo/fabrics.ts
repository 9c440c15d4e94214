import { mix, type Tone } from './colours.ts'
import type { Sheet } from './drawing.ts'

/**
 * Each is drawn over the whole picture and clipped to the pieces. Repeating gradients and dashes, since pattern fills
 * render several times slower.
 */
const fabrics: Record<string, (tone: Tone) => string> = {
  knit: (tone) => stitches(tone),
  rib: (tone) =>
    lines('rib', 14, 0, [
      [0, tone.deep, 0.34],
      [0.35, tone.deep, 0.1],
      [0.5, tone.light, 0.32],
      [0.75, tone.light, 0],
      [1, tone.deep, 0.34],
    ]),
  denim: (tone) =>
    lines('twill', 5, 45, [
      [0, tone.light, 0.3],
      [0.5, tone.light, 0],
      [0.6, tone.deep, 0.24],
      [1, tone.deep, 0],
    ]) +
    lines('warp', 41, 0, [
      [0, tone.light, 0.1],
      [0.3, tone.light, 0],
      [0.6, tone.deep, 0.1],
      [1, tone.light, 0.1],
    ]),
  quilt: (tone) =>
    lines('quilt', 64, 90, [
      [0, tone.deep, 0.9],
      [0.05, tone.deep, 0.3],
      [0.3, tone.light, 0.42],
      [0.55, tone.light, 0],
      [0.85, tone.deep, 0.3],
      [1, tone.deep, 0.7],
    ]),
  stripe: (tone) => bars(14, 32, 90, tone.accent, 0.88),
  pinstripe: (tone) => bars(1.8, 18, 0, tone.accent, 0.5),
  check: (tone) =>
    [0, 90].map((turn) => bars(30, 42, turn, tone.accent, 0.28)).join('') +
    `<g transform="translate(49 49)">${[0, 90].map((turn) => bars(3, 69, turn, mix(tone.accent, '#b8443a', 0.5), 0.5)).join('')}</g>`,
  tweed: (tone) =>
    bars(5, 7, 45, tone.accent, 0.1) + [0, 90].map((turn) => bars(4, 86, turn, tone.accent, 0.17)).join(''),
  dots: (tone) => {
    const rows = Array.from({ length: 45 }, (_, row) => `M${(row % 2) * 22 - 110} ${row * 22 - 10}h1000`)
    return `<path d="${rows.join('')}" stroke="${tone.accent}" stroke-opacity=".9" stroke-width="10" stroke-linecap="round" stroke-dasharray="0 44"/>`
  },
  floral: (tone) =>
    `<defs><pattern id="flowers" x="384" width="110" height="120" patternUnits="userSpaceOnUse">${flowers(tone.accent, tone.luminance)}</pattern></defs>${filledSheet('flowers')}`,
}

export const fabricNames: ReadonlySet<string> = new Set(Object.keys(fabrics))

export function weave(sheet: Sheet, name: string): void {
  const draw = fabrics[name]
  if (!draw) throw new Error(`No such fabric: ${name}`)
  sheet.fabric = name
  sheet.defs.push(`<g id="weave">${draw(sheet.tone)}</g>`)
}

/**
 * For cuffs and hems of any fabric.
 * @returns the id of the fill
 */
export function ribbing(sheet: Sheet): string {
  const { tone } = sheet
  const gradient = repeating('ribbing', 10, 0, [
    [0, tone.deep, 0.42],
    [0.4, tone.deep, 0.12],
    [0.55, tone.light, 0.34],
    [1, tone.deep, 0.42],
  ])
  if (!sheet.defs.includes(gradient)) sheet.defs.push(gradient)
  return 'ribbing'
}

type Stop = [offset: number, colour: string, opacity: number]

function filledSheet(fill: string): string {
  return `<path d="M0 -40H768V1000H0Z" fill="url(#${fill})"/>`
}

function repeating(id: string, period: number, turn: number, stops: Stop[]): string {
  const marks = stops.map(
    ([offset, colour, opacity]) =>
      `<stop offset="${offset}" stop-color="${colour}${Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')}"/>`,
  )
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${period}" y2="0" spreadMethod="repeat" gradientTransform="rotate(${turn})">${marks.join('')}</linearGradient>`
}

function lines(id: string, period: number, turn: number, stops: Stop[]): string {
  return repeating(id, period, turn, stops) + filledSheet(id)
}

/** A dashed stroke as wide as the picture. */
function bars(breadth: number, gap: number, turn: number, colour: string, opacity: number): string {
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} 384 480)"`
  // At 45° it has to reach into the corners.
  const reach = turn % 90 === 0 ? 480 : 560
  return `<path d="M${384 - reach} 480H${384 + reach}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${2 * reach + 40}" stroke-dasharray="${breadth} ${gap}"${turned}/>`
}

function columns(id: string, left: number): string {
  return `<path d="M${left} 480H740" stroke="url(#${id})" stroke-width="1000" stroke-dasharray="9"/>`
}

/** Narrow columns that lean left and right in turn. */
function stitches(tone: Tone): string {
  const leaning = (id: string, turn: number) =>
    repeating(id, 12, turn, [
      [0, tone.deep, 0.26],
      [0.35, tone.deep, 0.04],
      [0.6, tone.light, 0.36],
      [0.85, tone.light, 0.06],
      [1, tone.deep, 0.26],
    ])
  return leaning('rising', 62) + leaning('falling', -62) + columns('rising', 24) + columns('falling', 33)
}

function flowers(petal: string, level: number): string {
  const heart = level > 0.6 ? '#d9a441' : '#e3b75a'
  const leaf = level > 0.6 ? '#7f946e' : '#9fb58b'
  const flower = (x: number, y: number, size: number, fill: string) => {
    const petals = [0, 72, 144, 216, 288].map(
      (turn) => `<ellipse cy="-10" rx="6" ry="9"${turn ? ` transform="rotate(${turn})"` : ''}/>`,
    )
    return `<g transform="translate(${x} ${y})scale(${size})" fill="${fill}">${petals.join('')}<circle r="5" fill="${heart}"/></g>`
  }
  return (
    `<path d="M30 34C44 50 40 62 34 72M86 92C74 104 70 108 58 110M84 30C92 40 100 40 106 38" fill="none" stroke="${leaf}" stroke-width="3.4"/>` +
    flower(28, 28, 0.8, petal) +
    flower(84, 88, 0.9, mix(petal, '#c4606a', 0.45)) +
    flower(86, 24, 0.5, mix(petal, '#c4606a', 0.3)) +
    flower(30, 88, 0.5, petal)
  )
}
