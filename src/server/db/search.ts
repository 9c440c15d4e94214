import { foldForSearch } from '#shared/text.ts'
import type { Values } from './values.ts'

/** A text of SQL folded the Turkish way, as `fold` of shared/text.ts folds one here. */
export const folded = (expression: string) => `lower(translate(${expression}, 'İIı', 'iii'))`

/** The same of a name that is told from others by it: letters of every script, whatever the database's own rules. */
export const foldedName = (expression: string) => folded(`${expression} collate "und-x-icu"`)

/** The condition that a text, folded already, contains what somebody searches for. */
export function contains(foldedText: string, search: string, values: Values): string {
  const pattern = values.add(`%${literal(search)}%`)
  return `${foldedText} like ${folded(`${pattern}::text`)}`
}

/** The words of a search, each once, folded as the search_text columns are. */
export function searchWords(search: string): string[] {
  return [...new Set(foldForSearch(search).split(/\s+/).filter(Boolean))]
}

/** The condition that a search_text column contains every word of what somebody searches for. */
export function containsWords(column: string, search: string, values: Values): string {
  const each = searchWords(search).map((word) => `${column} like ${values.add(`%${literal(word)}%`)}`)
  return each.join(' and ') || 'true'
}

/** A text as LIKE takes it to mean itself. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
