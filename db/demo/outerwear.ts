import { mix } from './colours.ts'
import {
  bothSides,
  button,
  buttons,
  cloth,
  type Draw,
  fold,
  folds,
  place,
  type Sheet,
  seam,
  stitch,
  symmetric,
} from './drawing.ts'
import { collarInside } from './tops.ts'
import { bodyFolds, bodyPath, type Cut, insideBack, longSleeve, regular, sleeves } from './torso.ts'

const tailored: Cut = {
  ...regular,
  top: 140,
  neck: 58,
  depth: 300,
  shoulder: 186,
  chest: 178,
  waist: 160,
  hem: 178,
  length: 640,
}

/** Reaches a little past the middle; rounded at the hem if cut away. */
function frontPanel(cut: Cut, overlap: number, isCutAway: boolean): string {
  const { top, neck, depth, shoulder, chest, waist, hem, length } = cut
  const bottom = top + length
  const edge = isCutAway
    ? `L${hem * 0.5} ${bottom + 12}C${hem * 0.2} ${bottom + 8} ${-overlap + 8} ${bottom - 60} ${-overlap} ${bottom - 190}`
    : `C${hem * 0.6} ${bottom + 14} ${hem * 0.3} ${bottom + 14} ${-overlap} ${bottom + 14}`
  return (
    `M${neck} ${top}L${shoulder} ${top + 44}C${shoulder + 2} ${top + 90} ${chest - 8} ${top + 140} ${chest} ${top + 196}` +
    `C${chest - 2} ${top + 240} ${waist} ${top + 270} ${waist} ${top + length * 0.52}C${waist} ${top + length * 0.72} ${hem} ${bottom - 90} ${hem} ${bottom}` +
    `${edge}L${-overlap} ${top + depth}Z`
  )
}

function lapels(sheet: Sheet, cut: Cut, overlap: number, breadth: number): string {
  const { top, neck, depth } = cut
  const lapel =
    `M${neck - 4} ${top - 6}L${neck + 10} ${top + 90}L${neck + breadth} ${top + 66}L${neck + breadth + 6} ${top + 108}` +
    `C${neck + breadth - 24} ${top + 170} 26 ${top + depth - 60} ${-overlap + 2} ${top + depth + 10}C8 ${top + depth - 90} ${neck - 30} ${top + 120} ${neck - 4} ${top - 6}Z`
  const collar = `M0 ${top - 30}C24 ${top - 30} 44 ${top - 28} ${neck - 2} ${top - 24}C${neck + 22} ${top + 6} ${neck + 38} ${top + 30} ${neck + 48} ${top + 60}L${neck + 10} ${top + 92}C${neck - 4} ${top + 50} ${neck - 10} ${top + 30} ${neck - 18} ${top + 6}C24 ${top + 16} 12 ${top + 18} 0 ${top + 18}Z`
  return (
    bothSides(lapel, (path) => cloth(sheet, path, { lift: true, volume: 12 })) +
    bothSides(collar, (path) => cloth(sheet, path, { volume: 10 }))
  )
}

function backOf(sheet: Sheet, cut: Cut, isBelted: boolean): string {
  const back: Cut = { ...cut, depth: 14 }
  const bottom = cut.top + cut.length
  const collar = symmetric(
    `M0 ${cut.top - 30}C30 ${cut.top - 30} 48 ${cut.top - 28} 58 ${cut.top - 24}L86 ${cut.top + 26}C50 ${cut.top + 44} 20 ${cut.top + 48} 0 ${cut.top + 48}`,
  )
  return (
    cloth(sheet, bodyPath(back), { folds: bodyFolds(back) }) +
    seam(sheet, `M384 ${cut.top + 46}L384 ${bottom + 12}`) +
    (isBelted ? belt(sheet, cut, false) : '') +
    cloth(sheet, collar, { lift: true, volume: 14 })
  )
}

function flaps(sheet: Sheet, y: number, from: number, to: number): string {
  return bothSides(
    `M${from} ${y}L${to} ${y - 6}L${to + 2} ${y + 30}C${to - 20} ${y + 38} ${from + 20} ${y + 42} ${from} ${y + 38}Z`,
    (path) => cloth(sheet, path, { lift: true, volume: 8 }),
  )
}

