import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '#server/db/error-code.ts'
import { foldedName } from '#server/db/search.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import type { Questions } from '#server/tableFiles/questions.ts'
import { type BadRow, ImportProblem } from '#server/tableFiles/report.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import { pathSeparator } from '#shared/catalogue/categories.ts'
import { fold } from '#shared/text/text.ts'
import { variantFileColumns } from '../change/fields.ts'
import { codeColumns } from '../variantCodes.ts'
import { asRead } from './asRead.ts'
import { checkBarcodes, type Renamed, unifySpellings } from './doubts.ts'
import type { Columns } from './file/columns.ts'
import { type Spool, spooledColumns } from './file/spool.ts'
import { restageTexts, stageTexts } from './texts.ts'

const createRows = unprepared(
  `create temp table import_row on commit drop as select ${Object.entries(spooledColumns)
    .map(([name, type]) => `null::${type} as ${name}`)
    .join(', ')} where false`,
)
const copyRows = `copy import_row (${Object.keys(spooledColumns).join(', ')}) from stdin`

const createBad = unprepared(`create temp table import_bad on commit drop as
  select 0 as line, ''::text as column_name, ''::text as reason, ''::text as value where false`)

const identities = {
  codes: {
    joins: `
      left join products p on p.tenant_id = $1 and p.item_code = r.item_code and p.color_code = r.color_code
      left join variants v on v.tenant_id = $1 and v.product_id = p.id and v.size = r.size and v.lot_code = r.lot_code`,
    key: 'r.item_code, r.color_code, r.size, r.lot_code',
    barcode: 'r.barcode',
  },
  barcode: {
    joins: `
      left join variants v on v.tenant_id = $1 and v.barcode = r.barcode
      left join products p on p.tenant_id = $1 and p.id = v.product_id`,
    key: 'r.barcode',
    barcode: 'null::text',
  },
} as const

const textColumns = productTextNames.map((name) => ({ name, column: productTexts[name].column }))
const fileColumns = variantFileColumns.flatMap(({ name, column }) => (name === 'barcode' ? [] : column))
const oldCodes = codeColumns.map(({ column }) => `v.${column} as old_${column}`).join(', ')

function createLines(identity: Columns['identity']): Statement {
  const { joins, key, barcode } = identities[identity]
  return unprepared(`create temp table import_line on commit drop as
    select r.line, p.id as product_id, v.id as variant_id, r.new_product_id, r.new_variant_id, r.data_hash,
      coalesce(p.item_code, r.item_code) as item_code, coalesce(p.color_code, r.color_code) as color_code,
      coalesce(v.size, r.size) as size, coalesce(v.lot_code, r.lot_code) as lot_code,
      r.barcode as named_barcode, ${barcode} as barcode, ${oldCodes}, v.sort_order as old_sort_order,
      v.lot_description as old_lot_description,
      r.brand_name, r.category_name, ${textColumns.map(({ column }) => `r.${column}`).join(', ')}, r.item_description, r.color_description, r.attributes, r.texts, r.amounts, r.currencies,
      ${fileColumns.map((column) => `r.${column}`).join(', ')},
      row_number() over same as occurrence, first_value(r.data_hash) over same as first_hash
    from import_row r ${joins}
    window same as (partition by ${key} order by r.line, r.new_variant_id)`)
}

/** Checks across rows or against the catalogue. The order matters. */
function checks({ identity, at }: Columns): Statement[] {
  const byBarcode = identity === 'barcode'
  return [
    ...(byBarcode ? [unknownBarcodes] : []),
    duplicates(byBarcode),
    unknownTaxCodes,
    conflicting,
    ...codeChecks.flatMap(({ name, steps }) =>
      !at.has(name) || (byBarcode && name === 'barcode') ? [] : steps,
    ),
    incomplete,
  ]
}

const unknownBarcodes = unprepared(`insert into import_bad
  select line, 'barcode', 'unknownBarcode', named_barcode from import_line where variant_id is null`)

/** A code that the product has already may stay. */
const unknownTaxCodes = unprepared(`insert into import_bad
  select l.line, 'taxCode', 'unknownTaxCode', l.tax_code from import_line l
  join tenant_settings s on s.tenant_id = $1
  left join products p on p.tenant_id = $1 and p.id = l.product_id
  where l.tax_code <> '' and l.tax_code is distinct from p.tax_code
    and not exists (select from jsonb_array_elements(s.tax_rates) r where r->>'code' = l.tax_code)`)

/** Identical repeats are dropped silently, differing ones are bad. */
function duplicates(byBarcode: boolean): Statement {
  const column = byBarcode ? 'barcode' : 'itemCode'
  const value = byBarcode
    ? 'named_barcode'
    : `concat_ws(' ', item_code, nullif(color_code, ''), size || lot_code)`
  return unprepared(`with again as (
      delete from import_line where occurrence > 1
      returning line, ${value} as value, data_hash <> first_hash as differs)
    insert into import_bad select line, '${column}', 'duplicate', value from again where differs`)
}

