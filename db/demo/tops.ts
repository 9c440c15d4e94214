import {
  bothSides,
  button,
  buttons,
  cloth,
  type Draw,
  define,
  fold,
  folds,
  place,
  round,
  type Sheet,
  seam,
  stitch,
  symmetric,
} from './drawing.ts'
import { motif } from './motifs.ts'
import {
  bodyFolds,
  bodyPath,
  type Cut,
  insideBack,
  longSleeve,
  neckline,
  regular,
  shortSleeve,
  sleeves,
} from './torso.ts'

/** Traits: `v` (otherwise a round neck), `long` (otherwise short sleeves), `wide`, `pocket`, a printed motif. */
export const tshirt: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const shape = traits.has('v') && !isBack ? 'v' : 'round'
  const wide = traits.has('wide') ? 16 : 0
  const cut: Cut = {
    ...regular,
    depth: isBack ? 16 : shape === 'v' ? 96 : 50,
    shoulder: regular.shoulder + wide,
    chest: regular.chest + wide,
    waist: regular.waist + wide,
    hem: regular.hem + wide,
  }
  const sleeve = traits.has('long') ? longSleeve(cut, { breadth: 60 }) : shortSleeve(cut)
  const bottom = cut.top + cut.length
  return (
    (isBack ? '' : insideBack(sheet, cut, shape)) +
    sleeves(sheet, sleeve) +
    (traits.has('long')
      ? bothSides(sleeve.cuff, (path) => cloth(sheet, path, { volume: 12 }))
      : bothSides(sleeve.cuff, (path) => seam(sheet, path))) +
    cloth(sheet, bodyPath(cut, shape), { folds: bodyFolds(cut) }) +
    neckband(sheet, cut, shape) +
    seam(
      sheet,
      `M${384 - cut.hem} ${bottom - 24}C${384 - 60} ${bottom - 8} ${384 + 60} ${bottom - 8} ${384 + cut.hem} ${bottom - 24}`,
    ) +
    (traits.has('pocket') && !isBack ? chestPocket(sheet, cut) : '') +
    (isBack ? '' : motif(sheet, traits))
  )
}

function neckband(sheet: Sheet, cut: Cut, shape: 'round' | 'v', breadth = 34): string {
  const inner = neckline(cut, shape)
  const line = place(inner, -1) + place(inner, 1)
  // Shows only the lower half of the wide stroke, which lies on the body.
  const clip = define(sheet, (id) => `<clipPath id="${id}"><path d="${bodyPath(cut, shape)}"/></clipPath>`)
  return (
    `<g clip-path="url(#${clip})" fill="none"><path d="${line}" stroke="${sheet.tone.seam}" stroke-width="${breadth + 3}"/>` +
    `<path d="${line}" stroke="${sheet.tone.base}" stroke-width="${breadth}"/>` +
    `<path d="${line}" stroke="#000" stroke-opacity="${round(sheet.tone.shadow * 0.5)}" stroke-width="${breadth}" stroke-dasharray="1.6 3.4"/></g>`
  )
}

function chestPocket(sheet: Sheet, cut: Cut, x = 66, size = 84): string {
  const left = 384 + x - size / 2 + 10
  const top = cut.top + 150
  const path = `M${left} ${top}h${size}v${size}l-${size / 2} 20l-${size / 2} -20Z`
  return (
    `<path d="${path}" fill="#000" fill-opacity="${sheet.tone.shadow * 0.16}" stroke="${sheet.tone.seam}" stroke-width="1.8"/>` +
    stitch(`M${left + 4} ${top + 14}h${size - 8}`, sheet.tone.seam, 1.4)
  )
}

