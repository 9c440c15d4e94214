import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { type TextKind, textKinds } from '#shared/textKinds.ts'

/** The catalogue's texts in a reader's language. What has no translation is answered as it is. */
export type Texts = (kind: TextKind, source: string) => string

/** The language that texts are translated into; undefined for the tenant's main language. */
export function translatedInto(
  { mainLanguage }: Pick<Tenant, 'mainLanguage'>,
  language: Language,
): Language | undefined {
  return language === mainLanguage ? undefined : language
}

/** The languages that texts are translated into, or the one of them that is asked about. */
export function otherLanguages(
  { mainLanguage, languages: offered }: Pick<Tenant, 'mainLanguage' | 'languages'>,
  asked?: Language,
): Language[] {
  return languages.filter(
    (one) => offered.includes(one) && one !== mainLanguage && (asked === undefined || one === asked),
  )
}

/** Texts of each kind, to be read at once. */
export class WantedTexts {
  readonly #sources = new Map<TextKind, Set<string>>()

  add(kind: TextKind, source: string): void {
    if (source === '') return
    const known = this.#sources.get(kind)
    if (known) known.add(source)
    else this.#sources.set(kind, new Set([source]))
  }

  /** Of each kind its texts. */
  get lists(): string[][] {
    return textKinds.map((kind) => [...(this.#sources.get(kind) ?? [])])
  }

  get isEmpty(): boolean {
    return this.#sources.size === 0
  }
}

const readTranslations = prepared(`
  select t.kind, t.source, t.texts->>$2 as text
  from (
    ${textKinds.map((kind, at) => `select '${kind}' as kind, unnest($${at + 3}::text[]) as source`).join(' union all ')}
  ) w
  join translations t on t.tenant_id = $1 and t.kind = w.kind and t.source = w.source and t.texts ? $2`)

/** Reads the wanted texts in one statement. */
export async function readTexts(
  tx: Pick<Tx, 'query'>,
  language: Language,
  wanted: WantedTexts,
): Promise<Texts> {
  if (wanted.isEmpty) return (_kind, source) => source
  const rows = await tx.query<TranslationRow>(readTranslations, language, ...wanted.lists)
  return textsOf(rows)
}

export type TranslationRow = { kind: TextKind; source: string; text: string }

export function textsOf(rows: readonly TranslationRow[]): Texts {
  const byKind = new Map(textKinds.map((kind) => [kind, new Map<string, string>()]))
  for (const { kind, source, text } of rows) byKind.get(kind)?.set(source, text)
  return (kind, source) => byKind.get(kind)?.get(source) ?? source
}
