import { mix } from './colours.ts'
import type { Sheet } from './drawing.ts'

/** Prints for t-shirts and children's wear, centred on the chest. */
const motifs: Record<string, (ink: string, second: string) => string> = {
  sun: (ink, second) =>
    `<circle r="74" fill="${second}"/><g fill="${ink}"><path d="M-110 22H110V34H-110ZM-96 48H96V57H-96ZM-78 71H78V77H-78Z"/></g>`,
  waves: (ink, second) =>
    [0, 1, 2, 3]
      .map(
        (row) =>
          `<path d="M-110 ${row * 36 - 50}q27.500 -34 55 0t55 0t55 0t55 0" fill="none" stroke="${row % 2 ? second : ink}" stroke-width="11" stroke-linecap="round"/>`,
      )
      .join(''),
  peaks: (ink, second) =>
    `<circle cx="34" cy="-42" r="34" fill="${second}"/><path d="M-112 70L-36 -50L4 12L34 -22L112 70Z" fill="${ink}"/><path d="M-36 -50L-58 -15L-40 -4L-26 -16L-13 -14Z" fill="#fff" fill-opacity=".85"/>`,
  squares: (ink, second) =>
    `<path d="M-88 -60h84v84h-84Z" fill="${ink}"/><path d="M-30 -14h84v84h-84Z" fill="${second}" fill-opacity=".88"/><circle cx="58" cy="-34" r="30" fill="${ink}" fill-opacity=".75"/>`,
  star: (ink, second) =>
    `<path d="M0 -96L26 -30L97 -27L41 17L61 86L0 46L-61 86L-41 17L-97 -27L-26 -30Z" fill="${ink}" stroke="${ink}" stroke-width="14" stroke-linejoin="round"/><g fill="${second}"><circle cx="-20" cy="-2" r="8"/><circle cx="20" cy="-2" r="8"/><path d="M-20 20Q0 40 20 20" fill="none" stroke="${second}" stroke-width="7" stroke-linecap="round"/></g>`,
  heart: (ink, second) =>
    `<path d="M0 84C-120 0 -96 -84 -40 -80C-16 -78 -4 -60 0 -46C4 -60 16 -78 40 -80C96 -84 120 0 0 84Z" fill="${ink}"/><path d="M-62 -38C-58 -54 -46 -60 -36 -60" fill="none" stroke="${second}" stroke-width="9" stroke-linecap="round"/>`,
  rocket: (ink, second) =>
    `<g transform="rotate(32)"><path d="M0 -110C36 -76 42 -20 36 40H-36C-42 -20 -36 -76 0 -110Z" fill="${ink}"/><path d="M-36 6L-66 52L-34 42ZM36 6L66 52L34 42ZM-20 44H20L0 96Z" fill="${second}"/><circle cy="-32" r="17" fill="${second}"/></g><g fill="${ink}"><circle cx="-86" cy="-52" r="6"/><circle cx="84" cy="64" r="6"/><circle cx="-60" cy="-92" r="4"/></g>`,
  cloud: (ink, second) =>
    `<circle cx="46" cy="-36" r="46" fill="${second}"/><path d="M-64 46A38 38 0 0 1 -60 -28A54 54 0 0 1 42 -34A42 42 0 0 1 66 46Z" fill="${ink}"/><g stroke="${second}" stroke-width="8" stroke-linecap="round"><path d="M-40 66L-48 92M4 66L-4 92M48 66L40 92"/></g>`,
}

export const motifNames: ReadonlySet<string> = new Set(Object.keys(motifs))

/** @returns an empty string if the traits name none */
export function motif(sheet: Sheet, traits: ReadonlySet<string>): string {
  const name = [...traits].find((trait) => motifNames.has(trait))
  const draw = name === undefined ? undefined : motifs[name]
  if (!draw) return ''
  const second =
    sheet.tone.luminance > 0.6
      ? mix(sheet.tone.accent, '#d88a4a', 0.75)
      : mix(sheet.tone.accent, '#e0a040', 0.6)
  return `<g transform="translate(384 400)" opacity=".93">${draw(sheet.tone.accent, second)}</g>`
}
