import { mix, type Tone, toneOf } from './colours.ts'

/** 4:5 portraits, symmetric around x = 384. */
export const width = 768
export const height = 960
export const centre = width / 2

/**
 * The state of one picture. `defs` and `outlines` are collected while drawing; the outlines together throw the
 * shadow.
 */
export type Sheet = {
  tone: Tone
  fabric: string
  defs: string[]
  outlines: string[]
  /** One of several pieces: leaves out details. */
  isSmall: boolean
}

/** Traits are words such as `long`, `belt` or `back`. */
export type Draw = (sheet: Sheet, traits: ReadonlySet<string>) => string

type Step = { command: string; points: [number, number][] }

function parse(path: string): Step[] {
  const steps: Step[] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const numbers = (rest.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
    const points: [number, number][] = []
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0])
    }
    steps.push({ command, points })
  }
  return steps
}

function write(command: string, points: [number, number][], side: 1 | -1): string {
  return command + points.map(([x, y]) => `${Math.round(centre + side * x)} ${Math.round(y)}`).join(' ')
}

/** `path` is in distances from the middle line. 1 is the viewer's right, -1 the left. */
export function place(path: string, side: 1 | -1): string {
  return parse(path)
    .map((step) => write(step.command, step.points, side))
    .join('')
}

/** `half` is the right half, from top middle to bottom middle. */
export function symmetric(half: string): string {
  const steps = parse(half)
  const forward = steps.map((step) => write(step.command, step.points, 1))
  const backward: string[] = []
  for (let index = steps.length - 1; index > 0; index--) {
    const { command, points } = steps[index] as Step
    const start = steps[index - 1]?.points.at(-1) ?? [0, 0]
    backward.push(write(command, [...points.slice(0, -1).toReversed(), start], -1))
  }
  // A half that ends beside the middle, like a straight hem, is first joined to the other side.
  const across = write('L', [steps.at(-1)?.points.at(-1) ?? [0, 0]], -1)
  return `${forward.join('')}${across}${backward.join('')}Z`
}

/** Relative steps, a third shorter. Paths with other commands are returned unchanged. */
function compact(path: string): string {
  if (/[^MLCQZ\d\s.,-]/.test(path)) return path
  let [x, y] = [0, 0]
  let start: [number, number] = [0, 0]
  let text = ''
  for (const { command, points } of parse(path)) {
    const numbers = points.flatMap(([toX, toY]) => [round(toX - x), round(toY - y)])
    if (numbers.length === 0 || numbers.some((number) => number !== 0)) {
      text += command.toLowerCase() + numbers.join(' ').replaceAll(' -', '-')
    }
    const end = points.at(-1)
    if (end && command === 'M') start = end
    ;[x, y] = end ?? start
  }
  return text.startsWith('m') ? `M${text.slice(1)}` : text
}

export function bothSides(path: string, draw: (placed: string, side: 1 | -1) => string): string {
  return draw(place(path, -1), -1) + draw(place(path, 1), 1)
}

/**
 * Adds a gradient, clip or pattern.
 * @returns its id
 */
export function define(sheet: Sheet, make: (id: string) => string): string {
  const id = `d${sheet.defs.length}`
  sheet.defs.push(make(id))
  return id
}

export type Fold = { path: string; breadth: number; strength: number }

export type ClothOptions = {
  folds?: Fold[]
  tone?: Tone
  /** `left` and `right` turn the weave with a sleeve; `none` is smooth. */
  weave?: 'straight' | 'left' | 'right' | 'none'
  /** Throws a small shadow on the piece below. */
  lift?: boolean
  /** How rounded it looks: the width of the darker rim. */
  volume?: number
}

const turns = {
  straight: '',
  left: ' transform="rotate(10 250 400)"',
  right: ' transform="rotate(-10 518 400)"',
}

