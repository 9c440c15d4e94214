import { mix, type Tone, toneOf } from './colours.ts'
import { cloth, type Draw, fold, type Sheet, seam, stitch } from './drawing.ts'

/** One shoe from its outer side, toe to the right: 560 wide, standing on y = 300. */
type Shoe = (sheet: Sheet, traits: ReadonlySet<string>) => string

const gum = toneOf('#b88a55')
const black = toneOf('#2b2a2c')
const wood = toneOf('#5d4330')

function smooth(sheet: Sheet, path: string, tone?: Tone, volume = 22, lift = false): string {
  return cloth(sheet, path, { weave: 'none', volume, lift, ...(tone ? { tone } : {}) })
}

function laces(points: [number, number][], colour: string, length = 46): string {
  const line = points.map(([x, y]) => `M${x} ${y}l${length} -${Math.round(length * 0.42)}`).join('')
  return `<g fill="none" stroke-linecap="round"><path d="${line}" stroke="#000" stroke-opacity=".35" stroke-width="13" transform="translate(1 3)"/><path d="${line}" stroke="${colour}" stroke-width="9"/></g>`
}

const sneaker: Shoe = (sheet, traits) => {
  const { tone } = sheet
  const panel = {
    ...tone,
    base: traits.has('plain')
      ? tone.base
      : tone.luminance > 0.7
        ? mix(tone.base, '#8c97a8', 0.45)
        : tone.light,
  }
  const sole = toneOf(
    tone.luminance > 0.8 || traits.has('gum') ? (traits.has('gum') ? '#b88a55' : '#e2ddd3') : '#f0ede6',
  )
  const upper =
    'M16 262C4 196 8 130 26 82C30 66 46 62 60 74C84 98 116 112 150 100C172 92 186 66 200 42C210 28 232 30 246 42C286 100 340 148 404 172C460 192 530 204 552 246L556 268L16 270Z'
  const heel = 'M14 256C6 200 10 136 24 90C60 100 84 122 92 156C100 196 96 230 92 264L16 266Z'
  const toe = 'M556 268C554 226 514 208 470 196C440 214 424 240 424 268Z'
  const side = 'M120 266C150 210 206 170 262 150C290 176 306 190 330 204C300 222 284 246 280 268Z'
  const eyestay =
    'M176 92C190 68 200 48 212 40C232 32 246 44 258 60C290 104 334 142 388 166L360 190C300 170 240 140 200 106Z'
  const soleP =
    'M8 250C4 270 8 292 26 298L512 300C546 300 566 284 560 256C480 270 320 264 200 258C120 254 60 252 8 250Z'
  const tongue = 'M180 66C184 30 196 8 214 2C234 -2 250 10 258 30L270 74L214 84Z'
  return (
    smooth(sheet, tongue, { ...tone, base: tone.dark }, 20) +
    cloth(sheet, upper, {
      volume: 34,
      folds: [fold('M430 190C410 210 400 236 404 262', 9), fold('M396 178C374 200 366 226 366 258', 8, 0.7)],
    }) +
    smooth(sheet, side, panel, 14) +
    smooth(sheet, toe, panel, 18) +
    smooth(sheet, heel, panel, 18) +
    smooth(sheet, eyestay, panel, 12, true) +
    stitch(
      'M100 160C104 196 102 232 98 262M130 262C160 214 206 182 258 162M432 262C434 240 448 220 470 206',
      sheet.tone.seam,
      1.6,
    ) +
    laces(
      [
        [206, 98],
        [238, 124],
        [272, 146],
        [308, 164],
      ],
      tone.luminance > 0.8 ? '#d8d2c6' : '#f3efe7',
    ) +
    smooth(sheet, soleP, sole, 16, true) +
    `<path d="M16 276C160 282 380 288 556 276" fill="none" stroke="${traits.has('plain') ? sole.dark : tone.base}" stroke-width="5" stroke-opacity=".75"/>`
  )
}

