import type { Actor } from '#server/changes/record.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Language } from '#shared/tenancy.ts'
import type { TextKind } from '#shared/textKinds.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { inTurns, readSources, type SourceText } from './sources.ts'
import { commitTexts, type Translation } from './writeTexts.ts'

/**
 * Whether a text has to be translated: numbers and letters of sizes read alike in all languages, and so do most names of
 * brands.
 */
export function isTranslatable(
  { kind, source }: Pick<SourceText, 'kind' | 'source'>,
  dictionary: Dictionary,
): boolean {
  return kind === 'brand'
    ? dictionary.propose(kind, source, 'en') !== source
    : !dictionary.isAlikeEverywhere(source)
}

/** What the dictionary proposes for languages in which a text has none, or one that an earlier proposal gave it. */
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
  /** Of all kinds, if absent. */
  kind?: TextKind | undefined
  actor: Actor
  at: Date
}

/** Accepts all proposals at once: how many texts it wrote. Nothing that was written by hand changes. */
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
