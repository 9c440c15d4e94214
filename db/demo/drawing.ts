import { mix, type Tone, toneOf } from './colours.ts'

/** Pictures are 4:5 portraits; everything symmetric is laid around the vertical line x = 384. */
export const width = 768
export const height = 960
export const centre = width / 2

/**
 * What one picture is drawn with: the shades of its cloth, its weave, and what is gathered on the way:
 * definitions, and the outlines of all pieces, which together throw the shadow.
 */
export type Sheet = {
  tone: Tone
  fabric: string
  defs: string[]
  outlines: string[]
  /** One of several pieces in a picture: its details are left out. */
  isSmall: boolean
}

/** A drawing of one kind of goods: traits are words such as `long`, `belt` or `back` that vary it. */
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

/** A path given in distances from the middle line, set down on the viewer's right (1) or left (-1) of it. */
export function place(path: string, side: 1 | -1): string {
  return parse(path)
    .map((step) => write(step.command, step.points, side))
    .join('')
}

/** The right half of an outline (from top middle to bottom middle, distances from the middle line), made whole. */
export function symmetric(half: string): string {
  const steps = parse(half)
  const forward = steps.map((step) => write(step.command, step.points, 1))
  const backward: string[] = []
  for (let index = steps.length - 1; index > 0; index--) {
    const { command, points } = steps[index] as Step
    const start = steps[index - 1]?.points.at(-1) ?? [0, 0]
    backward.push(write(command, [...points.slice(0, -1).toReversed(), start], -1))
  }
  // A half that ends beside the middle (a straight hem) is carried over to the other side first.
  const across = write('L', [steps.at(-1)?.points.at(-1) ?? [0, 0]], -1)
  return `${forward.join('')}${across}${backward.join('')}Z`
}

/** The same path in steps relative to each other, which takes a third less text; paths with other commands stay. */
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

/** Both sides of a path given in distances from the middle line. */
export function bothSides(path: string, draw: (placed: string, side: 1 | -1) => string): string {
  return draw(place(path, -1), -1) + draw(place(path, 1), 1)
}

/** A definition (gradient, clip, pattern), known by the returned id. */
export function define(sheet: Sheet, make: (id: string) => string): string {
  const id = `d${sheet.defs.length}`
  sheet.defs.push(make(id))
  return id
}

/** A crease in cloth; see `fold`. */
export type Fold = { path: string; breadth: number; strength: number }

export type ClothOptions = {
  folds?: Fold[]
  tone?: Tone
  /** Weave of this piece: `left` and `right` are the sheet's own, turned with a sleeve; `none` is smooth. */
  weave?: 'straight' | 'left' | 'right' | 'none'
  /** Lies on top of the piece before it and throws a small shadow on it. */
  lift?: boolean
  /** How rounded it looks: breadth of the darker rim. */
  volume?: number
}

const turns = {
  straight: '',
  left: ' transform="rotate(10 250 400)"',
  right: ' transform="rotate(-10 518 400)"',
}

/**
 * One piece of cloth: colour, weave, light from the left, a rounded rim and folds, within its outline.
 * Softness comes from a few translucent layers laid over each other: blur filters would be slower tenfold.
 */
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

/** A crease along a curve (one M and one C), given as it lies on the picture. */
export function fold(path: string, breadth = 14, strength = 1): Fold {
  return { path, breadth, strength }
}

/** Creases given in distances from the middle line, on both sides of it. */
export function folds(paths: string[], breadth = 14, strength = 1): Fold[] {
  return paths.flatMap((path) => [
    fold(place(path, -1), breadth, strength),
    fold(place(path, 1), breadth, strength),
  ])
}

/** Creases as crescents, pointed at both ends: dark ones, and the same again in light on the side facing the lamp. */
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

/** A sewn line. */
export function seam(sheet: Sheet, path: string, opacity = 0.75): string {
  return `<path d="${path}" fill="none" stroke="${sheet.tone.seam}" stroke-opacity="${opacity}"/>`
}