/** Notched lapels, two buttons, flap pockets. Trait: `double` (double-breasted). */
export const blazer: Draw = (sheet, traits) => {
  const cut = tailored
  const { top } = cut
  const isBack = traits.has('back')
  const isDouble = traits.has('double')
  const overlap = isDouble ? 52 : 10
  const sleeve = longSleeve(cut, { breadth: 68, reach: 84, end: 590, cuff: 2 })
  const horn = sheet.tone.luminance > 0.5 ? '#6b5644' : mix(sheet.tone.base, '#94775a', 0.6)
  const rows = isDouble ? [340, 430] : [322, 410]
  const cuffButtons = bothSides('M0 0', (_, side) =>
    buttons(
      sheet,
      384 + side * 248,
      sheet.isSmall ? [top + 550] : [top + 520, top + 540, top + 560],
      5,
      horn,
    ),
  )
  if (isBack) return sleeves(sheet, sleeve) + cuffButtons + backOf(sheet, cut, false)
  const hang = (side: 1 | -1) => [
    ...bodyFolds(cut, 0.6).filter((_, index) => index % 2 === (side === 1 ? 1 : 0)),
    fold(place(`M104 ${top + 250}C96 ${top + 330} 92 ${top + 400} 100 ${top + 470}`, side), 9),
  ]
  return (
    insideBack(sheet, { ...cut, depth: 330 }, 'v') +
    sleeves(sheet, sleeve) +
    cuffButtons +
    cloth(sheet, place(frontPanel(cut, overlap, !isDouble), 1), { folds: hang(1) }) +
    cloth(sheet, place(frontPanel(cut, overlap, !isDouble), -1), { folds: hang(-1) }) +
    lapels(sheet, cut, overlap, 62) +
    flaps(sheet, top + 450, 62, 142) +
    `<path d="M${384 + 84} ${top + 222}l58 -8l1 14l-58 8Z" fill="${sheet.tone.dark}" stroke="${sheet.tone.seam}"/>` +
    rows
      .map(
        (drop) =>
          (isDouble ? button(sheet, 384 - 44, top + drop, 10, horn) : '') +
          button(sheet, 384 + (isDouble ? 40 : 0), top + drop, 10, horn),
      )
      .join('')
  )
}

function belt(sheet: Sheet, cut: Cut, hasBuckle: boolean): string {
  const y = cut.top + cut.length * 0.48
  const strap = symmetric(`M0 ${y}L${cut.waist + 3} ${y - 4}L${cut.waist + 3} ${y + 38}L0 ${y + 42}`)
  const buckle = `<rect x="352" y="${y - 8}" width="64" height="58" rx="8" fill="none" stroke="#3a2f2a" stroke-width="8"/><rect x="352" y="${y - 8}" width="64" height="58" rx="8" fill="none" stroke="#8f7a62" stroke-width="4"/>`
  return cloth(sheet, strap, { lift: true, volume: 10 }) + (hasBuckle ? buckle : '')
}

/** Long and double-breasted. Trait: `belt` (trench coat). */
export const coat: Draw = (sheet, traits) => {
  const cut: Cut = { ...tailored, top: 110, depth: 220, waist: 166, hem: 206, length: 740 }
  const { top } = cut
  const isBack = traits.has('back')
  const sleeve = longSleeve(cut, { breadth: 76, reach: 90, end: 580, cuff: 50 })
  const horn = sheet.tone.luminance > 0.5 ? '#5c4939' : mix(sheet.tone.base, '#94775a', 0.5)
  const arms = sleeves(sheet, sleeve) + bothSides(sleeve.cuff, (path) => cloth(sheet, path, { volume: 12 }))
  if (isBack) return arms + backOf(sheet, cut, traits.has('belt'))
  const rows = traits.has('belt') ? [236, 318, 470, 560] : [240, 330, 420]
  const hang = folds(
    [
      `M120 ${top + 400}C140 ${top + 520} 130 ${top + 640} 150 ${top + 750}`,
      `M60 ${top + 430}C72 ${top + 540} 66 ${top + 660} 80 ${top + 756}`,
    ],
    16,
  )
  return (
    insideBack(sheet, { ...cut, depth: 250 }, 'v') +
    arms +
    cloth(sheet, place(frontPanel(cut, 56, false), 1), { folds: hang }) +
    cloth(sheet, place(frontPanel(cut, 56, false), -1), { folds: hang }) +
    lapels(sheet, cut, 56, 70) +
    rows
      .map(
        (drop) =>
          button(sheet, 384 - 46, top + drop, 11, horn) + button(sheet, 384 + 40, top + drop, 11, horn),
      )
      .join('') +
    (traits.has('belt') ? belt(sheet, cut, true) : '') +
    flaps(sheet, top + 470, 84, 158)
  )
}