/** The first row with a value wins. $1: attribute names. */
const conflicting = unprepared(`with doubtful as (
    select item_code, color_code from import_line group by item_code, color_code
    having min(brand_name) <> max(brand_name) or min(category_name) <> max(category_name)
      or min(item_description) <> max(item_description) or min(color_description) <> max(color_description)
      or min(attributes) <> max(attributes)
      or ${textColumns.map(({ column }) => `min(${column}) <> max(${column})`).join(' or ')}
  ), named as (
    select l.line, c.name, c.value,
      first_value(c.value) over (partition by l.item_code, l.color_code, c.name order by l.line) as first
    from doubtful d join import_line l on l.item_code = d.item_code and l.color_code = d.color_code
    cross join lateral (
      values ('brandName', l.brand_name), ('categoryName', l.category_name),
        ('itemDescription', l.item_description), ('colorDescription', l.color_description),
        ${textColumns.map(({ name, column }) => `('${name}', l.${column})`).join(', ')}
      union all
      select a.name, l.attributes[a.position] from unnest($1::text[]) with ordinality a (name, position)
    ) c (name, value)
    where c.value <> '')
  insert into import_bad select line, name, 'conflict', value from named where value <> first`)

/** For each code: those that stand twice; then, of rows that want another variant's, those that it keeps. */
const codeChecks = codeColumns.map(({ name, column }) => ({
  name,
  steps: [
    unprepared(`insert into import_bad
  select line, '${name}', 'codeTwice', ${column} from (
    select line, ${column}, row_number() over (partition by ${column} order by line) as occurrence
    from import_line where ${column} <> '') l
  where occurrence > 1`),
    // With the other variant's row, if it is in the file and has a code.
    unprepared(`create temp table import_claim_of_${column} on commit drop as
  select l.line, l.${column}, owner_line.line as owner_line
  from import_line l
  join variants owner on owner.tenant_id = $1 and owner.${column} = l.${column}
  left join import_line owner_line on owner_line.variant_id = owner.id and owner_line.${column} is not null
  where l.${column} <> '' and l.${column} is distinct from l.old_${column}`),
    // A code may move within a file. It stays taken if its owner is not in the file or cannot give it up itself.
    unprepared(`with recursive taken as (
    select line, ${column} from import_claim_of_${column} where owner_line is null
    union
    select c.line, c.${column} from import_claim_of_${column} c join taken t on t.line = c.owner_line)
  insert into import_bad select line, '${name}', 'codeTaken', ${column} from taken`),
  ],
}))
const claims = codeChecks.map(({ steps }) => steps[1])

const incomplete = unprepared(`insert into import_bad
  select l.line, d.missing, 'requiredForNew', concat_ws(' ', l.item_code, nullif(l.color_code, ''))
  from import_line l join (
    select item_code, color_code, case when max(brand_name) is null then 'brandName'
      when max(category_name) is null then 'categoryName' else 'itemDescription' end as missing
    from import_line where product_id is null
    group by item_code, color_code
    having max(brand_name) is null or max(category_name) is null or max(item_description) is null
  ) d on d.item_code = l.item_code and d.color_code = l.color_code`)

const dropBad = unprepared(`delete from import_line l using import_bad b where b.line = l.line`)

const readBad =
  unprepared(`select line, column_name as "column", reason, value, count(*) over ()::int as total
  from import_bad order by line, column_name limit $1`)

/** For new products whose rows lack these; '' for none. */
export type NewProductDefaults = { brandName: string; categoryName: string }
const fillDefaults =
  unprepared(`update import_line set brand_name = coalesce(brand_name, nullif($1::text, '')),
    category_name = coalesce(category_name, nullif($2::text, ''))
  where product_id is null`)

/** Unifies brand names that differ only in case: as stored, else as first in the file. */
const unifyBrandNames = unprepared(`with known as materialized (
    select k.name, ${foldedName('k.name')} as key from (select ${asRead('name')} as name from brands where tenant_id = $1) k
  ), given as (
    select brand_name as name, ${foldedName('brand_name')} as key, min(line) as line
    from import_line where brand_name is not null group by brand_name
  ), spelled as (
    select g.name, coalesce(
      (select k.name from known k where k.key = g.key order by k.name <> g.name, k.name limit 1),
      first_value(g.name) over (partition by g.key order by g.line)) as wanted
    from given g)
  update import_line l set brand_name = s.wanted from spelled s where l.brand_name = s.name and s.wanted <> s.name`)

const readCategories = unprepared(
  `select ${asRead('full_name')} as name from categories where tenant_id = $1 order by full_name`,
)
const stagedCategories = unprepared(`select category_name as name from import_line
  where category_name is not null group by category_name order by min(line)`)
