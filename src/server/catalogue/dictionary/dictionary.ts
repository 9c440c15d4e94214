import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { Language } from '#shared/tenancy.ts'
import { formBeside, phraseOf, type Term, textsOf, type Wording } from './terms.ts'

/** Builds texts of a catalogue in other languages from the words they consist of. */
export type Dictionary = {
  /** Undefined if a word is not known. */
  propose(kind: TextKind, source: string, into: Language): string | undefined
  /** Words of a text without a wording in that language. */
  unknownWords(kind: TextKind, source: string, into: Language): string[]
  /** Whether a text is the same in all languages, so that there is nothing to translate. */
  isAlikeEverywhere(source: string): boolean
}

/** Whether the noun stands before what qualifies it. */
const isNounFirst: Record<Language, boolean> = {
  tr: false,
  en: false,
  ru: true,
  it: true,
  fr: true,
  ro: true,
  ar: true,
}

/** A part of a text: a term, with a number before it, or what every language writes the same way. */
type Part = { text: string; number?: string; term?: Term | undefined; isKnown: boolean }

/** Terms by their text in the main language. */
type Phrases = { byPhrase: ReadonlyMap<string, Term>; maxWords: number }

/** If two terms have the same text, the first counts. */
export function phrasesOf(terms: readonly Term[], mainLanguage: Language): Phrases {
  const byPhrase = new Map<string, Term>()
  let maxWords = 1
  for (const term of terms) {
    const wording = term.wordings[mainLanguage]
    if (!wording) continue
    for (const text of textsOf(wording)) {
      const phrase = phraseOf(text)
      if (phrase === '' || byPhrase.has(phrase)) continue
      byPhrase.set(phrase, term)
      maxWords = Math.max(maxWords, phrase.split(' ').length)
    }
  }
  return { byPhrase, maxWords }
}

/** A dictionary of layers of terms: the first layer that has a phrase counts. */
export function dictionaryOf(layers: readonly Phrases[], mainLanguage: Language): Dictionary {
  const maxWords = Math.max(1, ...layers.map((layer) => layer.maxWords))
  const termFor = (phrase: string) => {
    for (const { byPhrase } of layers) {
      const term = byPhrase.get(phrase)
      if (term) return term
    }
    return undefined
  }

  /** Splits a text into words. A number may be joined to its word, as in 12AY. */
  const wordsOf = (source: string): string[] =>
    source
      .replace(/(\d)(\p{L}+)(?![\p{L}\d])/gu, (whole, digit: string, word: string) =>
        termFor(phraseOf(word)) ? `${digit} ${word}` : whole,
      )
      .split(/\s+/)
      .filter(Boolean)

  /** Splits a text into the longest phrases, from the beginning. */
  const partsOf = (source: string): Part[] => {
    const words = wordsOf(source)
    const parts: Part[] = []
    for (let at = 0; at < words.length; ) {
      let length = Math.min(maxWords, words.length - at)
      let term: Term | undefined
      for (; length > 0; length -= 1) {
        term = termFor(phraseOf(words.slice(at, at + length).join(' ')))
        if (term) break
      }
      const text = words.slice(at, at + Math.max(length, 1)).join(' ')
      const number = parts.at(-1)
      if (term?.role === 'word' && number && !number.term && /^\d/.test(number.text))
        parts.splice(-1, 1, { text, number: number.text, term, isKnown: true })
      else parts.push({ text, term, isKnown: term !== undefined || isInternational(text) })
      at += Math.max(length, 1)
    }
    return parts
  }

  const wordingOf = ({ term }: Part, into: Language): Wording | undefined => term?.wordings[into]
  const unknown = (parts: Part[], into: Language) =>
    parts.filter((part) => !part.isKnown || (part.term && !wordingOf(part, into)))

  return {
    propose: (kind, source, into) => {
      if (kind === 'brand') return plainLatin(source)
      const parts = partsOf(source)
      if (parts.length === 0 || unknown(parts, into).length > 0) return undefined
      return capitalised(built(parts, { from: mainLanguage, into }), into)
    },
    unknownWords: (kind, source, into) =>
      kind === 'brand' ? [] : unknown(partsOf(source), into).map(({ text }) => text),
    isAlikeEverywhere: (source) => wordsOf(source).every(isInternational),
  }
}

/** Whether a word is the same in all languages: sizes, numbers, letters and signs. */
function isInternational(word: string): boolean {
  return word
    .split('/')
    .every(
      (part) =>
        !/\p{L}{2}/u.test(part) ||
        /\d/.test(part) ||
        /^(?:\d*x{0,4}[sl]|m)(?:-(?:\d*x{0,4}[sl]|m))*$/i.test(part),
    )
}

/** Brands are written the same way everywhere; only Turkish letters are unknown elsewhere. */
const plainLatin = (name: string) =>
  name.replace(
    /[ıİşŞğĞ]/g,
    (letter) => ({ ı: 'i', İ: 'I', ş: 's', Ş: 'S', ğ: 'g', Ğ: 'G' })[letter] ?? letter,
  )

/** Qualifiers stay as near to their noun as they were, on the side where the language has them. */
function built(parts: Part[], { from, into }: { from: Language; into: Language }): string {
  const isItem = ({ term }: Part) => term?.role === 'item'
  const at = isNounFirst[from] ? parts.findIndex(isItem) : parts.findLastIndex(isItem)
  const noun = parts[at]
  const gender = noun?.term?.wordings[into]?.gender ?? 'm'
  const text = (part: Part, isNoun: boolean) => {
    const wording = part.term?.wordings[into]
    if (!wording) return part.text
    const written = isNoun || !noun ? wording.alone : formBeside(wording, gender, into)
    return part.number ? `${part.number} ${written}` : written
  }
  if (!noun) return parts.map((part) => text(part, false)).join(' ')
  // Words on the other side of the noun belong to it least.
  const [before, after] = [parts.slice(0, at), parts.slice(at + 1)]
  const nearest = isNounFirst[from] ? [...after, ...before.toReversed()] : [...before.toReversed(), ...after]
  const qualifiers = nearest.map((part) => text(part, false))
  const words = isNounFirst[into]
    ? [text(noun, true), ...qualifiers]
    : [...qualifiers.toReversed(), text(noun, true)]
  return words.join(' ')
}

/** English and Turkish names begin each word with a capital letter, except the smallest. */
function capitalised(text: string, language: Language): string {
  const isTitle = language === 'en' || language === 'tr'
  return text.replace(
    isTitle ? /(^|(?<!\d)[\s-](?!(?:and|in|of|the|ve)(?!\p{L})))(\p{Ll})/gu : /^([^\p{L}\d]*)(\p{Ll})/u,
    (_match, before: string, letter: string) => before + letter.toLocaleUpperCase(language),
  )
}