function collarBehind(top: number): string {
  return symmetric(
    `M0 ${top - 30}C30 ${top - 30} 50 ${top - 30} 60 ${top - 26}L92 ${top + 30}C50 ${top + 48} 20 ${top + 52} 0 ${top + 52}`,
  )
}

/** Denim or leather: yoke, chest pockets, metal buttons, visible stitches. */
export const jacket: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const cut: Cut = {
    ...regular,
    top: 170,
    neck: 60,
    depth: isBack ? 14 : 50,
    shoulder: 184,
    chest: 182,
    waist: 176,
    hem: 166,
    length: 500,
  }
  const { top } = cut
  const bottom = top + cut.length
  const sleeve = longSleeve(cut, { breadth: 70, reach: 92, end: 536, cuff: 52 })
  const thread = sheet.fabric === 'denim' ? '#d8a45c' : sheet.tone.seam
  const hem = symmetric(
    `M0 ${bottom}L${cut.hem} ${bottom - 14}L${cut.hem - 4} ${bottom + 44}L0 ${bottom + 56}`,
  )
  const leaf = `M0 ${top + 50}C18 ${top + 20} 44 ${top - 6} 60 ${top - 26}L84 ${top + 2}C98 ${top + 36} 102 ${top + 70} 96 ${top + 104}C64 ${top + 96} 22 ${top + 78} 0 ${top + 50}Z`
  const yoke =
    place(`M178 ${top + 132}C120 ${top + 140} 60 ${top + 140} 18 ${top + 138}`, 1) +
    place(`M178 ${top + 132}C120 ${top + 140} 60 ${top + 140} 18 ${top + 138}`, -1)
  const panels = [1, -1]
    .map((side) =>
      place(`M56 ${top + 190}L40 ${bottom - 4}M128 ${top + 190}L112 ${bottom - 8}`, side as 1 | -1),
    )
    .join('')
  const base =
    sleeves(sheet, sleeve) +
    bothSides(sleeve.cuff, (path) => cloth(sheet, path, { volume: 12 })) +
    cloth(sheet, bodyPath(cut, 'v', 2), { folds: bodyFolds(cut, 0.7) }) +
    cloth(sheet, hem, { volume: 14 }) +
    seam(sheet, yoke + panels) +
    stitch(yoke, thread) +
    stitch(panels, thread)
  if (isBack) {
    return base + cloth(sheet, collarBehind(top), { lift: true, volume: 14 })
  }
  const metal = sheet.fabric === 'denim' ? '#b98d5a' : '#a9abb0'
  return (
    collarInside(sheet, top) +
    base +
    seam(sheet, `M366 ${top + 44}L366 ${bottom + 52}M402 ${top + 44}L402 ${bottom + 52}`) +
    stitch(`M371 ${top + 60}L371 ${bottom + 50}M397 ${top + 60}L397 ${bottom + 50}`, thread) +
    bothSides(
      `M48 ${top + 138}L142 ${top + 136}L142 ${top + 172}L95 ${top + 194}L48 ${top + 174}Z`,
      (path, side) =>
        cloth(sheet, path, { lift: true, volume: 8 }) + button(sheet, 384 + side * 95, top + 176, 8, metal),
    ) +
    buttons(
      sheet,
      384,
      [86, 168, 250, 332, 414, 524].map((drop) => top + drop),
      9,
      metal,
    ) +
    bothSides(leaf, (path) => cloth(sheet, path, { lift: true, volume: 12 }))
  )
}
