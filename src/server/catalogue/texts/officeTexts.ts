import { actorOf } from '#server/changes/record.ts'
import { verb } from '#server/http/http.ts'
import { eraseMark } from '#server/tableFiles/values.ts'
import { textKinds } from '#shared/catalogue/textKinds.ts'
import {
  acceptTextProposals,
  getTextCoverage,
  getTexts,
  saveTexts,
  type TextRow,
} from '#shared/catalogue/texts.ts'
import type { Language } from '#shared/tenancy.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { dictionaryFor } from '../dictionary/officeTerms.ts'
import { acceptProposals, isTranslatable, proposalsFor } from './proposals.ts'
import { inTurns, readSources, readText, type SourceText } from './sources.ts'
import { otherLanguages } from './texts.ts'
import { commitTexts, keyOf, lockTexts } from './writeTexts.ts'

const isMissing = ({ texts }: SourceText, wanted: Language[]) =>
  wanted.some((language) => texts[language] === undefined)

export const listTexts = verb(getTexts, async ({ tx, tenant }, asked) => {
  const dictionary = await dictionaryFor(tx, tenant)
  const wanted = otherLanguages(tenant, asked.language)
  if (asked.source !== undefined) {
    const text = await readText(tx, { kind: asked.kind, source: asked.source })
    return { items: [{ ...text, proposals: proposalsFor(text, dictionary, wanted) }], total: 1 }
  }
  const isFound = textMatcher(asked.search ?? '')
  const missing: TextRow[] = []
  const complete: TextRow[] = []
  for await (const source of inTurns(await readSources(tx, asked.kind))) {
    if (asked.search && !isFound([source.source, ...Object.values(source.texts)].join('\n'))) continue
    const isAsked = isTranslatable(source, dictionary)
    const lacks = isAsked && isMissing(source, wanted)
    if (asked.state === 'missing' && !lacks) continue
    const proposals = isAsked ? proposalsFor(source, dictionary, wanted) : {}
    if (asked.state === 'proposed' && Object.keys(proposals).length === 0) continue
    const found = lacks ? missing : complete
    found.push({ ...source, proposals })
  }
  const found = [...missing, ...complete]
  const from = (asked.page - 1) * asked.limit
  return { items: found.slice(from, from + asked.limit), total: found.length }
})

export const writeTexts = verb(saveTexts, async (call, { texts }) => {
  const { tx, now: at } = call
  const stored = new Map((await lockTexts(tx, texts)).map((one) => [keyOf(one), one.texts]))
  const isChanged = ({ kind, source, was = {} }: (typeof texts)[number]) => {
    const present = stored.get(keyOf({ kind, source })) ?? {}
    return (Object.keys(was) as Language[]).some(
      (language) => (was[language] ?? '') !== (present[language] ?? ''),
    )
  }
  const translations = texts
    .filter((one) => !isChanged(one))
    .map(({ kind, source, texts: given, accepted = [] }) => ({
      kind,
      source,
      texts: Object.fromEntries(
        Object.entries(given).map(([language, text]) => [language, text === eraseMark ? '' : text]),
      ),
      accepted,
    }))
  const changeSetId = await commitTexts(tx, { source: 'sheet', translations, actor: actorOf(call), at })
  return {
    ...(changeSetId ? { changeSetId } : {}),
    refused: texts
      .filter(isChanged)
      .map(({ kind, source }) => ({ kind, source, texts: stored.get(keyOf({ kind, source })) ?? {} })),
  }
})

export const acceptAll = verb(acceptTextProposals, async (call, { kind, language }) => {
  const { tenant, services, now: at } = call
  const accepting = {
    languages: otherLanguages(tenant, language),
    kind,
    actor: actorOf(call),
    at,
  }
  const { count, changeSetId } = await services.database.bulkInTenant(tenant.id, async (tx) =>
    acceptProposals(tx, { ...accepting, dictionary: await dictionaryFor(tx, tenant) }),
  )
  return { count, ...(changeSetId ? { changeSetId } : {}) }
})

export const readCoverage = verb(getTextCoverage, async ({ tx, tenant }) => {
  const dictionary = await dictionaryFor(tx, tenant)
  const wanted = otherLanguages(tenant)
  const counts = new Map(
    textKinds.map((kind) => [kind, { kind, total: 0, translated: zeroes(wanted), proposed: zeroes(wanted) }]),
  )
  for await (const source of inTurns(await readSources(tx))) {
    const count = counts.get(source.kind)
    if (!count || !isTranslatable(source, dictionary)) continue
    count.total += 1
    const proposals = proposalsFor(source, dictionary, wanted)
    for (const language of wanted) {
      if (source.texts[language] !== undefined)
        count.translated[language] = (count.translated[language] ?? 0) + 1
      else if (proposals[language] !== undefined)
        count.proposed[language] = (count.proposed[language] ?? 0) + 1
    }
  }
  return { languages: wanted, kinds: [...counts.values()] }
})

const zeroes = (wanted: Language[]): Partial<Record<Language, number>> =>
  Object.fromEntries(wanted.map((language) => [language, 0]))
