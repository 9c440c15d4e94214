import { foldForSearch } from './text.ts'

/**
 * Apostrophes and hyphens. Within a word people type any of them or none: d’inverno, d'inverno, dinverno; T-shirt,
 * tshirt. The hyphen is last, so that they can stand in a regular expression's brackets.
 */
export const joiners = "'`\u02bc\u2018\u2019\u2032\u2010\u2012\u2013\u2212-"
const anyJoiner = new RegExp(`[${joiners}]`, 'g')

export function withoutJoiners(text: string): string {
  return text.replace(anyJoiner, '')
}

/**
 * A folded text as {@link bareWord}s are found in it: without joiners. Where a single letter stands before a word, the
 * text follows once more with the two joined: 't shirt' is found as 'tshirt'.
 */
export function searchableText(folded: string): string {
  const bare = withoutJoiners(folded)
  const joined = bare.replace(/(^|\s)(\S) (?=\S)/g, '$1$2')
  return joined === bare ? bare : `${bare}\n${joined}`
}

/** The distinct words of a search, folded. */
export function typedWords(search: string): string[] {
  return [...new Set(foldForSearch(search).split(/\s+/).filter(Boolean))]
}

/** What is looked for of a folded word: without joiners and the Arabic article. 'القميص' finds 'قميص'. */
export function bareWord(typed: string): string {
  return withoutJoiners(typed).replace(/^\u0627\u0644(?=\S{3})/, '')
}

/** Returns a test of whether a text has each word of a search, as the server's searches test it. */
export function textMatcher(search: string): (text: string) => boolean {
  const words = typedWords(search).map(bareWord)
  return (text) => {
    const searchable = searchableText(foldForSearch(text))
    return words.every((word) => searchable.includes(word))
  }
}
