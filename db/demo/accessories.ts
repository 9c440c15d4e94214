import { mix, toneOf } from './colours.ts'
import { cloth, type Draw, fold, type Sheet, stitch, symmetric } from './drawing.ts'
import { ribbed } from './knitwear.ts'

function fringe(sheet: Sheet, left: number, right: number, y: number, length: number): string {
  let path = ''
  for (let x = left + 4; x < right; x += 13)
    path += `M${x} ${y}C${x - 2} ${y + length * 0.4} ${x + 3} ${y + length * 0.7} ${x + ((x * 7) % 9) - 4} ${y + length}`
  return `<path d="${path}" fill="none" stroke="${sheet.tone.seam}" stroke-width="8" stroke-linecap="round"/><path d="${path}" fill="none" stroke="${sheet.tone.base}" stroke-width="5" stroke-linecap="round"/>`
}

/** Folded in half, with the loop on top and both fringed ends hanging. */
export const scarf: Draw = (sheet) => {
  const under = 'M392 196C470 190 540 214 548 268C566 430 552 600 560 744L392 752C390 560 400 380 392 196Z'
  const over =
    'M222 300C224 214 300 182 394 186C470 190 500 224 470 262C446 292 420 330 424 420C428 560 420 700 424 816L214 812C224 640 214 470 222 300Z'
  return (
    fringe(sheet, 392, 560, 742, 64) +
    cloth(sheet, under, {
      weave: 'right',
      volume: 40,
      folds: [fold('M520 280C540 420 520 580 530 740', 17), fold('M470 300C486 430 470 600 476 744', 15)],
    }) +
    fringe(sheet, 214, 424, 808, 66) +
    cloth(sheet, over, {
      lift: true,
      volume: 44,
      folds: [
        fold('M262 290C250 430 272 620 256 810', 18),
        fold('M330 260C310 420 336 600 322 812', 17),
        fold('M452 226C400 256 384 330 388 470', 18),
        fold('M240 270C290 220 370 200 450 214', 16),
      ],
    })
  )
}

/** Rolled into a ring, buckle in front. */
export const beltRoll: Draw = (sheet) => {
  const metal = '#b9a36a'
  const ring =
    'M144 470C144 360 250 296 384 296C518 296 624 360 624 470L624 560C624 670 518 734 384 734C250 734 144 670 144 560Z'
  // Drawn the other way round than the ring, which cuts it out.
  const hole =
    'M170 476C170 566 266 622 384 622C502 622 598 566 598 476C598 384 502 326 384 326C266 326 170 384 170 476Z'
  const wall =
    'M170 476C170 384 266 326 384 326C502 326 598 384 598 476C598 490 594 504 588 516C564 440 480 396 384 396C288 396 204 440 180 516C174 504 170 490 170 476Z'
  const tongue = 'M384 640C440 640 500 622 540 594L566 672C520 708 456 730 384 732Z'
  return (
    cloth(sheet, ring + hole, { volume: 40 }) +
    cloth(sheet, wall, { tone: { ...sheet.tone, base: sheet.tone.dark }, volume: 26 }) +
    stitch('M156 560C166 640 260 694 384 694', sheet.tone.seam) +
    stitch('M164 580C180 660 270 720 384 722', sheet.tone.seam) +
    cloth(sheet, tongue, { lift: true, volume: 18 }) +
    `<g fill="#00000088"><circle cx="450" cy="680" r="5"/><circle cx="486" cy="668" r="5"/><circle cx="520" cy="650" r="5"/></g>` +
    `<rect x="318" y="616" width="104" height="134" rx="16" fill="none" stroke="#5f5230" stroke-width="20"/><rect x="318" y="616" width="104" height="134" rx="16" fill="none" stroke="${metal}" stroke-width="14"/><rect x="320" y="618" width="100" height="130" rx="14" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>` +
    `<path d="M318 684H430" stroke="#5f5230" stroke-width="13" stroke-linecap="round"/><path d="M318 684H430" stroke="${metal}" stroke-width="9" stroke-linecap="round"/>`
  )
}

/** Knitted, with a turned-up edge. Trait: `bobble`. */
export const hat: Draw = (sheet, traits) => {
  const crown = symmetric('M0 290C110 290 196 372 204 560L206 620L0 630')
  const edge = symmetric('M0 574C90 574 160 568 216 556C224 600 226 660 220 708C160 722 80 728 0 728')
  const ball = mix(sheet.tone.base, '#f2ece0', 0.55)
  const tone = toneOf(ball)
  let hair = ''
  for (let strand = 0; strand < 60; strand++) {
    const angle = (strand / 60) * Math.PI * 2
    const reach = 44 + ((strand * 7) % 5) * 6
    hair += `M384 246l${Math.round(Math.cos(angle) * reach)} ${Math.round(Math.sin(angle) * reach)}`
  }
  const bobble = `<circle cx="384" cy="246" r="62" fill="${tone.dark}"/><path d="${hair}" stroke="${tone.base}" stroke-width="11" stroke-linecap="round"/><path d="${hair}" stroke="${tone.light}" stroke-width="4" stroke-linecap="round"/>`
  return (
    cloth(sheet, crown, {
      volume: 50,
      folds: [fold('M330 310C290 390 276 480 280 580', 13), fold('M438 310C480 390 492 480 488 580', 13)],
    }) +
    ribbed(sheet, edge, true) +
    (traits.has('bobble') ? bobble : '')
  )
}
