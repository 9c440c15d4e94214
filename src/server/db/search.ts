import { foldForSearch } from '#shared/text.ts'
import type { Values } from './values.ts'

/** SQL like `fold` in shared/text.ts. */
export const folded = (expression: string) => `lower(translate(${expression}, 'İIı', 'iii'))`

/** The same for unique names: all scripts, independent of the database's locale. */
export const foldedName = (expression: string) => folded(`${expression} collate "und-x-icu"`)

/** SQL condition; `foldedText` is folded already. */
export function contains(foldedText: string, search: string, values: Values): string {
  const pattern = values.add(`%${escapeLike(search)}%`)
  return `${foldedText} like ${folded(`${pattern}::text`)}`
}

/** Distinct and folded, like search_text columns. */
export function searchWords(search: string): string[] {
  return [...new Set(foldForSearch(search).split(/\s+/).filter(Boolean))]
}

/** SQL condition: contains every word. */
export function containsWords(column: string, search: string, values: Values): string {
  const each = searchWords(search).map((word) => `${column} like ${values.add(`%${escapeLike(word)}%`)}`)
  return each.join(' and ') || 'true'
}

/** Escapes LIKE wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
