/** `under` is the word below the name. */
export type Wordmark = { sign: keyof typeof signs; ink: string; paper: string; under: string }

const petals = [0, 60, 120, 180, 240, 300]
  .map((turn) => `<ellipse cy="-62" rx="25" ry="50" transform="rotate(${turn})"/>`)
  .join('')

/** Simple shapes around 0,0, so that a brand looks right even with poor fonts. */
const signs = {
  flower: (ink: string) => `<g fill="${ink}" fill-opacity=".82">${petals}<circle r="17" fill="#fff"/></g>`,
  peak: (ink: string) =>
    `<path d="M-116 84L-30 -78L14 4L40 -40L116 84Z" fill="${ink}"/><path d="M-116 104H116" stroke="${ink}" stroke-width="9"/>`,
  kite: (ink: string) =>
    `<g fill="none" stroke="${ink}" stroke-width="13" stroke-linejoin="round"><path d="M0 -104L74 -10L0 104L-74 -10Z"/><path d="M-74 -10H74M0 -104V104"/></g>`,
  road: (ink: string) =>
    `<circle r="104" fill="${ink}"/><path d="M-20 -100L-72 100H72L20 -100Z" fill="#fff" fill-opacity=".94"/><path d="M0 -78V-44M0 -20V20M0 44V92" stroke="${ink}" stroke-width="12"/>`,
  knot: (ink: string) =>
    `<g fill="none" stroke="${ink}" stroke-width="17"><circle cx="-42" r="58"/><circle cx="42" r="58"/><path d="M0 -41V41"/></g>`,
  wave: (ink: string) =>
    `<g fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round"><path d="M-104 -44q26 -40 52 0t52 0t52 0t52 0M-104 2q26 -40 52 0t52 0t52 0t52 0M-104 48q26 -40 52 0t52 0t52 0t52 0"/></g>`,
  boll: (ink: string) =>
    `<g fill="${ink}"><circle cx="-34" cy="-34" r="46"/><circle cx="34" cy="-34" r="46"/><circle cx="-34" cy="30" r="46"/><circle cx="34" cy="30" r="46"/></g><path d="M0 60V112" stroke="${ink}" stroke-width="11"/><circle r="15" fill="#fff"/>`,
  dash: (ink: string) =>
    `<g fill="${ink}"><path d="M-96 -70H96L70 -34H-122Z"/><path d="M-70 -16H122L96 20H-96Z"/><path d="M-44 38H92L66 74H-70Z"/></g>`,
  step: (ink: string) =>
    `<path d="M-104 92V48H-44V4H16V-40H76V-84H110V92Z" fill="${ink}"/><circle cx="-70" cy="-40" r="26" fill="${ink}" fill-opacity=".55"/>`,
  yarn: (ink: string) =>
    `<circle r="92" fill="${ink}"/><g fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"><path d="M-70 -48Q0 -8 76 -40M-84 -8Q0 36 88 0M-74 40Q0 76 74 44"/><path d="M-30 -84Q-60 0 -24 86M24 -86Q64 0 30 84" stroke-opacity=".55"/></g>`,
  needle: (ink: string) =>
    `<path d="M-96 96L78 -78" stroke="${ink}" stroke-width="13" stroke-linecap="round"/><ellipse cx="84" cy="-84" rx="15" ry="34" transform="rotate(45 84 -84)" fill="none" stroke="${ink}" stroke-width="10"/><path d="M84 -84C20 -130 -110 -80 -60 -20C-20 26 70 10 60 70C52 112 -10 110 -30 92" fill="none" stroke="${ink}" stroke-width="7"/>`,
  leaf: (ink: string) =>
    `<path d="M0 108C-92 60 -92 -50 0 -108C92 -50 92 60 0 108Z" fill="${ink}"/><path d="M0 96V-70M0 50L-44 10M0 50L44 10M0 4L-40 -34M0 4L40 -34" stroke="#fff" stroke-width="7" stroke-linecap="round"/>`,
}

export function wordmarkPicture(name: string, { sign, ink, paper, under }: Wordmark): string {
  const letters = [...name.toLocaleUpperCase('tr')]
  // Long names are set smaller to fit the card.
  const size = Math.min(76, Math.round(520 / (letters.length * 0.82)))
  const font = 'font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle"'
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640">' +
    `<rect width="640" height="640" fill="${paper}"/><rect x="26" y="26" width="588" height="588" rx="10" fill="none" stroke="${ink}" stroke-opacity=".22" stroke-width="2"/>` +
    `<g transform="translate(320 240) scale(1.08)">${signs[sign](ink)}</g>` +
    `<text x="320" y="462" ${font} font-size="${size}" font-weight="bold" letter-spacing="5" fill="${ink}">${letters.join('')}</text>` +
    `<path d="M270 496H370" stroke="${ink}" stroke-width="3"/>` +
    `<text x="320" y="542" ${font} font-size="23" letter-spacing="5" fill="${ink}" fill-opacity=".72">${under.toLocaleUpperCase('tr')}</text></svg>`
  )
}