const boot: Shoe = (sheet, traits) => {
  const tall = traits.has('tall') ? 150 : 0
  const t = -96 - tall
  const isChelsea = traits.has('chelsea')
  const sole = traits.has('gum') ? gum : black
  const upper = `M34 258C22 190 26 100 ${tall ? 24 : 30} ${t}C90 ${t - 10} 160 ${t - 8} 222 ${t + 4}C226 ${t / 2 + 10} 234 60 262 104C310 142 400 150 470 180C530 202 556 226 554 262Z`
  const cap = 'M554 262C552 226 520 198 462 180C430 206 420 236 424 264Z'
  const counter = 'M34 258C26 210 26 170 30 128C70 140 104 176 110 262Z'
  const elastic = `M96 ${t + 14}L172 ${t + 16}C172 20 168 70 152 120C128 116 112 100 104 60Z`
  const ribs = Array.from(
    { length: 6 },
    (_, index) =>
      `M${106 + index * 11} ${t + 20}C${108 + index * 10} 10 ${112 + index * 8} 60 ${118 + index * 6} 108`,
  ).join('')
  const soleP =
    'M26 254L30 300L150 300L158 282L236 280L244 298L520 300C552 298 566 282 560 254C400 264 180 264 26 254Z'
  const eyelets: [number, number][] = Array.from({ length: tall ? 7 : 5 }, (_, index) => {
    const y = t + 26 + index * (tall ? 42 : 38)
    return [y > 20 ? 186 + (y - 20) * 0.5 : 182, Math.round(y)]
  })
  return (
    `<path d="M30 ${t + 6}C90 ${t - 26} 170 ${t - 22} 222 ${t + 8}L120 ${t + 24}Z" fill="${sheet.tone.deep}"/>` +
    cloth(sheet, upper, {
      volume: 40,
      folds: [
        fold('M250 96C216 110 180 112 140 108', 12),
        fold('M262 116C226 138 190 142 150 140', 10),
        fold('M446 186C416 204 400 230 396 258', 9, 0.7),
      ],
    }) +
    smooth(sheet, counter, undefined, 14) +
    (isChelsea ? '' : smooth(sheet, cap, undefined, 16)) +
    (isChelsea
      ? smooth(sheet, elastic, black, 8) +
        `<path d="${ribs}" fill="none" stroke="#6a6a70" stroke-width="3"/><path d="M44 ${t - 2}q-24 -44 -4 -58q20 -8 26 54" fill="none" stroke="${sheet.tone.dark}" stroke-width="10"/>`
      : laces(eyelets, traits.has('gum') ? '#d9b87c' : '#1f1d1e', 48) +
        seam(sheet, `M176 ${t + 12}C178 0 180 60 250 128`, 1)) +
    smooth(sheet, soleP, sole, 12, true) +
    stitch('M40 256C200 268 400 268 548 258', traits.has('gum') ? '#f0d9a8' : '#8d8d92', 2.4)
  )
}

const heel: Shoe = (sheet, traits) => {
  const isBlock = traits.has('block')
  const upper =
    'M20 120C14 90 16 56 28 36C60 62 96 116 150 150C216 186 300 196 372 190C440 198 540 238 556 278C556 294 540 296 520 296L420 294C330 284 240 230 170 204C110 184 48 186 26 176Z'
  const inside =
    'M28 36C60 62 96 116 150 150C216 186 300 196 372 190C330 214 250 216 180 186C116 156 60 100 28 36Z'
  const post = isBlock
    ? 'M24 166C70 172 120 184 160 204C150 240 146 270 144 300L52 300C46 250 30 210 24 166Z'
    : 'M22 160C60 168 100 178 140 196C92 206 74 240 70 300L50 300C50 250 34 200 22 160Z'
  const sole =
    'M120 192C200 216 300 290 420 292L530 296C540 300 530 302 516 302L400 302C300 296 210 230 120 200Z'
  const strap = traits.has('strap')
    ? '<path d="M30 62C70 20 150 10 204 66C220 86 226 130 214 176" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="15"/>' +
      `<path d="M30 60C70 18 150 8 204 64C220 84 226 128 214 174" fill="none" stroke="${sheet.tone.base}" stroke-width="11"/><circle cx="140" cy="26" r="9" fill="#cda85a" stroke="#7b5e22" stroke-width="2"/>`
    : ''
  // Drawn low, then stretched, which makes the arch steeper.
  return (
    '<g transform="translate(40 -114) scale(.86 1.38)">' +
    smooth(sheet, post, { ...sheet.tone, base: isBlock ? wood.base : sheet.tone.dark }, 18) +
    smooth(sheet, sole, { ...sheet.tone, base: '#b8946c', seam: '#6d5236' }, 6) +
    `<path d="${inside}" fill="#d9bf9f" stroke="${sheet.tone.deep}" stroke-width="2"/>` +
    cloth(sheet, upper, { volume: 30, folds: [fold('M398 206C440 214 500 240 530 276', 12, 0.8)] }) +
    strap +
    `<path d="M60 72C104 128 160 176 250 192" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="7" stroke-linecap="round"/></g>`
  )
}

