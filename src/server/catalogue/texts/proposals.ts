import type { Actor } from '#server/changes/record.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { inTurns, readSources, type SourceText } from './sources.ts'
import { commitTexts, type Translation } from './writeTexts.ts'

/**
 * Whether a text has to be translated: numbers and letters of sizes are the same in all languages, and so are
 * most names of brands.
 */
export function isTranslatable(
  { kind, source }: Pick<SourceText, 'kind' | 'source'>,
  dictionary: Dictionary,
): boolean {
  return kind === 'brand'
    ? dictionary.propose(kind, source, 'en') !== source
    : !dictionary.isAlikeEverywhere(source)
}

/** The dictionary's proposals for languages in which a text has none, or one from an earlier proposal. */
export function proposalsFor(
  { kind, source, texts, accepted }: SourceText,
  dictionary: Dictionary,
  languages: readonly Language[],
): Partial<Record<Language, string>> {
  const proposed: Partial<Record<Language, string>> = {}
  for (const language of languages) {
    if (texts[language] !== undefined && !accepted.includes(language)) continue
    const text = dictionary.propose(kind, source, language)
    if (text !== undefined && text !== texts[language]) proposed[language] = text
  }
  return proposed
}

type Accepting = {
  dictionary: Dictionary
  languages: readonly Language[]
  /** Absent for all kinds. */
  kind?: TextKind | undefined
  actor: Actor
  at: Date
}

/** Accepts all proposals at once; returns how many texts it wrote. Texts written by hand do not change. */
export async function acceptProposals(
  tx: Tx,
  { dictionary, languages, kind, actor, at }: Accepting,
): Promise<{ count: number; changeSetId: string | undefined }> {
  const translations: Translation[] = []
  for await (const source of inTurns(await readSources(tx, kind))) {
    if (!isTranslatable(source, dictionary)) continue
    const texts = proposalsFor(source, dictionary, languages)
    const accepted = Object.keys(texts) as Language[]
    if (accepted.length > 0) translations.push({ kind: source.kind, source: source.source, texts, accepted })
  }
  const changeSetId = await commitTexts(tx, { source: 'sheet', translations, actor, at })
  return { count: translations.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0), changeSetId }
}
