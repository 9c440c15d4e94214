import {
  bothSides,
  buttons,
  cloth,
  type Draw,
  define,
  fold,
  place,
  round,
  type Sheet,
  seam,
  symmetric,
  zip,
} from './drawing.ts'
import { ribbing } from './fabrics.ts'
import { motif } from './motifs.ts'
import { bodyFolds, bodyPath, type Cut, insideBack, longSleeve, neckline, regular, sleeves } from './torso.ts'

/** Cuff, hem or collar. */
export function ribbed(sheet: Sheet, path: string, lift = false): string {
  return (
    cloth(sheet, path, { weave: 'none', volume: 16, lift }) +
    `<path d="${path}" fill="url(#${ribbing(sheet)})"/>`
  )
}

const jumperCut: Cut = {
  ...regular,
  neck: 66,
  depth: 48,
  shoulder: 180,
  chest: 180,
  waist: 178,
  hem: 170,
  length: 596,
}

function hemBand(cut: Cut): string {
  const top = cut.top + cut.length
  return symmetric(
    `M0 ${top - 2}C${cut.hem * 0.4} ${top - 2} ${cut.hem * 0.7} ${top - 4} ${cut.hem} ${top - 14}L${cut.hem - 8} ${top + 46}C${cut.hem * 0.6} ${top + 56} ${cut.hem * 0.3} ${top + 58} 0 ${top + 58}`,
  )
}

function band(sheet: Sheet, cut: Cut, shape: 'round' | 'v', breadth: number): string {
  const line = place(neckline(cut, shape), -1) + place(neckline(cut, shape), 1)
  const clip = define(sheet, (id) => `<clipPath id="${id}"><path d="${bodyPath(cut, shape)}"/></clipPath>`)
  const stroke = (colour: string, width: number, more = '') =>
    `<path d="${line}" stroke="${colour}" stroke-width="${width}" ${more}/>`
  return (
    `<g clip-path="url(#${clip})" fill="none">${stroke(sheet.tone.seam, breadth * 2 + 3)}${stroke(sheet.tone.base, breadth * 2)}` +
    `${stroke(sheet.tone.deep, breadth * 2, 'stroke-opacity=".4" stroke-dasharray="3 5"')}</g>`
  )
}

function turtleneck(sheet: Sheet, top: number): string {
  const collar = symmetric(
    `M0 ${top - 62}C30 ${top - 62} 52 ${top - 60} 64 ${top - 54}C68 ${top - 20} 70 ${top + 4} 80 ${top + 22}C54 ${top + 44} 24 ${top + 50} 0 ${top + 50}`,
  )
  return (
    ribbed(sheet, collar, true) +
    seam(
      sheet,
      `M${384 - 66} ${top - 6}C${384 - 30} ${top + 8} ${384 + 30} ${top + 8} ${384 + 66} ${top - 6}`,
      0.6,
    )
  )
}

/** Two strands twisted down the front. */
function cables(sheet: Sheet, cut: Cut): string {
  const strand = (x: number, side: number) => {
    let path = `M${x - side * 13} ${cut.top + 78}`
    for (let row = 0; row < 11; row++) {
      path += `c0 24 ${side * 26 * (row % 2 ? -1 : 1)} 24 ${side * 26 * (row % 2 ? -1 : 1)} 48`
    }
    return path
  }
  const { tone } = sheet
  const column = [-84, 0, 84].map((x) => strand(384 + x, 1) + strand(384 + x, -1)).join('')
  const edges = [-84, 0, 84]
    .map((x) => `M${384 + x - 30} ${cut.top + 74}v520M${384 + x + 30} ${cut.top + 74}v520`)
    .join('')
  const id = define(sheet, (name) => `<path id="${name}" d="${column}"/>`)
  const wool = (colour: string, breadth: number, more: string) =>
    `<use href="#${id}" stroke="${colour}" stroke-width="${breadth}" ${more}/>`
  return (
    `<g fill="none" stroke-linecap="round"><path d="${edges}" stroke="${tone.deep}" stroke-opacity=".35" stroke-width="4"/>` +
    `${wool(tone.deep, 19, 'stroke-opacity=".55"')}${wool(tone.base, 14, '')}${wool(tone.light, 5, 'stroke-opacity=".6" x="-2"')}</g>`
  )
}

