import {
  bothSides,
  button,
  cloth,
  type Draw,
  type Fold,
  fold,
  folds,
  type Sheet,
  seam,
  stitch,
  symmetric,
} from './drawing.ts'
import { ribbed } from './knitwear.ts'

/** Half the waist, the hips, and the outer and inner edge at the leg's end. */
type LegCut = { waist: number; hip: number; outer: number; inner: number; end: number; crotch: number }

const top = 96

function legCut(traits: ReadonlySet<string>): LegCut {
  const end = traits.has('shorts') ? 520 : 880
  const base = { waist: 112, hip: 152, crotch: 372, end }
  if (traits.has('shorts')) return { ...base, outer: 172, inner: 22 }
  if (traits.has('wide')) return { ...base, hip: 154, outer: 206, inner: 34 }
  if (traits.has('slim')) return { ...base, hip: 144, outer: 128, inner: 44 }
  return { ...base, outer: 150, inner: 40 }
}

function legsPath({ waist, hip, outer, inner, end, crotch }: LegCut): string {
  return symmetric(
    `M0 ${top + 44}L${waist + 4} ${top + 44}C${waist + 22} ${top + 100} ${hip} ${top + 140} ${hip + 2} ${top + 210}` +
      `C${hip + 2} ${top + 330} ${outer} ${end - 260} ${outer} ${end}C${outer - 20} ${end + 10} ${inner + 20} ${end + 12} ${inner} ${end + 8}` +
      `C${inner - 4} ${end - (end - crotch) * 0.5} 12 ${crotch + 100} 3 ${crotch}`,
  )
}

function legFolds({ outer, inner, end, crotch }: LegCut): Fold[] {
  const middle = (outer + inner) / 2
  return [
    ...folds(
      [
        `M6 ${crotch + 2}C36 ${crotch - 20} 70 ${crotch - 36} 112 ${crotch - 40}`,
        `M8 ${crotch + 20}C40 ${crotch + 20} 76 ${crotch + 10} 120 ${crotch + 18}`,
        `M${inner + 4} ${end - 40}C${inner + 30} ${end - 70} ${middle} ${end - 90} ${outer} ${end - 96}`,
      ],
      12,
      0.75,
    ),
    fold(`M384 ${top + 60}C380 ${top + 160} 382 ${crotch - 80} 384 ${crotch}`, 7),
  ]
}

function waistband(sheet: Sheet, waist: number, thread?: string): string {
  const path = symmetric(
    `M0 ${top + 4}C40 ${top + 4} 80 ${top + 2} ${waist - 4} ${top - 2}L${waist + 6} ${top + 46}C80 ${top + 52} 40 ${top + 54} 0 ${top + 54}`,
  )
  const loops = [-98, -46, 34, 86].map((x) => `M${384 + x} ${top - 4}h12v60h-12Z`).join('')
  const inside = symmetric(
    `M0 ${top - 12}C40 ${top - 12} 80 ${top - 10} ${waist - 6} ${top - 2}C80 ${top + 8} 40 ${top + 12} 0 ${top + 12}`,
  )
  const stitches = thread
    ? stitch(`M${384 - waist} ${top + 44}Q384 ${top + 54} ${384 + waist} ${top + 44}`, thread)
    : ''
  return (
    cloth(sheet, inside, { tone: { ...sheet.tone, base: sheet.tone.deep }, weave: 'none', volume: 10 }) +
    cloth(sheet, path, { volume: 14 }) +
    stitches +
    `<path d="${loops}" fill="${sheet.tone.base}" stroke="${sheet.tone.seam}"/>`
  )
}

