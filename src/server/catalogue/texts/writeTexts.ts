import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseTextsVersion } from '#server/db/versions.ts'
import type { Language } from '#shared/tenancy.ts'
import type { TextKind } from '#shared/texts.ts'
import { maxChangedProducts } from '../memory/records.ts'
import { noteWords } from '../searchWords.ts'
import { noteTranslations } from './translatedText.ts'

/** A text in other languages: those given, all others stay. '' removes one. */
export type Translation = {
  kind: TextKind
  source: string
  texts: Partial<Record<Language, string>>
  /** Languages whose text was built from the dictionary. */
  accepted?: Language[]
}

const putTexts = prepared(`
  with given as (
    select n.kind, n.source, n.texts, coalesce(n.accepted, '{}') as accepted
    from jsonb_to_recordset($2) n (kind text, source text, texts jsonb, accepted text[]))
  insert into translations as t (tenant_id, kind, source, texts, accepted, updated_at)
  select $1, g.kind, g.source, (
      select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each_text(g.texts) e where e.value <> ''),
    g.accepted, $3::timestamptz
  from given g
  on conflict (tenant_id, kind, source) do update set
    texts = (
      select coalesce(jsonb_object_agg(e.key, e.value), '{}')
      from jsonb_each_text(t.texts || (select g.texts from given g where g.kind = t.kind and g.source = t.source)) e
      where e.value <> ''),
    accepted = array(
      select a from unnest(t.accepted) a
      where not (select g.texts ? a from given g where g.kind = t.kind and g.source = t.source)
      union select unnest(excluded.accepted)),
    updated_at = excluded.updated_at
  returning t.kind, t.source`)

/** Products with one of the texts $2 … of each kind. */
const affected = `
  select p.id from products p
  where p.tenant_id = $1 and (p.item_description = any ($2::text[]) or p.color_description = any ($3::text[])
    or p.facet_values && array(select to_char(n, 'FM00') || v from unnest($4::text[]) v, generate_series(1, 10) n))`

const noteAffected = prepared(noteTranslations(affected))
const noteAffectedWords = prepared(noteWords('select unnest($2::uuid[]) as id'))

/** Writes translations, then raises the catalogue version as the last statement. */
export async function writeTexts(tx: Tx, translations: Translation[], at: Date): Promise<void> {
  await tx.query(putTexts, JSON.stringify(translations), at)
  const sourcesOf = (wanted: TextKind) =>
    translations.flatMap(({ kind, source }) => (kind === wanted ? [source] : []))
  const changed = await tx.query<{ id: string }>(
    noteAffected,
    sourcesOf('item'),
    sourcesOf('color'),
    sourcesOf('value'),
  )
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) await tx.query(noteAffectedWords, ids)
  await raiseTextsVersion(tx, ids.length > maxChangedProducts ? null : ids)
}
