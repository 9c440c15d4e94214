import { numberText } from './numberText.ts'

/** Words, a named value, or plural cases in which "#" is the count. */
type Part = string | [name: string] | [name: string, kind: 'plural', cases: Record<string, string | Part[]>]
export type Message = string | Part[]
export type Values = Record<string, string | number>

const rules = new Map<string, Intl.PluralRules>()

function rulesOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, known)
  return known
}

export function formatMessage(message: Message, values: Values, locale: string): string {
  return typeof message === 'string'
    ? message
    : message.map((part) => formatPart(part, values, locale)).join('')
}

function formatPart(part: Part, values: Values, locale: string): string {
  if (typeof part === 'string') return part
  const [name, , cases] = part
  const value = values[name] ?? ''
  if (!cases) return String(value)
  const count = Number(value)
  const pluralCase = cases[count] ?? cases[rulesOf(locale).select(count)] ?? cases.other ?? ''
  if (typeof pluralCase === 'string') return pluralCase
  return pluralCase
    .map((inner) => (inner === '#' ? numberText(count, locale) : formatPart(inner, values, locale)))
    .join('')
}
