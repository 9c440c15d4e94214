import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { isOneLetterOff } from '#shared/text/nearWords.ts'
import { starterTerms } from './starterTerms.ts'
import { phraseOf, type Term, termOf, textsOf } from './terms.ts'

/** Terms by a word for them, in any language. */
type ByWord = ReadonlyMap<string, Term[]>

function byWordOf(terms: readonly Term[]): ByWord {
  const byWord = new Map<string, Term[]>()
  for (const term of terms) {
    for (const word of new Set(Object.values(term.wordings).flatMap(textsOf).map(phraseOf))) {
      if (word === '' || word.includes(' ')) continue
      const known = byWord.get(word)
      if (known) known.push(term)
      else byWord.set(word, [term])
    }
  }
  return byWord
}

let starter: ByWord | undefined

const readOwn = prepared(`select role, wordings from terms where tenant_id = $1 order by updated_at desc, id`)
type Own = { role: Term['role']; wordings: Parameters<typeof termOf>[1] }

/** What the tenant's dictionary and the one that comes with the product call things in the tenant's main language. */
export async function wordFinder(tx: Pick<Tx, 'query'>, { mainLanguage }: Pick<Tenant, 'mainLanguage'>) {
  starter ??= byWordOf(starterTerms())
  const own = byWordOf((await tx.query<Own>(readOwn)).map(({ role, wordings }) => termOf(role, wordings)))
  const layers = [own, starter]
  const writings = [mainLanguage, ...languages]
  return {
    /** As people write it, with its accents: 'gömlek' of 'gomlek'; as it is, if no term has it. */
    written: (word: string) => {
      for (const { wordings } of layers.flatMap((layer) => layer.get(word) ?? [])) {
        for (const language of writings) {
          const wording = wordings[language]
          const text = wording && textsOf(wording).find((one) => phraseOf(one) === word)
          if (text) return text.trim().toLocaleLowerCase(language)
        }
      }
      return word
    },
    /** What a word of any language is called in the main language. */
    named: (word: string) => layers.flatMap((layer) => namesOf(layer.get(word) ?? [], mainLanguage)),
    /** The same for words that are one letter off. */
    near: (word: string) =>
      layers.flatMap((layer) =>
        [...layer].flatMap(([known, terms]) =>
          isOneLetterOff(word, known) ? namesOf(terms, mainLanguage) : [],
        ),
      ),
  }
}

/** Each term as it is written, and its synonyms: a catalogue may use any of them. */
const namesOf = (terms: readonly Term[], language: Language) =>
  terms.flatMap(({ wordings }) => {
    const { alone = '', synonyms = [] } = wordings[language] ?? {}
    return [alone, ...synonyms].map(phraseOf).filter(Boolean)
  })