/** Light comes from the left. Translucent layers make soft edges ten times faster than blur filters. */
export function cloth(sheet: Sheet, path: string, options: ClothOptions = {}): string {
  const tone = options.tone ?? sheet.tone
  const weave = options.weave ?? 'straight'
  const id = define(sheet, (name) => `<path id="${name}" d="${path}"/>`)
  const clip = define(sheet, (name) => `<clipPath id="${name}"><use href="#${id}"/></clipPath>`)
  sheet.outlines.push(`<use href="#${id}"/>`)
  const use = (attributes: string) => `<use href="#${id}" ${attributes}/>`
  const strokes = (breadths: number[]) =>
    breadths.map((breadth) => use(`stroke-width="${round(breadth)}"`)).join('')
  const volume = options.volume ?? 30
  return [
    options.lift
      ? `<g fill="none" stroke="#000" stroke-opacity=".09" stroke-linejoin="round">${strokes(sheet.isSmall ? [10] : [15, 9, 5])}</g>`
      : '',
    use(`fill="${tone.base}" stroke="${tone.luminance < 0.28 ? tone.deep : tone.seam}"`),
    `<g clip-path="url(#${clip})">`,
    weave === 'none' || sheet.fabric === '' ? '' : `<use href="#weave"${turns[weave]}/>`,
    use('fill="url(#sheen)"'),
    `<g fill="none" stroke="#000" stroke-opacity="${round(tone.shadow * 0.21)}">`,
    strokes(sheet.isSmall ? [volume * 0.8] : [volume * 1.3, volume * 0.8, volume * 0.4]),
    `</g>${creases(sheet, tone, options.folds ?? [])}</g>`,
  ].join('')
}

/** `path` is one M and one C, in picture coordinates. */
export function fold(path: string, breadth = 14, strength = 1): Fold {
  return { path, breadth, strength }
}

/** On both sides; `paths` are in distances from the middle line. */
export function folds(paths: string[], breadth = 14, strength = 1): Fold[] {
  return paths.flatMap((path) => [
    fold(place(path, -1), breadth, strength),
    fold(place(path, 1), breadth, strength),
  ])
}

/** Pointed crescents: dark ones, and light ones on the side facing the light. */
function creases(sheet: Sheet, tone: Tone, all: Fold[]): string {
  const [first] = all
  if (!first) return ''
  const layer = (share: number) => all.map((crease) => crescent(crease, share)).join('')
  const narrow = define(sheet, (name) => `<path id="${name}" d="${layer(sheet.isSmall ? 1 : 0.75)}"/>`)
  const broad = sheet.isSmall ? '' : `<path d="${layer(1.5)}"/>`
  return (
    `<g fill="#000" fill-opacity="${round(tone.shadow * 0.38 * first.strength)}"><use href="#${narrow}"/>${broad}</g>` +
    `<use href="#${narrow}" x="-${round(first.breadth * 0.55)}" y="-3" fill="#fff" fill-opacity="${round(tone.glow * 0.5 * first.strength)}"/>`
  )
}

function crescent({ path, breadth }: Fold, share: number): string {
  const points = parse(path).flatMap((step) => step.points)
  const [start, first, second, end] = points
  if (!start || !first || !second || !end) throw new Error(`A fold is one curve: ${path}`)
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1
  let across = [(start[1] - end[1]) / length, (end[0] - start[0]) / length] as const
  if (across[0] * 0.9 + across[1] * 0.4 < 0) across = [-across[0], -across[1]]
  const shifted = ([x, y]: [number, number]) =>
    `${Math.round(x + across[0] * breadth * share)} ${Math.round(y + across[1] * breadth * share)}`
  return `${path}C${shifted(second)} ${shifted(first)} ${start[0]} ${start[1]}`
}

export function seam(sheet: Sheet, path: string, opacity = 0.75): string {
  return `<path d="${path}" fill="none" stroke="${sheet.tone.seam}" stroke-opacity="${opacity}"/>`
}

export function stitch(path: string, thread: string, breadth = 2): string {
  return `<path d="${path}" fill="none" stroke="${thread}" stroke-width="${breadth}" stroke-dasharray="6 4" stroke-opacity=".85"/>`
}

/** Defined once per picture and reused. */
export function button(sheet: Sheet, x: number, y: number, radius: number, fill: string): string {
  const id = `button${radius}${fill.slice(1)}`
  if (!sheet.defs.some((definition) => definition.startsWith(`<g id="${id}"`))) {
    sheet.defs.push(
      `<g id="${id}"><circle cx="2" cy="3" r="${radius}" fill="#000" fill-opacity=".3"/>` +
        `<circle r="${radius}" fill="${fill}"/><circle r="${round(radius * 0.72)}" fill="none" stroke="#000" stroke-opacity=".22"/>` +
        (radius < 7
          ? ''
          : `<path d="M-2 -2h.1M2 -2h.1M-2 2h.1M2 2h.1" stroke="#000" stroke-opacity=".6" stroke-width="${round(radius * 0.22)}" stroke-linecap="round"/>`) +
        '</g>',
    )
  }
  return `<use href="#${id}" x="${x}" y="${y}"/>`
}