const renameCategories = unprepared(`update import_line l set category_name = s.wanted
  from unnest($1::text[], $2::text[]) s (name, wanted) where l.category_name = s.name`)

/** The same for each level of the categories' paths. */
async function unifyCategoryNames(tx: BulkTx): Promise<void> {
  const given = (await tx.temporary<{ name: string }>(stagedCategories)).map(({ name }) => name)
  const known = (await tx.query<{ name: string }>(readCategories)).map(({ name }) => name)
  const spellings = new Set<string>()
  const byKey = new Map<string, string>()
  const add = (path: string) => {
    spellings.add(path)
    if (!byKey.has(fold(path))) byKey.set(fold(path), path)
    return path
  }
  for (const path of known) add(path)
  const wantedOf = (name: string) =>
    name.split(pathSeparator).reduce((above, level) => {
      const path = above === '' ? level : above + pathSeparator + level
      return spellings.has(path) ? path : (byKey.get(fold(path)) ?? add(path))
    }, '')
  const renamed = given
    .map((name) => ({ name, wanted: wantedOf(name) }))
    .filter(({ name, wanted }) => name !== wanted)
  if (renamed.length === 0) return
  await tx.temporary(
    renameCategories,
    renamed.map(({ name }) => name),
    renamed.map(({ wanted }) => wanted),
  )
}

/**
 * Statistics of tables filled in this transaction are guesses, and a nested loop chosen by a wrong guess takes hours.
 */
const manyRowsSettings: Statement[] = [
  unprepared(`set local work_mem = '64MB'`),
  unprepared('set local enable_nestloop = off'),
]
const manyRowsThreshold = 5000

/** Analysing all columns would take as long as the comparison. */
const analyzedColumns = 'line, product_id, variant_id, item_code, color_code, size, lot_code, barcode'

// One import per tenant at a time; without it, two at once would end in a conflict.
const lockImports = unprepared(
  `select pg_advisory_xact_lock(hashtext('toptan.import'), hashtext($1::uuid::text))`,
)

export type Staged = { bad: BadRow[]; badCount: number; renamed: Renamed }
const noneRenamed: Renamed = { items: new Map(), colors: new Map() }

type StageOptions = {
  keep: number
  questions: Questions
  defaults?: NewProductDefaults
  onBytes?: (done: number, total: number) => void
}

/** Loads spooled rows and checks them. Afterwards `import_line` has the good rows, one per variant. */
export async function stageRows(
  tx: BulkTx,
  spool: Pick<Spool, 'file' | 'rows'>,
  columns: Columns,
  { keep, questions, defaults, onBytes = () => {} }: StageOptions,
): Promise<Staged> {
  await tx.query(lockImports)
  if (spool.rows > manyRowsThreshold) for (const setting of manyRowsSettings) await tx.temporary(setting)
  await tx.temporary(createRows)
  const { size } = await stat(spool.file)
  try {
    await pipeline(
      createReadStream(spool.file),
      countBytes((done) => onBytes(done, size)),
      tx.copyFrom(copyRows),
    )
  } catch (error) {
    // Spooled by another version.
    throw errorCode(error) === '22P04' ? new ImportProblem('fileGone', '', error) : error
  }
  await tx.temporary(unprepared('analyze import_row (item_code, color_code, size, lot_code, barcode)'))
  const renamed = columns.identity === 'codes' ? await unifySpellings(tx, questions) : noneRenamed
  await tx.query(createLines(columns.identity))
  await tx.temporary(unprepared(`analyze import_line (${analyzedColumns})`))
  if (columns.identity === 'codes' && columns.at.has('barcode')) await checkBarcodes(tx, questions)
  if (defaults && columns.identity === 'codes') {
    await tx.temporary(fillDefaults, defaults.brandName, defaults.categoryName)
  }
  await tx.query(unifyBrandNames)
  await unifyCategoryNames(tx)
  await tx.temporary(createBad)
  for (const check of checks(columns)) {
    if (claims.includes(check) || check === unknownTaxCodes) await tx.query(check)
    else if (check === conflicting) {
      const names = columns.attributes.map(({ name }) => name)
      await tx.temporary(check, names)
      await tx.temporary(dropBad)
      // What follows needs to know which rows remain.
      await stageTexts(tx, columns)
    } else await tx.temporary(check)
    await tx.temporary(dropBad)
  }
  await restageTexts(tx, columns)
  const rows = await tx.temporary<BadRow & { total: number }>(readBad, keep)
  return {
    bad: rows.map(({ line, column, reason, value }) => ({ line, column, reason, value })),
    badCount: rows[0]?.total ?? 0,
    renamed,
  }
}

function countBytes(onBytes: (done: number) => void): Transform {
  let done = 0
  return new Transform({
    transform: (part: Buffer, _encoding, next) => {
      done += part.length
      onBytes(done)
      next(null, part)
    },
  })
}
