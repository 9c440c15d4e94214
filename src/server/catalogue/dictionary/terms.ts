import { termRoles } from '#shared/catalogue/texts.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { foldForSearch } from '#shared/text/text.ts'

type Role = (typeof termRoles)[number]

/** Gender of nouns, where adjectives agree with them; `mp` and `fp` are plurals, `p` the Russian plural. */
type Gender = 'm' | 'f' | 'n' | 'p' | 'mp' | 'fp'

/** How a term is written in one language. */
export type Wording = {
  alone: string
  gender: Gender
  /** Beside a noun: one form, or one for each gender. */
  forms: string[]
  /** Only recognised when a text is read. */
  synonyms: string[]
}

/** All that a text may have for it. */
export const textsOf = ({ alone, forms, synonyms }: Wording): string[] => [alone, ...forms, ...synonyms]

/** As words are compared: folded, with single spaces. */
export const phraseOf = (text: string): string => foldForSearch(text).trim().replace(/\s+/g, ' ')

export type Term = { role: Role; wordings: Partial<Record<Language, Wording>> }

/**
 * Reads a wording as people write it: `giacca (f); da giacca; = giacche, giubba`. That is: the text with its
 * gender, its form beside a noun, and synonyms. Slashes separate forms: masculine, feminine, then masculine
 * and feminine plural (Russian: masculine, feminine, neuter, plural; Arabic: masculine, feminine).
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

/** Makes a term from wordings as people write them. */
export function termOf(role: Role, cells: Partial<Record<Language, string>>): Term {
  const filled = languages.filter((language) => cells[language])
  return {
    role,
    wordings: Object.fromEntries(filled.map((language) => [language, readWording(cells[language] ?? '')])),
  }
}

/** The order of the columns. */
const columns = languages

/** The cells of a line of a table. */
export function readLine(text: string): { role: Role; cells: Record<Language, string> } {
  const [role = '', ...cells] = text.split(' | ')
  if (cells.length !== columns.length || !termRoles.some((known) => known === role))
    throw new Error(`Not a term: ${text}`)
  const byLanguage = columns.map((language, at) => [language, cells[at] ?? ''])
  return { role: role as Role, cells: Object.fromEntries(byLanguage) as Record<Language, string> }
}

/** The lines of a table of terms: the role, then a wording for each language, separated by ` | `. */
export const linesOf = (table: string): string[] => table.split('\n').filter(Boolean)

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
