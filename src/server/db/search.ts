import type { Values } from './values.ts'

/** A text of SQL folded the Turkish way, as `fold` of shared/text.ts folds one here. */
export const folded = (expression: string) => `lower(translate(${expression}, 'İIı', 'iii'))`

/** The condition that a text, folded already, contains what somebody searches for. */
export function contains(foldedText: string, search: string, values: Values): string {
  const pattern = values.add(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
  return `${foldedText} like ${folded(`${pattern}::text`)}`
}