/** A visible row of stitches. */
export function stitch(path: string, thread: string, breadth = 2): string {
  return `<path d="${path}" fill="none" stroke="${thread}" stroke-width="${breadth}" stroke-dasharray="6 4" stroke-opacity=".85"/>`
}

/** A button with four holes; the same button is defined once and used again. */
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

/** Buttons one below the other. */
export function buttons(sheet: Sheet, x: number, tops: number[], radius: number, fill: string): string {
  return tops.map((y) => button(sheet, x, y, radius, fill)).join('')
}

/** A zip with its teeth and puller, straight down. */
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

/** Light falling on cloth from the left. */
function sheen({ luminance }: Tone): string {
  const [light, shade] = luminance < 0.28 ? ['1a', '4d'] : ['24', '33']
  return `<linearGradient id="sheen" x1="0" y1="0" x2="1" y2=".25"><stop stop-color="#0000001f"/><stop offset=".3" stop-color="#ffffff${light}"/><stop offset=".55" stop-color="#fff0"/><stop offset="1" stop-color="#000000${shade}"/></linearGradient>`
}

/** A band of the backdrop; broader than a portrait needs, as a square picture shows its sides too. */
function area(top: number, tall: number, fill: string): string {
  return `<rect x="-96" y="${top}" width="960" height="${tall}" fill="${fill}"/>`
}

/** The backdrop, a calm studio wall; a little darker behind pale goods, so that they stand out. */
function backdrop(wall: string, isStanding: boolean): string {
  const floor = isStanding
    ? `<linearGradient id="skirting" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${wall}"/><stop offset="1" stop-color="${wall}00"/></linearGradient>${area(500, 460, mix(wall, '#a99f92', 0.26))}${area(470, 90, 'url(#skirting)')}`
    : ''
  return (
    '<radialGradient id="wall" cx=".42" cy=".34" r=".85"><stop stop-color="#ffffff99"/><stop offset=".55" stop-color="#fff0"/><stop offset="1" stop-color="#6b625833"/></radialGradient>' +
    `${area(0, height, wall)}${floor}${area(0, height, 'url(#wall)')}`
  )
}

/** Widths of the outlines laid over each other under the goods: a soft edge without a blur, which takes longer. */
const softness = [44, 32, 21, 11, 2]

/** Which point of the drawing comes to the middle of the picture, and how much it is enlarged. */
export type Focus = [x: number, y: number, scale: number]

export type Setting = {
  /** On the floor, where shoes and bags bring their own shadow; otherwise laid flat. */
  isStanding: boolean
  focus: Focus
  /** Colour behind, where it is not the plain studio wall. */
  wall?: string
  isSquare?: boolean
}

/** A whole picture around a drawing. */
export function frame(sheet: Sheet, drawing: string, setting: Setting): string {
  const [x, y, scale] = setting.focus
  const zoom = `translate(${centre} ${height / 2}) scale(${scale}) translate(${-x} ${-y})`
  const wall = setting.wall ?? (sheet.tone.luminance > 0.72 ? '#d3cdc5' : '#ece8e2')
  const view = setting.isSquare
    ? `viewBox="-96 0 ${height} ${height}" width="640" height="640"`
    : `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  const shadow = softness
    .map(
      (wide) =>
        `<g opacity=".07" stroke="#000" stroke-linejoin="round" stroke-width="${wide}"><g transform="translate(9 15) ${zoom}">${sheet.outlines.join('')}</g></g>`,
    )
    .join('')
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" ${view}><defs>${sheen(sheet.tone)}${sheet.defs.join('')}</defs>` +
    `${backdrop(wall, setting.isStanding)}${setting.isStanding ? '' : shadow}<g transform="${zoom}" stroke-width="2">${drawing}</g></svg>`
  return picture
    .replace(/ d="([^"]+)"/g, (_, path: string) => ` d="${compact(path)}"`)
    .replace(/([ "(])0\./g, '$1.')
}

/** A fresh sheet for goods of that colour. */
export function newSheet(hex: string): Sheet {
  return { tone: toneOf(hex), fabric: '', defs: [], outlines: [], isSmall: false }
}
