import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { orStored } from './asRead.ts'
import type { Columns } from './file/columns.ts'

/*
 * Texts in other languages. A text is translated once for everything of that name: import_text has each text
 * of the main language, as it is after the import, with the file's text in each language.
 */

/** SQL of a text in the main language: as given in any row of the product (q), else as stored. */
const kept = (given: string, stored: string) => `coalesce(${orStored(given, stored)}, ${stored})`

function sourceOf(text: Columns['texts'][number], { attributes }: Columns): string {
  switch (text.of) {
    case 'itemDescription':
      return kept('q.item_description', 'p.item_description')
    case 'colorDescription':
      return kept('q.color_description', 'p.color_description')
    case 'brandName':
      return kept('q.brand_name', 'b.name')
    case 'categoryName':
      return kept('q.category_name', 'c.full_name')
    case 'lotDescription':
      return kept('q.lot_description', 'q.old_lot_description')
    case 'itemDim1Code':
      return 'q.size'
    default: {
      const at = attributes.findIndex(({ name }) => name === text.of)
      return at < 0
        ? `p.attributes->>'${text.of}'`
        : kept(`q.attributes[${at + 1}]`, `p.attributes->>'${text.of}'`)
    }
  }
}

const isOfVariant = ({ texts }: Columns) => texts.some(({ kind }) => kind === 'lot' || kind === 'size')

const asNew = (table: string) => `create temp table ${table} on commit drop as`
const asFurther = (table: string) => `insert into ${table}`

/** Combines the rows of a product that give the same texts. */
function fillGiven(columns: Columns, into: (table: string) => string): Statement {
  const { attributes } = columns
  const variant = isOfVariant(columns) ? ['l.size', 'l.lot_description', 'l.old_lot_description'] : []
  const product = ['l.item_code', 'l.color_code', 'l.product_id']
  const ofProduct = `over (partition by ${product.join(', ')})`
  return unprepared(`${into('import_given')}
    select row_number() over (order by min(l.line))::int as number, min(l.line) as line,
      ${[...product, ...variant].join(', ')}, l.texts, l.brand_name, l.category_name, l.item_description,
      l.color_description, l.named_attributes as attributes
    from (
      select l.line, ${[...product, ...variant].join(', ')}, l.texts, max(l.brand_name) ${ofProduct} as brand_name,
        max(l.category_name) ${ofProduct} as category_name, max(l.item_description) ${ofProduct} as item_description,
        max(l.color_description) ${ofProduct} as color_description,
        array[${attributes.map((_, at) => `max(l.attributes[${at + 1}]) ${ofProduct}`).join(', ')}]::text[]
          as named_attributes
      from import_line l) l
    where l.texts is not null
    group by ${[...product, ...variant].join(', ')}, l.texts, l.brand_name, l.category_name, l.item_description,
      l.color_description, l.named_attributes`)
}

/** A category has a text for each level of its path. The first translation of a text in the file counts. */
function fillTexts(columns: Columns, into: (table: string) => string): Statement {
  const given = columns.texts.map(
    (text, at) =>
      `('${text.name}', '${text.kind}', '${text.language}', ${sourceOf(text, columns)}, q.texts[${at + 1}])`,
  )
  return unprepared(`${into('import_text')}
  with given as materialized (
    select q.number, q.line, n.name, n.kind, n.language, n.source, n.text
    from import_given q
    left join products p on p.tenant_id = $1 and p.id = q.product_id
    left join brands b on b.tenant_id = $1 and b.id = p.brand_id
    left join categories c on c.tenant_id = $1 and c.id = p.category_id
    cross join lateral (values ${given.join(', ')}) n (name, kind, language, source, text)
    where n.text is not null and n.source <> ''
  ), paths as (
    select *, string_to_array(source, ' > ') as sources, string_to_array(text, ' > ') as texts
    from given where kind = 'category'
  ), parts as (
    select number, line, name, kind, language, source, text, false as is_deeper from given where kind <> 'category'
    union all
    select h.number, h.line, h.name, h.kind, h.language, s.source, s.text, false
    from paths h cross join lateral unnest(h.sources, h.texts) s (source, text)
    where cardinality(h.sources) = cardinality(h.texts)
    union all
    select number, line, name, kind, language, sources[cardinality(sources)], '', false from paths where text = ''
    union all
    select number, line, name, kind, language, source, text, true
    from paths where text <> '' and cardinality(sources) <> cardinality(texts)
  )
  select *, case when is_deeper then 'otherDepth'
    when text <> first_value(text) over (partition by is_deeper, kind, source, language order by line)
      then 'twoTranslations' else '' end as reason
  from parts`)
}

const createEmpty = unprepared(`create temp table import_text on commit drop as
  select 0 as number, 0 as line, ''::text as name, ''::text as kind, ''::text as language, ''::text as source,
    ''::text as text, ''::text as reason where false`)

/** Marks all rows that give the text as bad, not only the first of the product. */
const noteBad = (columns: Columns): Statement =>
  unprepared(`insert into import_bad
  select distinct l.line, t.name, t.reason, t.text
  from import_text t join import_given g on g.number = t.number
  join import_line l on l.item_code = g.item_code and l.color_code = g.color_code and l.texts = g.texts
    ${isOfVariant(columns) ? 'and l.size = g.size and l.lot_description is not distinct from g.lot_description and l.old_lot_description is not distinct from g.old_lot_description' : ''}
  where t.reason <> ''`)
const dropBad = unprepared(`delete from import_text t using import_text b
  where b.reason <> '' and t.number = b.number`)

/** Reads the translations of the staged rows into import_text. Rows that contradict earlier ones are bad. */
export async function stageTexts(tx: BulkTx, columns: Columns): Promise<void> {
  if (columns.texts.length === 0) {
    await tx.temporary(createEmpty)
    return
  }
  await tx.temporary(fillGiven(columns, asNew))
  await tx.query(fillTexts(columns, asNew))
  await tx.temporary(noteBad(columns))
  await tx.temporary(dropBad)
}

const anyBad = unprepared('select exists (select from import_bad) as found')
/** Keeps the first translation of a text that has two only now. */
const keepFirst = unprepared(`delete from import_text where reason <> ''`)
const forgetTexts = unprepared('delete from import_text')
const forgetGiven = unprepared('delete from import_given')

/** Reads the translations again, from rows that passed all checks: bad rows may have named their texts. */
export async function restageTexts(tx: BulkTx, columns: Columns): Promise<void> {
  const [bad] = await tx.temporary<{ found: boolean }>(anyBad)
  if (columns.texts.length === 0 || !bad?.found) return
  await tx.temporary(forgetTexts)
  await tx.temporary(forgetGiven)
  await tx.temporary(fillGiven(columns, asFurther))
  await tx.query(fillTexts(columns, asFurther))
  await tx.temporary(keepFirst)
}

/** Compares the texts with the stored ones, by language. */
export const compareTexts = unprepared(`create temp table import_text_change on commit drop as
  select n.*, case when n.text = coalesce(t.texts->>n.language, '') then 'unchanged'
    when n.text = '' then 'removed' when t.texts ? n.language then 'changed' else 'added' end as action
  from (
    select kind, source, language, min(text) as text, min(line) as line
    from import_text group by kind, source, language
  ) n
  left join translations t on t.tenant_id = $1 and t.kind = n.kind and t.source = n.source`)

export const lockTranslations = unprepared(`select count(*) from (
  select t.source from translations t
  where t.tenant_id = $1 and (t.kind, t.source) in (
    select c.kind, c.source from import_text_change c where c.action <> 'unchanged')
  order by t.kind, t.source for no key update) locked`)