const loafer: Shoe = (sheet, traits) => {
  const upper =
    'M24 250C14 196 16 146 30 108C40 96 56 98 66 110C100 150 160 158 214 140C232 120 250 106 276 106C336 130 420 170 484 192C534 208 560 232 556 262L24 264Z'
  const apron =
    'M226 144C250 126 262 118 280 118C340 142 430 176 486 200C450 214 380 204 320 186C280 174 246 160 226 144Z'
  const saddle =
    'M206 148C220 130 236 116 258 108L316 124C302 160 280 220 270 262L196 262C194 220 196 180 206 148Z'
  const sole =
    'M18 254L20 300L164 300L172 282L300 286C380 296 460 300 520 298C554 296 566 282 560 256C400 268 180 266 18 254Z'
  const lace = traits.has('laced')
  return (
    `<path d="M34 112C60 84 150 92 214 140C160 162 90 150 34 112Z" fill="${sheet.tone.deep}"/>` +
    cloth(sheet, upper, { volume: 34, folds: [fold('M420 184C396 206 390 232 392 258', 8, 0.7)] }) +
    (lace
      ? smooth(
          sheet,
          'M200 146C222 124 244 108 272 106C300 116 330 130 356 142L330 190C290 190 240 176 200 146Z',
          undefined,
          12,
          true,
        ) +
        laces(
          [
            [236, 138],
            [266, 152],
            [294, 166],
          ],
          '#2a2422',
          34,
        )
      : smooth(sheet, apron, undefined, 14) + smooth(sheet, saddle, undefined, 10, true)) +
    (lace
      ? seam(sheet, 'M330 190C320 220 316 240 316 262M440 178C420 206 414 236 416 262') +
        stitch('M446 180C426 208 420 238 422 262', sheet.tone.seam)
      : '<path d="M226 168L290 178" stroke="#c9a552" stroke-width="12" stroke-linecap="round"/><path d="M226 168L290 178" stroke="#7b5e22" stroke-width="2"/>') +
    smooth(sheet, sole, traits.has('gum') ? gum : wood, 10, true) +
    stitch('M30 258C200 272 400 272 546 262', '#d8c19a', 1.8)
  )
}

const sandal: Shoe = (sheet) => {
  const base =
    'M14 232C60 222 130 236 210 246C320 260 440 254 540 250C562 252 564 290 540 300L40 300C14 298 6 250 14 232Z'
  const band = (path: string) => cloth(sheet, path, { lift: true, volume: 16 })
  return (
    smooth(sheet, base, gum, 14) +
    `<path d="M14 232C60 222 130 236 210 246C320 260 440 254 540 250C440 240 300 246 210 226C130 210 60 206 14 232Z" fill="#c9a982"/>` +
    band(
      'M318 262C314 200 350 150 396 146C450 150 492 200 500 258L456 262C444 214 424 190 400 188C376 190 362 220 364 264Z',
    ) +
    band('M60 234C60 160 70 110 92 84L128 96C110 130 100 180 104 240Z') +
    band(
      'M84 96C140 66 220 84 262 132C290 164 318 196 330 250L292 256C270 196 250 164 226 146C190 120 130 112 92 130Z',
    ) +
    '<circle cx="236" cy="128" r="13" fill="none" stroke="#c9a552" stroke-width="6"/>'
  )
}

const shoes: Record<string, Shoe> = { sneaker, boot, heel, loafer, sandal }

/** Trait: `single` (one shoe, closer). */
function pairOf(shoe: Shoe): Draw {
  return (sheet, traits) => {
    const drawing = shoe(sheet, traits)
    sheet.defs.push(
      '<radialGradient id="underfoot"><stop stop-color="#1c1418" stop-opacity=".62"/><stop offset=".6" stop-color="#1c1418" stop-opacity=".26"/><stop offset="1" stop-color="#1c1418" stop-opacity="0"/></radialGradient>',
      `<g id="shoe"><ellipse cx="290" cy="300" rx="318" ry="26" fill="url(#underfoot)"/>${drawing}</g>`,
    )
    if (traits.has('single')) return '<use href="#shoe" transform="translate(60 400) scale(1.16)"/>'
    return '<use href="#shoe" transform="translate(176 322) scale(.92)"/><use href="#shoe" transform="translate(50 452) scale(1.06)"/>'
  }
}

export const shoeDrawings: Record<string, Draw> = Object.fromEntries(
  Object.entries(shoes).map(([name, shoe]) => [name, pairOf(shoe)]),
)
