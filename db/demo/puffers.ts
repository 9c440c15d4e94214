import { bothSides, cloth, type Draw, fold, place, type Sheet, stitch, symmetric, zip } from './drawing.ts'
import { weave } from './fabrics.ts'

const rowHeight = 64

/** An edge that bulges between seams. */
function bulgingEdge(from: [number, number], to: [number, number], rows: number, bulge: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const across = [(from[1] - to[1]) / length, (to[0] - from[0]) / length] as const
  let path = ''
  for (let row = 0; row < rows; row++) {
    const at = (share: number, out: number) => {
      const along = (row + share) / rows
      const x = from[0] + (to[0] - from[0]) * along - across[0] * out
      const y = from[1] + (to[1] - from[1]) * along - across[1] * out
      return `${Math.round(x)} ${Math.round(y)}`
    }
    path += `C${at(0.2, bulge)} ${at(0.8, bulge)} ${at(1, 0)}`
  }
  return path
}

function collar(sheet: Sheet, top: number): string {
  const path = symmetric(
    `M0 ${top - 40}C34 ${top - 40} 62 ${top - 40} 80 ${top - 34}C92 ${top - 10} 92 ${top + 20} 90 ${top + 44}C60 ${top + 58} 26 ${top + 62} 0 ${top + 62}`,
  )
  const inside = symmetric(
    `M0 ${top - 56}C34 ${top - 56} 60 ${top - 50} 78 ${top - 34}C50 ${top - 22} 20 ${top - 20} 0 ${top - 20}`,
  )
  return (
    cloth(sheet, inside, { tone: { ...sheet.tone, base: sheet.tone.deep }, weave: 'none', volume: 14 }) +
    cloth(sheet, path, { lift: true, volume: 26 })
  )
}

function furHood(sheet: Sheet, top: number): string {
  const outer = symmetric(
    `M0 ${top - 112}C64 ${top - 112} 116 ${top - 84} 122 ${top - 24}C126 ${top + 20} 112 ${top + 50} 92 ${top + 70}C60 ${top + 88} 24 ${top + 92} 0 ${top + 92}`,
  )
  const opening = symmetric(
    `M0 ${top - 66}C40 ${top - 66} 72 ${top - 48} 76 ${top - 14}C78 ${top + 20} 46 ${top + 58} 0 ${top + 74}`,
  )
  let fur = ''
  for (let hair = 0; hair < 118; hair++) {
    const angle = (hair / 118) * Math.PI * 2
    const length = 26 + ((hair * 37) % 19)
    const [x, y] = [
      384 + Math.cos(angle) * (74 + (hair % 3) * 7),
      top + 4 + Math.sin(angle) * (70 + (hair % 3) * 7),
    ]
    const lean = angle + 0.35 - ((hair * 13) % 7) / 10
    fur += `M${Math.round(x)} ${Math.round(y)}l${Math.round(Math.cos(lean) * length)} ${Math.round(Math.sin(lean) * length)}`
  }
  return (
    cloth(sheet, outer, { lift: true, volume: 30, weave: 'none' }) +
    cloth(sheet, opening, { tone: { ...sheet.tone, base: sheet.tone.deep }, weave: 'none', volume: 40 }) +
    `<g fill="none" stroke-linecap="round"><path d="${fur}" stroke="#7d6750" stroke-width="15"/><path d="${fur}" stroke="#b59c7d" stroke-width="7"/><path d="${fur}" stroke="#d8c5aa" stroke-width="2"/></g>`
  )
}

/** Traits: `hood` with fur, `long`, `vest`. */
export const puffer: Draw = (sheet, traits) => {
  weave(sheet, 'quilt')
  const isVest = traits.has('vest')
  const isBack = traits.has('back')
  const top = traits.has('long') ? 128 : 192
  const rows = traits.has('long') ? 9 : 6
  const bottom = top + 196 + rows * rowHeight
  const [chest, hem] = [isVest ? 172 : 186, traits.has('long') ? 204 : 182]
  const armhole = isVest
    ? `C150 ${top + 90} 146 ${top + 140} ${chest} ${top + 196}`
    : `C190 ${top + 90} ${chest - 6} ${top + 150} ${chest} ${top + 196}`
  const body = symmetric(
    `M0 ${top + 8}L70 ${top}L${isVest ? 160 : 186} ${top + 40}${armhole}${bulgingEdge([chest, top + 196], [hem, bottom], rows, 9)}C${hem * 0.6} ${bottom + 12} ${hem * 0.3} ${bottom + 12} 0 ${bottom + 12}`,
  )
  const arm =
    `M170 ${top + 38}C216 ${top + 50} 246 ${top + 96} 252 ${top + 150}${bulgingEdge([252, top + 150], [290, top + 534], 6, 10)}` +
    `L210 ${top + 546}${bulgingEdge([210, top + 546], [176, top + 220], 5, 8)}C168 ${top + 150} 170 ${top + 90} 170 ${top + 38}Z`
  const pocket =
    place(`M84 ${bottom - 168}L110 ${bottom - 66}`, 1) + place(`M84 ${bottom - 168}L110 ${bottom - 66}`, -1)
  const neck = traits.has('hood') && !isBack ? furHood(sheet, top) : collar(sheet, top)
  return (
    (isVest
      ? ''
      : bothSides(arm, (path, side) =>
          cloth(sheet, path, { weave: side === 1 ? 'right' : 'left', volume: 44 }),
        )) +
    cloth(sheet, body, {
      volume: 50,
      folds: [fold(`M384 ${top + 120}C378 ${top + 260} 380 ${top + 360} 384 ${bottom}`, 9, 0.6)],
    }) +
    (isBack
      ? ''
      : zip(384, top + 10, bottom + 10, sheet.tone) +
        `<path d="${pocket}" stroke="#0a0810" stroke-opacity=".5" stroke-width="7" stroke-linecap="round"/>` +
        stitch(pocket, '#b9bcc2', 3)) +
    neck +
    (isBack || traits.has('hood') ? '' : zip(384, top - 34, top + 62, sheet.tone))
  )
}