/** Knitted collar, placket with three buttons. Trait: `long` (sleeves). */
export const polo: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const cut: Cut = { ...regular, neck: 60, depth: isBack ? 14 : 40 }
  const sleeve = traits.has('long') ? longSleeve(cut, { breadth: 58 }) : shortSleeve(cut, 176)
  const { top } = cut
  const opening = `M366 ${top + 38}h36v146h-36Z`
  const leaf = `M0 ${top + 42}C18 ${top + 18} 44 ${top} 62 ${top - 14}L78 ${top + 4}C84 ${top + 34} 78 ${top + 62} 66 ${top + 92}C46 ${top + 84} 18 ${top + 64} 0 ${top + 42}Z`
  const front =
    cloth(sheet, opening, { weave: 'none', volume: 8 }) +
    buttons(sheet, 384, [top + 76, top + 116, top + 156], 7, '#f1ebdf')
  const leaves = bothSides(leaf, (path) => cloth(sheet, path, { lift: true, volume: 10, weave: 'none' }))
  const backCollar = symmetric(
    `M0 ${top - 18}C30 ${top - 18} 50 ${top - 20} 62 ${top - 16}L80 ${top + 10}C50 ${top + 34} 20 ${top + 38} 0 ${top + 38}`,
  )
  const bottom = top + cut.length
  return (
    (isBack
      ? ''
      : cloth(
          sheet,
          symmetric(
            `M0 ${top - 14}C30 ${top - 14} 50 ${top - 16} 62 ${top - 14}L70 ${top + 20}L0 ${top + 60}`,
          ),
          { tone: { ...sheet.tone, base: sheet.tone.dark }, weave: 'none' },
        )) +
    sleeves(sheet, sleeve) +
    bothSides(sleeve.cuff, (path) =>
      traits.has('long')
        ? cloth(sheet, path, { volume: 12 })
        : `<path d="${path}" fill="none" stroke="${sheet.tone.seam}" stroke-opacity=".8" stroke-width="3"/>`,
    ) +
    cloth(sheet, bodyPath(cut), { folds: bodyFolds(cut) }) +
    (isBack ? cloth(sheet, backCollar, { lift: true, volume: 12, weave: 'none' }) : front + leaves) +
    seam(
      sheet,
      `M${384 - cut.hem} ${bottom - 24}C${384 - 60} ${bottom - 8} ${384 + 60} ${bottom - 8} ${384 + cut.hem} ${bottom - 24}`,
    )
  )
}

/** Traits: `short` (sleeves), `pocket`, `band` (stand-up collar), `bow`, `slim` (waisted). */
export const shirt: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const slim = traits.has('slim') ? 22 : 0
  const cut: Cut = {
    ...regular,
    neck: 54,
    depth: isBack ? 12 : 50,
    waist: regular.waist - slim,
    hem: regular.hem - slim / 2,
    length: 650,
  }
  const { top } = cut
  const bottom = top + cut.length
  const sleeve = traits.has('short') ? shortSleeve(cut, 200) : longSleeve(cut, { cuff: 58, breadth: 68 })
  const tails = symmetric(
    bodyHalf(cut) +
      `C${cut.hem} ${bottom - 120} ${cut.hem + 2} ${bottom - 90} ${cut.hem} ${bottom - 60}C${cut.hem - 50} ${bottom - 50} ${cut.hem - 80} ${bottom + 26} 0 ${bottom + 26}`,
  )
  const cuffs = traits.has('short')
    ? bothSides(sleeve.cuff, (path) => seam(sheet, path))
    : bothSides(
        sleeve.cuff,
        (path, side) =>
          cloth(sheet, path, { volume: 12, weave: 'none' }) +
          (isBack ? '' : button(sheet, 384 + side * 240, top + 536, 6, '#f1ebdf')),
      )
  const yoke = isBack
    ? seam(
        sheet,
        `M${384 - 172} ${top + 108}C${384 - 60} ${top + 122} ${384 + 60} ${top + 122} ${384 + 172} ${top + 108}`,
      )
    : ''
  const pleat = fold(`M384 ${top + 120}C384 ${top + 300} 386 ${top + 420} 386 ${bottom}`, 16)
  return (
    (isBack ? '' : collarInside(sheet, top)) +
    sleeves(sheet, sleeve) +
    cuffs +
    cloth(sheet, tails, { folds: isBack ? [...bodyFolds(cut), pleat] : bodyFolds(cut) }) +
    yoke +
    (isBack ? '' : placket(sheet, top, bottom)) +
    (traits.has('pocket') && !isBack ? chestPocket(sheet, cut, 74, 80) : '') +
    collar(sheet, top, traits, isBack)
  )
}

