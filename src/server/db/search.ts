import { bareWord, joiners, typedWords, withoutJoiners } from '#shared/text/textMatch.ts'
import type { Values } from './values.ts'

/** SQL like `fold` in shared/text/text.ts. */
export const folded = (expression: string) => `lower(translate(${expression}, 'İIı', 'iii'))`

/** The same for unique names: all scripts, independent of the database's locale. */
export const foldedName = (expression: string) => folded(`${expression} collate "und-x-icu"`)

/** SQL of a text without the joiners that names have. `translate` and regular expressions are ten times as slow. */
export const bareText = (text: string) => `replace(replace(replace(${text}, '''', ''), '’', ''), '-', '')`

/** SQL condition; `foldedText` is folded already. */
export function contains(foldedText: string, search: string, values: Values): string {
  const pattern = values.add(patternOf(withoutJoiners(search)))
  return `${bareText(foldedText)} like ${folded(`${pattern}::text`)}`
}

/** A word of a search: as typed, for codes, and as it is looked for in texts. */
export type SearchWord = { typed: string; bare: string }

/** Distinct and folded, like search_text columns. Joiners by themselves are no words. */
export function searchWords(search: string): SearchWord[] {
  return typedWords(search).flatMap((typed) => {
    const bare = bareWord(typed)
    return bare ? [{ typed, bare }] : []
  })
}

/** Such a word is the beginning of a code, M-1: without its joiner it would be in most texts. */
const endsWithJoiner = new RegExp(`[${joiners}]$`)

/** SQL condition: contains every word. */
export function containsWords(column: string, search: string, values: Values): string {
  const each = searchWords(search).map(({ typed, bare }) =>
    endsWithJoiner.test(typed)
      ? `${column} like ${values.add(patternOf(typed))}`
      : `${bareText(column)} like ${values.add(patternOf(bare))}`,
  )
  return each.join(' and ') || 'true'
}

/** Contains the text. */
export const patternOf = (text: string) => `%${escapeLike(text)}%`

/** Escapes LIKE wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
