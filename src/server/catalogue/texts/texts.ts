import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { type TextKind, textKinds } from '#shared/catalogue/textKinds.ts'
import { type Language, languages } from '#shared/tenancy.ts'

/** The catalogue's texts in a reader's language. A text without a translation is returned unchanged. */
export type Texts = (kind: TextKind, source: string) => string

/** The language that texts are translated into; undefined for the tenant's main language. */
export function translatedInto(
  { mainLanguage }: Pick<Tenant, 'mainLanguage'>,
  language: Language,
): Language | undefined {
  return language === mainLanguage ? undefined : language
}

/** The languages that texts are translated into; with `asked`, only that one if it is among them. */
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

  each(use: (kind: TextKind, source: string) => void): void {
    for (const [kind, sources] of this.#sources) for (const source of sources) use(kind, source)
  }

  /** The texts of each kind. */
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

type Kept = { texts: Map<TextKind, Map<string, string>>; count: number }

/** By the tenant as this process has read it; it is read again whenever a translation changes. */
const keptTexts = new WeakMap<object, Map<Language, Kept>>()
/** Texts kept per language, about a megabyte; more are not kept. */
const maxKept = 5000

/** {@link readTexts} for texts that many calls need: reads only those that no call has read yet. */
export async function readKeptTexts(
  tx: Pick<Tx, 'query'>,
  { tenant, language, wanted }: { tenant: object; language: Language; wanted: WantedTexts },
): Promise<Texts> {
  const languagesOfTenant = keptTexts.get(tenant) ?? new Map<Language, Kept>()
  keptTexts.set(tenant, languagesOfTenant)
  const kept: Kept = languagesOfTenant.get(language) ?? {
    texts: new Map(textKinds.map((kind) => [kind, new Map()])),
    count: 0,
  }
  languagesOfTenant.set(language, kept)
  const keptOf = (kind: TextKind, source: string) => kept.texts.get(kind)?.get(source)
  const missing = new WantedTexts()
  wanted.each((kind, source) => {
    if (keptOf(kind, source) === undefined) missing.add(kind, source)
  })
  if (missing.isEmpty) return (kind, source) => keptOf(kind, source) ?? source
  const read = await readTexts(tx, language, missing)
  // A text without a translation is kept unchanged.
  missing.each((kind, source) => {
    if (kept.count >= maxKept) return
    kept.texts.get(kind)?.set(source, read(kind, source))
    kept.count += 1
  })
  return (kind, source) => keptOf(kind, source) ?? read(kind, source)
}

export type TranslationRow = { kind: TextKind; source: string; text: string }

export function textsOf(rows: readonly TranslationRow[]): Texts {
  const byKind = new Map(textKinds.map((kind) => [kind, new Map<string, string>()]))
  for (const { kind, source, text } of rows) byKind.get(kind)?.set(source, text)
  return (kind, source) => byKind.get(kind)?.get(source) ?? source
}
