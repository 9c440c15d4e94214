import {
  bothSides,
  buttons,
  cloth,
  type Draw,
  type Fold,
  fold,
  folds,
  type Sheet,
  seam,
  symmetric,
} from './drawing.ts'
import { type Cut, insideBack, longSleeve, neckline, shortSleeve, sleeves } from './torso.ts'

/** The bodice's cut, then the skirt's start, end and width. */
type DressCut = { cut: Cut; waistAt: number; end: number; flare: number }

function dressCut(traits: ReadonlySet<string>): DressCut {
  const isBack = traits.has('back')
  const shape = traits.has('v') && !isBack
  const bare = traits.has('strap')
  const cut: Cut = {
    top: bare ? 170 : 92,
    neck: bare ? 74 : 58,
    depth: isBack ? 18 : bare ? 34 : shape ? 130 : 46,
    shoulder: traits.has('long') || traits.has('short') ? 148 : bare ? 92 : 128,
    chest: bare ? 114 : 132,
    waist: traits.has('loose') ? 140 : 104,
    hem: 0,
    length: 0,
  }
  const end = traits.has('maxi') ? 876 : traits.has('mini') ? 690 : 800
  return {
    cut,
    waistAt: (bare ? 400 : 376) + (traits.has('loose') ? 20 : 0),
    end,
    flare: traits.has('pencil') ? 118 : traits.has('maxi') ? 226 : 206,
  }
}

function dressPath({ cut, waistAt, end, flare }: DressCut, shape: 'round' | 'v'): string {
  const { top, shoulder, chest, waist } = cut
  const bend = Math.min(shoulder, chest) - 6
  return symmetric(
    `${neckline(cut, shape)}L${shoulder} ${top + 30}C${bend} ${top + 70} ${bend} ${top + 120} ${chest} ${top + 176}` +
      `C${chest - 6} ${top + 220} ${waist} ${waistAt - 40} ${waist} ${waistAt}` +
      `C${waist + 20} ${waistAt + 90} ${flare - 20} ${end - 170} ${flare} ${end - 8}C${flare * 0.6} ${end + 18} ${flare * 0.3} ${end + 20} 0 ${end + 20}`,
  )
}

function skirtFolds(top: number, end: number, waist: number, flare: number): Fold[] {
  const shares = [0.22, 0.52, 0.8]
  const lines = shares.map((share, index) => {
    const start = top + 12 + index * 26
    return `M${waist * share} ${start}C${waist * share + 6} ${start + (end - start) * 0.4} ${flare * share - 14} ${start + (end - start) * 0.7} ${flare * share} ${end + 10}`
  })
  const short = `M${flare * 0.36} ${end + 14}C${flare * 0.34} ${end - 60} ${flare * 0.3} ${end - 120} ${flare * 0.24} ${end - 210}`
  return [
    ...folds(lines, 17, 0.9),
    ...folds([short], 15),
    fold(`M386 ${end + 16}C380 ${end - 90} 388 ${end - 180} 384 ${end - 260}`, 12),
  ]
}

function tiers(sheet: Sheet, { waistAt, end, flare, cut }: DressCut): string {
  const span = end - waistAt
  return [0.36, 0.7]
    .map((share) => {
      const y = waistAt + span * share
      const half = cut.waist + (flare - cut.waist) * share ** 0.8 - 5
      const gather = Array.from({ length: 18 }, (_, index) => {
        const x = 384 - half + ((index + 0.5) * half * 2) / 18
        return `M${Math.round(x)} ${Math.round(y + 6)}l${Math.round((x - 384) * 0.05)} ${26 + (index % 3) * 10}`
      })
      return (
        `<path d="M${384 - half} ${y - 8}Q384 ${y + 16} ${384 + half} ${y - 8}" fill="none" stroke="#000" stroke-opacity="${sheet.tone.shadow * 0.5}" stroke-width="9"/>` +
        seam(sheet, `M${384 - half} ${y - 10}Q384 ${y + 14} ${384 + half} ${y - 10}`) +
        seam(sheet, gather.join(''), 0.45)
      )
    })
    .join('')
}

function tiedBelt(sheet: Sheet, waist: number, y: number): string {
  const strap = symmetric(`M0 ${y - 14}L${waist + 3} ${y - 18}L${waist + 4} ${y + 18}L0 ${y + 22}`)
  const end = `M-6 ${y + 8}C10 ${y + 70} 18 ${y + 130} 14 ${y + 210}L44 ${y + 204}C44 ${y + 130} 34 ${y + 70} 14 ${y + 6}Z`
  const knot = symmetric(
    `M0 ${y - 20}C18 ${y - 20} 22 ${y - 8} 20 ${y + 6}C18 ${y + 22} 10 ${y + 28} 0 ${y + 28}`,
  )
  return (
    cloth(sheet, strap, { lift: true, volume: 10, weave: 'none' }) +
    bothSides(end, (path, side) =>
      side === 1 ? cloth(sheet, path, { lift: true, volume: 12, weave: 'none' }) : '',
    ) +
    cloth(sheet, knot, { lift: true, volume: 14, weave: 'none' })
  )
}