export function buttons(sheet: Sheet, x: number, tops: number[], radius: number, fill: string): string {
  return tops.map((y) => button(sheet, x, y, radius, fill)).join('')
}

export function zip(x: number, top: number, bottom: number, tone: Tone): string {
  const metal = tone.luminance < 0.5 ? '#b9bcc2' : '#7d8087'
  return (
    `<path d="M${x} ${top}L${x} ${bottom}" stroke="${tone.deep}" stroke-width="11"/>` +
    `<path d="M${x} ${top}L${x} ${bottom}" stroke="${metal}" stroke-width="6" stroke-dasharray="3 3"/>` +
    `<path d="M${x - 5} ${top + 8}h10v16l-5 22l-5 -22Z" fill="${metal}" stroke="#000" stroke-opacity=".35"/>`
  )
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

function sheen({ luminance }: Tone): string {
  const [light, shade] = luminance < 0.28 ? ['1a', '4d'] : ['24', '33']
  return `<linearGradient id="sheen" x1="0" y1="0" x2="1" y2=".25"><stop stop-color="#0000001f"/><stop offset=".3" stop-color="#ffffff${light}"/><stop offset=".55" stop-color="#fff0"/><stop offset="1" stop-color="#000000${shade}"/></linearGradient>`
}

/** Wider than a portrait, for square pictures. */
function band(top: number, tall: number, fill: string): string {
  return `<rect x="-96" y="${top}" width="960" height="${tall}" fill="${fill}"/>`
}

/** A little darker behind pale goods. */
function backdrop(wall: string, isStanding: boolean): string {
  const floor = isStanding
    ? `<linearGradient id="skirting" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${wall}"/><stop offset="1" stop-color="${wall}00"/></linearGradient>${band(500, 460, mix(wall, '#a99f92', 0.26))}${band(470, 90, 'url(#skirting)')}`
    : ''
  return (
    '<radialGradient id="wall" cx=".42" cy=".34" r=".85"><stop stop-color="#ffffff99"/><stop offset=".55" stop-color="#fff0"/><stop offset="1" stop-color="#6b625833"/></radialGradient>' +
    `${band(0, height, wall)}${floor}${band(0, height, 'url(#wall)')}`
  )
}

/** Stroke widths of the layered shadow: a soft edge without a slow blur. */
const shadowWidths = [44, 32, 21, 11, 2]

/** The point shown in the middle, and the zoom. */
export type Focus = [x: number, y: number, scale: number]

export type Setting = {
  /** On the floor, with a shadow of its own, like shoes and bags; otherwise laid flat. */
  isStanding: boolean
  focus: Focus
  /** Replaces the plain studio wall. */
  wall?: string
  isSquare?: boolean
}

export function frame(sheet: Sheet, drawing: string, setting: Setting): string {
  const [x, y, scale] = setting.focus
  const zoom = `translate(${centre} ${height / 2}) scale(${scale}) translate(${-x} ${-y})`
  const wall = setting.wall ?? (sheet.tone.luminance > 0.72 ? '#d3cdc5' : '#ece8e2')
  const view = setting.isSquare
    ? `viewBox="-96 0 ${height} ${height}" width="640" height="640"`
    : `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  const shadow = shadowWidths
    .map(
      (strokeWidth) =>
        `<g opacity=".07" stroke="#000" stroke-linejoin="round" stroke-width="${strokeWidth}"><g transform="translate(9 15) ${zoom}">${sheet.outlines.join('')}</g></g>`,
    )
    .join('')
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" ${view}><defs>${sheen(sheet.tone)}${sheet.defs.join('')}</defs>` +
    `${backdrop(wall, setting.isStanding)}${setting.isStanding ? '' : shadow}<g transform="${zoom}" stroke-width="2">${drawing}</g></svg>`
  return picture
    .replace(/ d="([^"]+)"/g, (_, path: string) => ` d="${compact(path)}"`)
    .replace(/([ "(])0\./g, '$1.')
}

export function newSheet(hex: string): Sheet {
  return { tone: toneOf(hex), fabric: '', defs: [], outlines: [], isSmall: false }
}
