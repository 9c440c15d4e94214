import type { ColorFamily } from '#shared/catalogue/colorFamilies.ts'
import { colorTable } from './colorTable.ts'
import { starterTerms } from './starterTerms.ts'
import { linesOf, phraseOf, textsOf } from './terms.ts'

/** `swatch`: one or two colours as #rrggbb; none for a mixture. */
export type NamedColor = { family: ColorFamily; swatch: string[] }

/** Colours by each of their names, in all languages; `maxWords`: of the longest name. */
type KnownColors = { byPhrase: ReadonlyMap<string, NamedColor>; maxWords: number }
let known: KnownColors | undefined

function colorsOfStarter(): KnownColors {
  const byTurkishName = new Map(
    linesOf(colorTable).map((line) => {
      const [family = '', hexes = '', name = ''] = line.split('|').map((cell) => cell.trim())
      const swatch = hexes
        .split(' ')
        .filter(Boolean)
        .map((hex) => `#${hex}`)
      return [name, { family: family as ColorFamily, swatch }]
    }),
  )
  const byPhrase = new Map<string, NamedColor>()
  for (const { wordings } of starterTerms()) {
    const color = byTurkishName.get(wordings.tr?.alone ?? '')
    if (!color) continue
    for (const phrase of Object.values(wordings).flatMap(textsOf).map(phraseOf))
      if (phrase !== '' && !byPhrase.has(phrase)) byPhrase.set(phrase, color)
  }
  const lengths = [...byPhrase.keys()].map((phrase) => phrase.split(' ').length)
  return { byPhrase, maxWords: Math.max(1, ...lengths) }
}

/**
 * The colour that a name tells, in any of the seven languages: 'Açık Mavi', 'navy / white'. A name of several colours
 * has the family of the first, and a swatch of two. Undefined: no word of it is known.
 */
export function colorNamed(name: string): NamedColor | undefined {
  known ??= colorsOfStarter()
  const { byPhrase, maxWords } = known
  const whole = byPhrase.get(phraseOf(name))
  if (whole) return whole
  const words = phraseOf(name.replace(/[-/+,&.()_]/g, ' ')).split(' ')
  const found: NamedColor[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(maxWords, words.length - at)
    while (length > 0 && !byPhrase.has(words.slice(at, at + length).join(' '))) length -= 1
    const color = byPhrase.get(words.slice(at, at + length).join(' '))
    if (color) found.push(color)
    at += Math.max(length, 1)
  }
  const [first, second] = found
  if (!first || !second) return first
  return { family: first.family, swatch: [...first.swatch, ...second.swatch].slice(0, 2) }
}