/** Traits: `v`, `strap`, `short`, `long` (sleeves), `mini`, `maxi`, `pencil`, `belt`, `tiers`, `buttons`, `wrap`. */
export const dress: Draw = (sheet, traits) => {
  const isBack = traits.has('back')
  const shape = traits.has('v') && !isBack ? 'v' : 'round'
  const measures = dressCut(traits)
  const { cut, waistAt, end, flare } = measures
  const arm: Cut = { ...cut, top: cut.top - 14, chest: cut.chest - 4 }
  const sleeve = traits.has('long')
    ? longSleeve(arm, { reach: 92, breadth: 54, end: 520, cuff: 34 })
    : traits.has('short')
      ? shortSleeve(arm, 150)
      : undefined
  const strap = traits.has('strap')
    ? `<path d="M${384 - 80} ${cut.top + 14}C${384 - 76} ${cut.top - 50} ${384 - 50} ${cut.top - 84} ${384 - 36} ${cut.top - 96}M${384 + 80} ${cut.top + 14}C${384 + 76} ${cut.top - 50} ${384 + 50} ${cut.top - 84} ${384 + 36} ${cut.top - 96}" fill="none" stroke="${sheet.tone.dark}" stroke-width="11"/>`
    : ''
  const darts = [
    `M${cut.waist * 0.56} ${waistAt + 20}C${cut.waist * 0.5} ${waistAt - 40} ${cut.waist * 0.54} ${waistAt - 80} ${cut.waist * 0.62} ${waistAt - 130}`,
  ]
  const side = [
    `M${cut.chest + 4} ${cut.top + 172}C${cut.chest - 24} ${cut.top + 190} ${cut.chest - 44} ${cut.top + 206} ${cut.chest - 58} ${cut.top + 232}`,
  ]
  const bodice = [...folds(darts, 9), ...folds(side, 9, 0.7)]
  const hang = traits.has('pencil') ? [] : skirtFolds(waistAt, end, cut.waist, flare)
  return (
    strap +
    (isBack || strap ? '' : insideBack(sheet, cut, shape)) +
    (sleeve ? sleeves(sheet, sleeve, 22) : '') +
    (sleeve && traits.has('long')
      ? bothSides(sleeve.cuff, (path) => cloth(sheet, path, { volume: 10 }))
      : '') +
    cloth(sheet, dressPath(measures, shape), { folds: [...bodice, ...hang], volume: 32 }) +
    seam(sheet, `M${384 - cut.waist} ${waistAt}Q384 ${waistAt + 8} ${384 + cut.waist} ${waistAt}`) +
    (traits.has('wrap') && !isBack
      ? seam(
          sheet,
          `M384 ${cut.top + cut.depth}C${384 + 30} ${cut.top + 200} ${384 + 60} ${waistAt - 60} ${384 + 84} ${waistAt}C${384 + 60} ${waistAt + 140} ${384 + 50} ${end - 160} ${384 + 20} ${end + 18}`,
          1,
        )
      : '') +
    (traits.has('tiers') ? tiers(sheet, measures) : '') +
    (traits.has('buttons') && !isBack
      ? seam(
          sheet,
          `M370 ${cut.top + cut.depth - 4}L370 ${end + 18}M398 ${cut.top + cut.depth - 4}L398 ${end + 18}`,
        ) +
        buttons(
          sheet,
          384,
          Array.from({ length: 9 }, (_, index) =>
            Math.round(cut.top + cut.depth + 30 + (index * (end - cut.top - cut.depth - 60)) / 8),
          ),
          7,
          '#efe6d6',
        )
      : '') +
    (traits.has('belt') ? tiedBelt(sheet, cut.waist, waistAt) : '')
  )
}

/** Traits: `pleated`, `pencil`, `buttons`; otherwise flared. */
export const skirt: Draw = (sheet, traits) => {
  const [top, end] = [210, traits.has('mini') ? 600 : 790]
  const waist = 116
  const flare = traits.has('pencil') ? 140 : traits.has('pleated') ? 236 : 214
  const hip = traits.has('pencil') ? 168 : 150
  const path = symmetric(
    `M0 ${top}L${waist} ${top}C${waist + 22} ${top + 50} ${hip} ${top + 110} ${hip + 2} ${top + 180}C${hip + 6} ${top + 280} ${flare - (flare - hip) * 0.3} ${end - 140} ${flare} ${end - 12}C${flare * 0.6} ${end + 14} ${flare * 0.3} ${end + 16} 0 ${end + 16}`,
  )
  const band = symmetric(`M0 ${top - 44}L${waist - 4} ${top - 44}L${waist + 2} ${top + 4}L0 ${top + 8}`)
  const pleats = Array.from({ length: 15 }, (_, index) => {
    const share = (index - 7) / 7.5
    return fold(
      `M${Math.round(384 + share * waist)} ${top}C${Math.round(384 + share * (waist + 12))} ${top + 120} ${Math.round(384 + share * flare * 0.86)} ${end - 200} ${Math.round(384 + share * flare)} ${end + 14}`,
      13,
      1,
    )
  })
  const hang = traits.has('pleated')
    ? pleats
    : traits.has('pencil')
      ? folds([`M${hip} ${top + 150}C${hip - 40} ${top + 160} ${hip - 80} ${top + 180} 40 ${top + 210}`], 10)
      : skirtFolds(top, end, waist, flare)
  const slit = traits.has('pencil')
    ? seam(sheet, `M384 ${top + 6}L384 ${end - 130}`) +
      `<path d="M384 ${end - 130}L378 ${end + 16}H392Z" fill="${sheet.tone.deep}"/>`
    : ''
  const front = traits.has('buttons')
    ? seam(sheet, `M368 ${top}L368 ${end + 14}M400 ${top}L400 ${end + 14}`) +
      buttons(
        sheet,
        384,
        Array.from({ length: 7 }, (_, index) => Math.round(top + 44 + (index * (end - top - 80)) / 6)),
        9,
        '#a8814f',
      )
    : ''
  return cloth(sheet, path, { folds: hang, volume: 34 }) + slit + front + cloth(sheet, band, { volume: 14 })
}
