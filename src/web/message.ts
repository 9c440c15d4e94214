import { numberText } from './numberText.ts'
import { pluralOf } from './plural.ts'

/** A part of a compiled text: words, a value by its name, or cases by a count, in which "#" stands for the count. */
type Part = string | [name: string] | [name: string, kind: 'plural', cases: Record<string, string | Part[]>]
/** A text as the build compiles it. */
export type Message = string | Part[]
export type Values = Record<string, string | number>

/** A compiled text with its values put in. */
export function written(message: Message, values: Values, locale: string): string {
  return typeof message === 'string' ? message : message.map((part) => partOf(part, values, locale)).join('')
}

function partOf(part: Part, values: Values, locale: string): string {
  if (typeof part === 'string') return part
  const [name, , cases] = part
  const value = values[name] ?? ''
  if (!cases) return String(value)
  const count = Number(value)
  const said = cases[count] ?? cases[pluralOf(count, locale)] ?? cases.other ?? ''
  if (typeof said === 'string') return said
  return said
    .map((inner) => (inner === '#' ? numberText(count, locale) : partOf(inner, values, locale)))
    .join('')
}
