import { cloth, type Draw, fold, type Sheet, seam, stitch, symmetric } from './drawing.ts'

const metal = '#c6a45a'

function strap(sheet: Sheet, path: string, breadth: number): string {
  return (
    `<g fill="none" stroke-linejoin="round"><path d="${path}" stroke="${sheet.tone.deep}" stroke-width="${breadth + 3}"/><path d="${path}" stroke="${sheet.tone.base}" stroke-width="${breadth}"/>` +
    `<path d="${path}" stroke="#fff" stroke-opacity="${sheet.tone.glow}" stroke-width="${breadth * 0.3}" transform="translate(-${breadth * 0.2} 0)"/></g>`
  )
}

const floorShadow =
  '<radialGradient id="under"><stop stop-color="#1c1418" stop-opacity=".6"/><stop offset="1" stop-color="#1c1418" stop-opacity="0"/></radialGradient><ellipse cx="390" cy="806" rx="270" ry="34" fill="url(#under)"/>'

function ring(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="15" fill="none" stroke="#7b5e22" stroke-width="9"/><circle cx="${x}" cy="${y}" r="15" fill="none" stroke="${metal}" stroke-width="5"/>`
}

const tote: Draw = (sheet) => {
  const body = symmetric('M0 430C90 430 170 426 214 420L244 786C240 802 226 808 206 808L0 810')
  const rim = symmetric('M0 414C90 414 170 410 212 404L216 444C150 450 80 452 0 452')
  const handle = 'M270 440C270 250 300 176 384 176C468 176 498 250 498 440'
  return (
    floorShadow +
    strap(sheet, 'M290 430C292 270 320 206 392 206C458 206 476 270 480 430', 17) +
    cloth(sheet, body, {
      volume: 46,
      folds: [
        fold('M196 470C206 560 196 660 186 760', 16, 0.6),
        fold('M572 470C562 560 576 660 580 770', 16, 0.6),
      ],
    }) +
    cloth(sheet, rim, { volume: 12 }) +
    strap(sheet, handle, 20) +
    ring(270, 446) +
    ring(498, 446) +
    stitch('M164 792C240 798 520 798 604 792', sheet.tone.seam) +
    `<rect x="352" y="520" width="64" height="40" rx="4" fill="none" stroke="${metal}" stroke-width="4"/>`
  )
}

const shoulder: Draw = (sheet) => {
  const body = symmetric('M0 420L190 420C220 424 236 450 240 490L250 740C248 782 226 802 190 804L0 806')
  const flap = symmetric(
    'M0 410L196 410C222 412 238 430 240 458L246 560C242 612 190 640 110 652C70 658 30 660 0 660',
  )
  let chain = ''
  for (let link = 0; link <= 40; link++) {
    const angle = Math.PI * (link / 40)
    chain += `M${Math.round(384 - Math.cos(angle) * 206)} ${Math.round(430 - Math.sin(angle) * 270)}l.1 0`
  }
  return (
    floorShadow +
    `<path d="${chain}" stroke="#7b5e22" stroke-width="21" stroke-linecap="round"/><path d="${chain}" stroke="${metal}" stroke-width="15" stroke-linecap="round"/><path d="${chain}" stroke="#6a4d18" stroke-width="6" stroke-linecap="round"/>` +
    cloth(sheet, body, { volume: 46 }) +
    cloth(sheet, flap, { volume: 40, lift: true }) +
    stitch(
      'M152 470L150 560C154 600 200 622 280 634C350 644 420 644 490 634C570 622 614 600 618 560L616 470',
      sheet.tone.seam,
    ) +
    `<rect x="344" y="618" width="80" height="58" rx="10" fill="${metal}" stroke="#7b5e22" stroke-width="3"/><rect x="356" y="630" width="56" height="34" rx="6" fill="none" stroke="#7b5e22" stroke-width="3"/><circle cx="384" cy="647" r="7" fill="#7b5e22"/>`
  )
}

const backpack: Draw = (sheet) => {
  const body = symmetric(
    'M0 216C90 216 166 240 196 320C214 400 222 560 226 740C224 790 196 806 160 808L0 812',
  )
  const pocket = symmetric('M0 520L150 520C168 524 176 540 178 560L184 740C182 768 166 776 146 778L0 780')
  const side = 'M172 560C142 570 136 620 140 700C142 740 150 760 166 766Z'
  const otherSide = 'M596 560C626 570 632 620 628 700C626 740 618 760 602 766Z'
  return (
    floorShadow +
    strap(sheet, 'M340 226C340 160 360 140 384 140C408 140 428 160 428 226', 18) +
    cloth(sheet, side, { volume: 20 }) +
    cloth(sheet, otherSide, { volume: 20 }) +
    cloth(sheet, body, { volume: 54, folds: [fold('M220 330C300 300 460 300 548 330', 10, 0.6)] }) +
    `<path d="M206 470C208 330 280 268 384 268C488 268 560 330 562 470" fill="none" stroke="${sheet.tone.deep}" stroke-width="10"/><path d="M206 470C208 330 280 268 384 268C488 268 560 330 562 470" fill="none" stroke="#b9bcc2" stroke-width="5" stroke-dasharray="3 3"/>` +
    cloth(sheet, pocket, { volume: 30, lift: true }) +
    seam(sheet, 'M216 566C300 580 470 580 552 566') +
    `<path d="M226 556H542" stroke="#b9bcc2" stroke-width="5" stroke-dasharray="3 3"/><path d="M524 552l10 44h-18Z" fill="#b9bcc2"/>` +
    `<rect x="346" y="372" width="76" height="52" rx="6" fill="#a8763f" stroke="#5c3d1e" stroke-width="2"/>`
  )
}

const wallet: Draw = (sheet) => {
  const body = symmetric('M0 430L250 430C266 432 272 444 272 458L272 700C270 716 262 722 250 722L0 722')
  const flap = symmetric('M0 424L254 424C268 426 276 438 276 452L276 560C240 590 120 604 0 604')
  return (
    '<g transform="translate(0 90)">' +
    floorShadow.replace('cy="806"', 'cy="722"') +
    cloth(sheet, body, { volume: 30 }) +
    cloth(sheet, flap, { volume: 30, lift: true }) +
    stitch('M120 440V556C200 584 300 590 384 590C470 590 570 584 648 556V440', sheet.tone.seam) +
    `<circle cx="384" cy="574" r="15" fill="${metal}" stroke="#7b5e22" stroke-width="3"/></g>`
  )
}

const kinds: Record<string, Draw> = { tote, shoulder, backpack, wallet }

/** Traits: `tote`, `shoulder` with a chain, `backpack`, `wallet`. */
export const bag: Draw = (sheet, traits) => {
  const name = Object.keys(kinds).find((kind) => traits.has(kind)) ?? 'tote'
  return (kinds[name] ?? tote)(sheet, traits)
}
