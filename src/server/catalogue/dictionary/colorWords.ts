import type { ColorFamily } from '#shared/catalogue/colorFamilies.ts'
import { languages } from '#shared/tenancy.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { colorTable } from './colorTable.ts'
import { starterTerms } from './starterTerms.ts'
import { linesOf } from './terms.ts'

/** `swatch`: one or two colours as #rrggbb; none for a mixture. */
export type NamedColor = { family: ColorFamily; swatch: string[] }

let byPhrase: Map<string, NamedColor> | undefined
let maxWords = 1

const phraseOf = (text: string) => foldForSearch(text).trim().replace(/\s+/g, ' ')

/** The colours of the starter dictionary by each of their names, in all languages. */
function knownColors(): Map<string, NamedColor> {
  if (byPhrase) return byPhrase
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
  byPhrase = new Map()
  for (const { wordings } of starterTerms()) {
    const color = byTurkishName.get(wordings.tr?.alone ?? '')
    if (!color) continue
    for (const language of languages) {
      const { alone = '', forms = [], synonyms = [] } = wordings[language] ?? {}
      for (const phrase of [alone, ...forms, ...synonyms].map(phraseOf)) {
        if (phrase === '' || byPhrase.has(phrase)) continue
        byPhrase.set(phrase, color)
        maxWords = Math.max(maxWords, phrase.split(' ').length)
      }
    }
  }
  return byPhrase
}

/**
 * The colour that a name tells, in any of the seven languages: 'Açık Mavi', 'navy / white'. A name of several colours
 * has the family of the first, and a swatch of two. Undefined: no word of it is known.
 */
export function colorNamed(name: string): NamedColor | undefined {
  const known = knownColors()
  const whole = known.get(phraseOf(name))
  if (whole) return whole
  const words = phraseOf(name.replace(/[-/+,&.()_]/g, ' ')).split(' ')
  const found: NamedColor[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(maxWords, words.length - at)
    while (length > 0 && !known.has(words.slice(at, at + length).join(' '))) length -= 1
    const color = known.get(words.slice(at, at + length).join(' '))
    if (color) found.push(color)
    at += Math.max(length, 1)
  }
  const [first, second] = found
  if (!first || !second) return first
  return { family: first.family, swatch: [...first.swatch, ...second.swatch].slice(0, 2) }
}
