import { createHash } from 'node:crypto'
import { type Actor, recordChanges } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseTextsVersion } from '#server/db/versions.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import { Refusal } from '#shared/errors.ts'
import type { Language } from '#shared/tenancy.ts'
import { openSet, type SetSource } from '../change/changeSet.ts'
import { maxChangedProducts } from '../memory/records.ts'
import { noteWords } from '../searchWords.ts'
import { noteTranslations } from './translatedText.ts'

type InLanguages = Partial<Record<Language, string>>

/** A text in other languages: only those given change; '' removes one. */
export type Translation = {
  kind: TextKind
  source: string
  texts: InLanguages
  /** Languages whose text was built from the dictionary. */
  accepted?: Language[]
}

/** One side of a changed text: its languages that differ, and which of these were built from the dictionary. */
type Side = InLanguages & { accepted?: Language[] }
type TextChange = { id: string; kind: TextKind; source: string; before: Side; after: Side }
type Stored = Required<Translation>

const lockStored = prepared(`
  select t.kind, t.source, t.texts, t.accepted
  from jsonb_to_recordset($2) n (kind text, source text)
  join translations t on t.tenant_id = $1 and t.kind = n.kind and t.source = n.source
  order by t.kind, t.source for no key update of t`)

/** The stored translations of these texts, locked until the transaction ends. */
export function lockTexts(tx: Tx, texts: readonly Pick<Translation, 'kind' | 'source'>[]): Promise<Stored[]> {
  return tx.query<Stored>(lockStored, JSON.stringify(texts.map(({ kind, source }) => ({ kind, source }))))
}

const addRows = prepared(`
  insert into catalogue_changes (tenant_id, set_id, entity, id, state, text_kind, name, before, after, written_at)
  select $1, $2::uuid, 'text', n.id, 'changed', n.kind, n.source, n.before, n.after, $4::timestamptz
  from jsonb_to_recordset($3) n (id uuid, kind text, source text, before jsonb, after jsonb)`)

export type TextsToWrite = { source: SetSource; translations: Translation[]; actor: Actor; at: Date }

/**
 * Writes translations as a change set, then raises the catalogue version as the last statement.
 * @returns the set's id; undefined if nothing differs
 * @throws Refusal `record.changed` if somebody just gave one of these texts its first translation
 */
export async function commitTexts(
  tx: Tx,
  { source, translations, actor, at }: TextsToWrite,
): Promise<string | undefined> {
  const changes = changesOf(translations, await lockTexts(tx, translations))
  if (changes.length === 0) return undefined
  const setId = newId()
  await openSet(tx, { id: setId, source, name: labelOf(changes), actor, at })
  await tx.query(addRows, setId, JSON.stringify(changes), at)
  try {
    await writeSetTexts(tx, setId, at)
  } catch (error) {
    throw errorCode(error) === '23505' ? new Refusal('record.changed') : error
  }
  const change = { subject: 'text', subjectName: labelOf(changes), action: 'changed' } as const
  const sides = { before: loggedOf(changes, 'before'), after: loggedOf(changes, 'after') }
  await recordChanges(tx, actor, at, [{ ...change, ...sides }], setId)
  await raiseTextsVersion(tx, await noteProductsOfSet(tx, setId))
  return setId
}

/** Identifies a text among others. */
export const keyOf = ({ kind, source }: Pick<Translation, 'kind' | 'source'>) => `${kind} ${source}`

function changesOf(translations: Translation[], stored: Stored[]): TextChange[] {
  const known = new Map(stored.map((one) => [keyOf(one), one]))
  return translations.flatMap(({ kind, source, texts, accepted = [] }) => {
    const { texts: was = {}, accepted: wereAccepted = [] } = known.get(keyOf({ kind, source })) ?? {}
    const languages = (Object.keys(texts) as Language[]).filter(
      (language) =>
        (texts[language] ?? '') !== (was[language] ?? '') ||
        (texts[language] !== '' && accepted.includes(language) !== wereAccepted.includes(language)),
    )
    if (languages.length === 0) return []
    const before = sideOf(languages, was, wereAccepted)
    return [{ id: idOf({ kind, source }), kind, source, before, after: sideOf(languages, texts, accepted) }]
  })
}