/** Pressed crease and slant pockets. Traits: `wide`, `slim`, `shorts`, `pleats`. */
export const trousers: Draw = (sheet, traits) => {
  const cut = legCut(traits)
  const middle = (cut.outer + cut.inner) / 2
  const crease = folds(
    [`M70 ${top + 130}C${middle} ${top + 260} ${middle} ${cut.end - 300} ${middle} ${cut.end + 8}`],
    9,
    0.7,
  )
  const pleats = traits.has('pleats')
    ? folds(
        [
          `M52 ${top + 56}C54 ${top + 90} 58 ${top + 120} 62 ${top + 170}`,
          `M78 ${top + 56}C80 ${top + 84} 82 ${top + 104} 86 ${top + 140}`,
        ],
        8,
      )
    : []
  const pockets = bothSides(`M92 ${top + 52}C104 ${top + 90} 122 ${top + 130} 146 ${top + 166}`, (path) =>
    seam(sheet, path, 1),
  )
  const backPockets = bothSides(
    `M44 ${top + 128}L116 ${top + 122}L116 ${top + 134}L44 ${top + 140}Z`,
    (path, side) =>
      cloth(sheet, path, { weave: 'none', volume: 6 }) +
      button(sheet, 384 + side * 80, top + 150, 6, '#4a4038'),
  )
  const isBack = traits.has('back')
  return (
    cloth(sheet, legsPath(cut), { folds: [...legFolds(cut), ...crease, ...(isBack ? [] : pleats)] }) +
    (isBack
      ? backPockets + seam(sheet, `M384 ${top + 54}L384 ${cut.crotch}`)
      : pockets +
        seam(
          sheet,
          `M384 ${top + 54}L384 ${cut.crotch}M402 ${top + 54}C404 ${top + 140} 404 ${top + 170} 386 ${top + 196}`,
        )) +
    waistband(sheet, cut.waist) +
    (isBack ? '' : button(sheet, 390, top + 30, 9, '#3d342e')) +
    bothSides(`M${cut.inner - 2} ${cut.end - 26}L${cut.outer} ${cut.end - 34}`, (path) =>
      seam(sheet, path, 0.5),
    )
  )
}

function fade({ outer, inner, end, crotch }: LegCut): string {
  const middle = (outer + inner) / 2
  return (
    '<radialGradient id="fade"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
    [-1, 1]
      .map(
        (side) =>
          `<ellipse cx="${384 + side * (middle + 2)}" cy="${crotch + (end - crotch) * 0.16}" rx="${(outer - inner) * 0.42}" ry="${(end - crotch) * 0.36}" fill="url(#fade)"/>`,
      )
      .join('')
  )
}

/** Yellow stitches, rivets, faded thighs. Traits: `wide`, `slim`, `shorts`, `torn`. */
export const jeans: Draw = (sheet, traits) => {
  const cut = legCut(traits)
  const thread = sheet.tone.luminance > 0.75 ? '#c9b594' : '#d9a45b'
  const isBack = traits.has('back')
  const pocket = `M50 ${top + 54}C54 ${top + 104} 90 ${top + 126} 142 ${top + 128}`
  const coin = `<path d="M${384 + 84} ${top + 92}l40 4l-2 30" fill="none" stroke="${thread}" stroke-width="2" stroke-dasharray="6 4"/>`
  const rivets = [-52, 52, -134, 134]
    .map((x) => `<circle cx="${384 + x}" cy="${top + (Math.abs(x) > 100 ? 126 : 62)}" r="4" fill="#b4783f"/>`)
    .join('')
  const fly = `M384 ${top + 54}L384 ${cut.crotch}M390 ${top + 54}L390 ${cut.crotch - 20}M412 ${top + 54}C414 ${top + 150} 412 ${top + 176} 390 ${top + 204}`
  const side = bothSides(
    `M${cut.inner + 6} ${cut.end}C${cut.inner} ${cut.end - (cut.end - cut.crotch) * 0.5} 18 ${cut.crotch + 100} 9 ${cut.crotch + 12}`,
    (path) => stitch(path, thread, 1.6),
  )
  const hem = bothSides(`M${cut.inner - 2} ${cut.end - 12}L${cut.outer - 1} ${cut.end - 20}`, (path) =>
    stitch(path, thread),
  )
  const yoke = `M${384 - 142} ${top + 100}L384 ${top + 136}L${384 + 142} ${top + 100}`
  const patch = `M38 ${top + 152}L124 ${top + 140}L122 ${top + 232}L82 ${top + 252}L40 ${top + 240}Z`
  const behind =
    seam(sheet, yoke) +
    stitch(yoke, thread) +
    bothSides(patch, (path) => cloth(sheet, path, { lift: true, volume: 10 }) + stitch(path, thread, 1.6)) +
    stitch(`M384 ${top + 56}L384 ${cut.crotch}`, thread)
  const front =
    bothSides(pocket, (path) => seam(sheet, path, 1) + stitch(path, thread)) +
    coin +
    seam(sheet, fly) +
    stitch(fly, thread, 1.6) +
    rivets
  const torn = traits.has('torn') && !isBack ? tears(sheet, cut) : ''
  return (
    cloth(sheet, legsPath(cut), { folds: legFolds(cut) }) +
    fade(cut) +
    (isBack ? behind : front) +
    side +
    hem +
    torn +
    waistband(sheet, cut.waist, thread) +
    (isBack
      ? `<rect x="428" y="${top + 7}" width="48" height="36" rx="3" fill="#a8763f" stroke="#5c3d1e" transform="rotate(-2 450 120)"/>`
      : button(sheet, 388, top + 28, 10, '#b4783f'))
  )
}