/** Traits: `v`, `turtle` (otherwise a round neck), `cable`, `cardigan`. */
export const jumper: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const isCardigan = traits.has('cardigan')
  const isTurtle = traits.has('turtle')
  const shape = (traits.has('v') || isCardigan) && !isBack ? 'v' : 'round'
  const cut: Cut = { ...jumperCut, depth: isBack ? 16 : isCardigan ? 190 : shape === 'v' ? 110 : 46 }
  const { top } = cut
  const sleeve = longSleeve(cut, { breadth: 66, reach: 92, end: 570, cuff: 56 })
  const front = `M${384 - 15} ${top + cut.depth - 8}h30V${top + cut.length + 56}h-30Z`
  return (
    (isBack || isTurtle ? '' : insideBack(sheet, cut, shape)) +
    sleeves(sheet, sleeve) +
    bothSides(sleeve.cuff, (path) => ribbed(sheet, path)) +
    cloth(sheet, bodyPath(cut, shape, 2), { folds: bodyFolds(cut, 0.55) }) +
    (traits.has('cable') && !isBack ? cables(sheet, cut) : '') +
    ribbed(sheet, hemBand(cut)) +
    (isTurtle ? turtleneck(sheet, top) : band(sheet, cut, shape, isCardigan ? 26 : 20)) +
    (isCardigan && !isBack
      ? ribbed(sheet, front, true) +
        buttons(
          sheet,
          384,
          [200, 288, 376, 464, 552, 630].map((drop) => top + drop),
          10,
          '#5b4636',
        )
      : '')
  )
}

function hood(sheet: Sheet, top: number, isBack: boolean): string {
  const outer = symmetric(
    `M0 ${top - 108}C56 ${top - 108} 100 ${top - 84} 108 ${top - 30}C112 ${top + 4} 104 ${top + 34} 86 ${top + 58}C56 ${top + 84} 20 ${top + 92} 0 ${top + 92}`,
  )
  if (isBack) {
    return cloth(sheet, outer, {
      lift: true,
      volume: 36,
      folds: [fold(`M384 ${top - 100}C380 ${top - 40} 384 ${top + 20} 384 ${top + 86}`, 12)],
    })
  }
  const opening = symmetric(
    `M0 ${top - 74}C40 ${top - 74} 70 ${top - 52} 74 ${top - 16}C76 ${top + 14} 46 ${top + 52} 0 ${top + 84}`,
  )
  const inside = { ...sheet.tone, base: sheet.tone.dark }
  return (
    cloth(sheet, outer, { lift: true, volume: 30 }) +
    cloth(sheet, opening, { tone: inside, weave: 'none', volume: 40 }) +
    `<rect x="362" y="${top - 44}" width="44" height="22" rx="2" fill="#f4f1ea" fill-opacity=".85"/>`
  )
}

function cords(top: number, colour: string): string {
  const line = `M346 ${top + 64}C342 ${top + 110} 350 ${top + 150} 344 ${top + 196}M422 ${top + 64}C428 ${top + 110} 418 ${top + 160} 424 ${top + 210}`
  return (
    `<path d="${line}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="8" transform="translate(2 3)"/><path d="${line}" fill="none" stroke="${colour}" stroke-width="6"/>` +
    `<path d="M344 ${top + 190}v18M424 ${top + 204}v18" stroke="#8a8d93" stroke-width="7"/>`
  )
}

/** Traits: `hood`, `zip` (otherwise a round neck), a printed motif. */
export const sweatshirt: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const hasHood = traits.has('hood')
  const cut: Cut = { ...jumperCut, shoulder: 186, chest: 188, waist: 188, hem: 180, depth: isBack ? 16 : 48 }
  const { top } = cut
  const sleeve = longSleeve(cut, { breadth: 72, reach: 96, end: 572, cuff: 56 })
  const pouch = symmetric(
    `M0 ${top + 408}L84 ${top + 408}C104 ${top + 450} 122 ${top + 490} 128 ${top + 520}L128 ${top + 586}L0 ${top + 590}`,
  )
  const cordColour = sheet.tone.luminance > 0.6 ? '#8d8578' : '#ece6da'
  const hasZip = traits.has('zip') && !isBack
  return (
    (isBack || hasHood ? '' : insideBack(sheet, cut)) +
    sleeves(sheet, sleeve, 30) +
    bothSides(sleeve.cuff, (path) => ribbed(sheet, path)) +
    cloth(sheet, bodyPath(cut, 'round', 2), { folds: bodyFolds(cut), volume: 34 }) +
    (hasHood && !isBack
      ? cloth(sheet, pouch, { volume: 18 }) +
        seam(
          sheet,
          `M${384 - 76} ${top + 416}C${384 - 96} ${top + 456} ${384 - 112} ${top + 490} ${384 - 118} ${top + 522}M${384 + 76} ${top + 416}C${384 + 96} ${top + 456} ${384 + 112} ${top + 490} ${384 + 118} ${top + 522}`,
          0.5,
        )
      : '') +
    ribbed(sheet, hemBand(cut)) +
    (hasZip ? zip(384, top + (hasHood ? 80 : 44), round(top + cut.length + 56), sheet.tone) : '') +
    (hasHood
      ? hood(sheet, top, isBack) + (isBack ? '' : cords(top, cordColour))
      : band(sheet, cut, 'round', 20)) +
    (isBack || hasZip ? '' : motif(sheet, traits))
  )
}