function sideOf(languages: Language[], texts: InLanguages, accepted: Language[]): Side {
  const filled = languages.filter((language) => texts[language])
  const built = filled.filter((language) => accepted.includes(language))
  return {
    ...Object.fromEntries(filled.map((language) => [language, texts[language]])),
    ...(built.length > 0 ? { accepted: built } : {}),
  }
}

/**
 * The same text always has the same id, because rows of a change set are found by their ids. {@link textId}
 * is the same in SQL.
 */
function idOf(text: Pick<Translation, 'kind' | 'source'>): string {
  const hash = createHash('md5').update(keyOf(text)).digest('hex')
  // A UUID of version 3 has these two digits.
  return `${hash.slice(0, 12)}3${hash.slice(13, 16)}8${hash.slice(17)}`
}

export const textId = (kind: string, source: string) =>
  `overlay(overlay(md5(${kind} || ' ' || ${source}) placing '3' from 13) placing '8' from 17)::uuid`

function labelOf(changes: TextChange[]): string {
  const sources = changes.slice(0, 3).map(({ source }) => source)
  return changes.length > 3 ? `${sources.join(', ')} …` : sources.join(', ')
}

const maxLogged = 200

/** Lines such as `Siyah: Nero`, by language. */
function loggedOf(changes: TextChange[], side: 'before' | 'after'): Record<string, string[]> {
  const lines: Record<string, string[]> = {}
  for (const change of changes.slice(0, maxLogged)) {
    const { accepted: _accepted, ...texts } = change[side]
    for (const [language, text] of Object.entries(texts))
      (lines[language] ??= []).push(`${change.source}: ${text}`)
  }
  return lines
}

/** SQL: the languages that a change row `c` changes. */
const languagesOf = `array(select k from jsonb_object_keys(c.before || c.after) k where k <> 'accepted')`
const acceptedOf = `array(select jsonb_array_elements_text(coalesce(c.after->'accepted', '[]')))`
const ofSet = `c.tenant_id = $1 and c.set_id = $2 and c.entity = 'text' and c.state = 'changed'`

const updateTexts = prepared(`
  update translations t set texts = (t.texts - ${languagesOf}) || (c.after - 'accepted'),
    accepted = array(select a from unnest(t.accepted) a where a <> all (${languagesOf})) || ${acceptedOf},
    updated_at = $3::timestamptz
  from catalogue_changes c
  where ${ofSet} and t.tenant_id = $1 and t.kind = c.text_kind and t.source = c.name`)
const insertTexts = prepared(`
  insert into translations (tenant_id, kind, source, texts, accepted, updated_at)
  select $1, c.text_kind, c.name, c.after - 'accepted', ${acceptedOf}, $3::timestamptz
  from catalogue_changes c
  where ${ofSet} and not exists (
    select from translations t where t.tenant_id = $1 and t.kind = c.text_kind and t.source = c.name)`)

/** Applies the texts of a change set. */
export async function writeSetTexts(tx: Tx, setId: string, at: Date): Promise<void> {
  await Promise.all([tx.query(updateTexts, setId, at), tx.query(insertTexts, setId, at)])
}

const sourcesOf = (kind: TextKind) =>
  `(select c.name from catalogue_changes c where ${ofSet} and c.text_kind = '${kind}')`

/** SQL: products that have one of the set's texts. */
const productsOfSet = `
  select p.id from products p
  where p.tenant_id = $1 and exists (select from catalogue_changes c where ${ofSet}) and (p.item_description in ${sourcesOf('item')} or p.color_description in ${sourcesOf('color')}
    or p.facet_values && array(
      select to_char(n, 'FM00') || v.value from ${sourcesOf('value')} v (value), generate_series(1, 10) n))`
const noteProducts = prepared(noteTranslations(productsOfSet))
const noteProductWords = prepared(noteWords('select unnest($2::uuid[]) as id'))

/** Updates what products are found by. Returns the ids of these products, or null if they are many. */
export async function noteProductsOfSet(tx: Tx, setId: string): Promise<string[] | null> {
  const noted = await tx.query<{ id: string }>(noteProducts, setId)
  const ids = noted.map(({ id }) => id)
  if (ids.length > 0) await tx.query(noteProductWords, ids)
  return ids.length > maxChangedProducts ? null : ids
}