function tears(sheet: Sheet, { outer, inner, crotch }: LegCut): string {
  const [x, y] = [384 - (outer + inner) / 2, crotch + 180]
  const threads = [0, 9, 18, 27]
    .map((drop) => `M${x - 38 + (drop % 4)} ${y + drop}h${74 - (drop % 7)}`)
    .join('')
  return `<path d="M${x - 44} ${y + 4}q20 -14 84 -6q6 26 -4 34q-60 10 -82 0Z" fill="${sheet.tone.deep}" stroke="${sheet.tone.light}" stroke-width="4"/><path d="${threads}" stroke="#f5f7f9" stroke-width="3.4" stroke-opacity=".9"/>`
}

/** Elastic waist with a cord, ribbed ankles. Traits: `sides` (stripes), `leggings`, `shorts`. */
export const joggers: Draw = (sheet, traits) => {
  const isTight = traits.has('leggings')
  const cut: LegCut = isTight
    ? { waist: 108, hip: 136, outer: 104, inner: 46, end: 880, crotch: 372 }
    : { waist: 122, hip: 162, outer: 132, inner: 54, end: traits.has('shorts') ? 520 : 836, crotch: 380 }
  if (traits.has('shorts')) Object.assign(cut, { outer: 178, inner: 22 })
  const band = symmetric(`M0 ${top}L${cut.waist - 2} ${top - 2}L${cut.waist + 6} ${top + 50}L0 ${top + 56}`)
  const cord = `M372 ${top + 30}C360 ${top + 70} 364 ${top + 110} 356 ${top + 150}M396 ${top + 30}C410 ${top + 80} 402 ${top + 120} 412 ${top + 166}`
  const ankle = `M${cut.outer + 1} ${cut.end - 6}L${cut.outer - 6} ${cut.end + 46}L${cut.inner + 6} ${cut.end + 52}L${cut.inner - 1} ${cut.end + 4}Z`
  const line = sheet.tone.luminance > 0.6 ? sheet.tone.accent : '#ece7dd'
  const stripes = bothSides(
    `M${cut.waist + 2} ${top + 60}C${cut.hip - 8} ${top + 130} ${cut.hip - 10} ${top + 180} ${cut.hip - 10} ${top + 220}C${cut.hip - 10} ${top + 330} ${cut.outer - 12} ${cut.end - 260} ${cut.outer - 12} ${cut.end}`,
    (path) => `<path d="${path}" fill="none" stroke="${line}" stroke-width="10" stroke-opacity=".9"/>`,
  )
  const isBack = traits.has('back')
  const pockets = bothSides(
    `M${cut.waist - 8} ${top + 60}C${cut.waist} ${top + 110} ${cut.hip - 26} ${top + 150} ${cut.hip - 6} ${top + 190}`,
    (path) => seam(sheet, path, 1),
  )
  return (
    cloth(sheet, legsPath(cut), {
      folds: [
        ...legFolds(cut),
        ...folds(
          [
            `M${(cut.outer + cut.inner) / 2} ${cut.end - 330}C${cut.inner + 30} ${cut.end - 220} ${cut.outer - 20} ${cut.end - 120} ${cut.inner + 26} ${cut.end - 10}`,
          ],
          14,
          0.8,
        ),
      ],
    }) +
    (traits.has('sides') ? stripes : '') +
    (isTight || isBack ? '' : pockets) +
    (isTight || traits.has('shorts') ? '' : bothSides(ankle, (path) => ribbed(sheet, path))) +
    ribbed(sheet, band) +
    (isBack || isTight
      ? ''
      : `<path d="${cord}" fill="none" stroke="${line}" stroke-width="6" stroke-linecap="round"/>`)
  )
}
