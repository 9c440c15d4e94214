import { setImmediate as nextTurn } from 'node:timers/promises'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { Language } from '#shared/tenancy.ts'

/** Queries of the texts in the catalogue, by kind. */
const sourcesOfKind: Record<TextKind, string> = {
  item: 'select item_description from products where tenant_id = $1 and deleted_at is null',
  color: 'select color_description from products where tenant_id = $1 and deleted_at is null',
  lot: 'select lot_description from variants where tenant_id = $1',
  brand: 'select name from brands where tenant_id = $1',
  category: 'select name from categories where tenant_id = $1',
  value: `select substr(f.value, 3) from products p, unnest(p.facet_values) f (value)
    where p.tenant_id = $1 and p.deleted_at is null`,
  size: 'select size from variants where tenant_id = $1',
  rule: 'select name from price_rules where tenant_id = $1',
  banner: 'select banner_text from tenant_settings where tenant_id = $1',
}

/** A text of the catalogue with its translations. */
export type SourceText = {
  kind: TextKind
  source: string
  texts: Partial<Record<Language, string>>
  /** Languages whose text was built from the dictionary. */
  accepted: Language[]
}

const statements = new Map<TextKind | undefined, Statement>()

function statementFor(kind: TextKind | undefined): Statement {
  const kinds = kind ? [kind] : (Object.keys(sourcesOfKind) as TextKind[])
  const known =
    statements.get(kind) ??
    prepared(`
      select s.kind, s.source, coalesce(t.texts, '{}') as texts, coalesce(t.accepted, '{}') as accepted
      from (${kinds
        .map(
          (one) =>
            `select '${one}' as kind, q.source from (${sourcesOfKind[one]}) q (source) group by q.source`,
        )
        .join(' union all ')}) s
      left join translations t on t.tenant_id = $1 and t.kind = s.kind and t.source = s.source
      where s.source <> '' order by s.kind, s.source collate "tr-x-icu", s.source`)
  statements.set(kind, known)
  return known
}

/** The texts in the catalogue, each once; of all kinds or of one. */
export function readSources(tx: Pick<Tx, 'query'>, kind?: TextKind): Promise<SourceText[]> {
  return tx.query<SourceText>(statementFor(kind))
}

/** At most this many texts are looked at in one go, so that other calls get their turn. */
const textsPerTurn = 500

export async function* inTurns(sources: SourceText[]): AsyncGenerator<SourceText> {
  for (const [at, source] of sources.entries()) {
    if (at > 0 && at % textsPerTurn === 0) await nextTurn()
    yield source
  }
}

const readOne = prepared(`
  select texts, accepted from translations where tenant_id = $1 and kind = $2 and source = $3`)

/** One text, whether the catalogue has it or is about to have it. */
export async function readText(
  tx: Pick<Tx, 'query'>,
  { kind, source }: Pick<SourceText, 'kind' | 'source'>,
): Promise<SourceText> {
  const [stored] = await tx.query<Pick<SourceText, 'texts' | 'accepted'>>(readOne, kind, source)
  return { kind, source, ...(stored ?? { texts: {}, accepted: [] }) }
}