function bodyHalf(cut: Cut): string {
  const { top, shoulder, chest, waist, length } = cut
  return (
    `${neckline(cut, 'v')}L${shoulder} ${top + 44}C${shoulder + 2} ${top + 90} ${chest - 8} ${top + 140} ${chest} ${top + 196}` +
    `C${chest - 2} ${top + 240} ${waist} ${top + 270} ${waist} ${top + length * 0.56}`
  )
}

function placket(sheet: Sheet, top: number, bottom: number): string {
  const tops = [84, 172, 260, 348, 436, 524].map((drop) => top + drop)
  return (
    `<path d="M367 ${top + 48}L367 ${bottom + 24}L401 ${bottom + 24}L401 ${top + 48}Z" fill="#fff" fill-opacity="${sheet.tone.glow * 0.35}"/>` +
    seam(sheet, `M367 ${top + 44}L367 ${bottom + 25}M401 ${top + 40}L401 ${bottom + 25}`) +
    buttons(sheet, 384, tops, 7.5, sheet.tone.luminance > 0.6 ? '#cfc6b6' : '#efe8da')
  )
}

/** The inside of a turned-down collar. */
export function collarInside(sheet: Sheet, top: number): string {
  const inside = { ...sheet.tone, base: sheet.tone.dark }
  const path = symmetric(
    `M0 ${top - 30}C26 ${top - 30} 46 ${top - 30} 58 ${top - 24}L64 ${top + 6}L14 ${top + 52}L0 ${top + 54}`,
  )
  return (
    cloth(sheet, path, { tone: inside, volume: 20 }) +
    `<rect x="366" y="${top - 12}" width="36" height="20" rx="2" fill="#f4f1ea" fill-opacity=".9"/>`
  )
}

function collar(sheet: Sheet, top: number, traits: ReadonlySet<string>, isBack: boolean): string {
  if (isBack) {
    const path = symmetric(
      `M0 ${top - 30}C30 ${top - 30} 48 ${top - 30} 58 ${top - 24}L82 ${top + 24}C50 ${top + 40} 20 ${top + 44} 0 ${top + 44}`,
    )
    return cloth(sheet, path, { lift: true, volume: 14, weave: 'none' })
  }
  if (traits.has('band')) {
    const band = `M2 ${top + 56}C24 ${top + 30} 48 ${top + 2} 58 ${top - 26}L72 ${top - 14}C66 ${top + 26} 36 ${top + 62} 6 ${top + 84}Z`
    return bothSides(band, (path) => cloth(sheet, path, { lift: true, volume: 8, weave: 'none' }))
  }
  const leaf = `M0 ${top + 52}C16 ${top + 26} 42 ${top - 4} 57 ${top - 26}L76 ${top - 6}C88 ${top + 30} 92 ${top + 64} 84 ${top + 104}C58 ${top + 96} 20 ${top + 76} 0 ${top + 52}Z`
  const leaves = bothSides(leaf, (path) => cloth(sheet, path, { lift: true, volume: 10 }))
  if (!traits.has('bow')) return leaves
  const loop = `M4 ${top + 66}C40 ${top + 20} 104 ${top + 20} 112 ${top + 62}C116 ${top + 104} 50 ${top + 98} 4 ${top + 74}Z`
  const tail = `M2 ${top + 72}C26 ${top + 130} 40 ${top + 200} 44 ${top + 290}L84 ${top + 276}C76 ${top + 190} 54 ${top + 120} 12 ${top + 70}Z`
  return (
    leaves +
    bothSides(tail, (path) => cloth(sheet, path, { lift: true, volume: 14 })) +
    bothSides(loop, (path) =>
      cloth(sheet, path, {
        lift: true,
        volume: 22,
        folds: folds([`M8 ${top + 68}C30 ${top + 66} 60 ${top + 60} 90 ${top + 50}`], 9),
      }),
    ) +
    cloth(
      sheet,
      symmetric(
        `M0 ${top + 52}C14 ${top + 52} 18 ${top + 58} 16 ${top + 72}C14 ${top + 86} 8 ${top + 90} 0 ${top + 90}`,
      ),
      { lift: true, volume: 12 },
    )
  )
}
