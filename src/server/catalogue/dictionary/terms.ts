import { type Language, languages } from '#shared/tenancy.ts'

/** `item`: a noun that says what the thing is. `word`: all that qualifies it. */
export const roles = ['item', 'word'] as const
export type Role = (typeof roles)[number]

/** Of nouns, where adjectives agree with them; `mp` and `fp` are plurals, `p` the plural of Russian. */
type Gender = 'm' | 'f' | 'n' | 'p' | 'mp' | 'fp'

/** How a term stands in one language. */
export type Wording = {
  alone: string
  gender: Gender
  /** Beside a noun: one form, or one for each gender. */
  forms: string[]
  /** Only recognised when a text is read. */
  synonyms: string[]
}

export type Term = { role: Role; wordings: Partial<Record<Language, Wording>> }

/**
 * Reads a wording as people write it: `giacca (f); da giacca; = giacche, giubba`. That is: the text with its gender, what
 * it is beside a noun, and synonyms. Forms stand between slashes: masculine, feminine, then masculine and feminine plural
 * (Russian: masculine, feminine, neuter, plural; Arabic: masculine, feminine).
 */
export function readWording(cell: string): Wording {
  const parts = cell.split(';').map((part) => part.trim())
  const [, text = '', gender = 'm'] = /^(.*?)\s*(?:\((m|f|n|p|mp|fp)\))?$/.exec(parts[0] ?? '') ?? []
  const own = formsOf(text)
  const beside = parts.slice(1).find((part) => part !== '' && !part.startsWith('='))
  return {
    alone: own[0] ?? '',
    gender: gender as Gender,
    forms: beside ? formsOf(beside) : own,
    synonyms: parts.flatMap((part) =>
      part.startsWith('=')
        ? part
            .slice(1)
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean)
        : [],
    ),
  }
}

const formsOf = (text: string) => text.split('/').map((form) => form.trim())

/** The order of the columns. */
const columns = languages

/** Reads a table of terms: the role, then a wording for each language, divided by ` | `. */
export function readTerms(table: string): Term[] {
  return table
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [role = '', ...cells] = line.split(' | ')
      if (cells.length !== columns.length || !roles.some((known) => known === role))
        throw new Error(`Not a term: ${line}`)
      return {
        role: role as Role,
        wordings: Object.fromEntries(columns.map((language, at) => [language, readWording(cells[at] ?? '')])),
      }
    })
}

const genderOrder: Record<Language, readonly Gender[]> = {
  tr: [],
  en: [],
  ru: ['m', 'f', 'n', 'p'],
  it: ['m', 'f', 'mp', 'fp'],
  fr: ['m', 'f', 'mp', 'fp'],
  ro: ['m', 'f', 'mp', 'fp'],
  ar: ['m', 'f'],
}

/** The form of a word beside a noun of this gender. */
export function formBeside({ forms }: Wording, gender: Gender, language: Language): string {
  const at = genderOrder[language].indexOf(gender)
  // Arabic plurals of things agree like a feminine.
  const place = at < 0 && language === 'ar' && gender !== 'm' ? 1 : at
  return forms[place] ?? forms[0] ?? ''
}
