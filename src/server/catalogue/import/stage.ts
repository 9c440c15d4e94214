import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { foldedName } from '#server/db/search.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { variantFileColumns } from '../change/fields.ts'
import { asRead } from './asRead.ts'
import type { Columns } from './file/columns.ts'
import type { BadRow } from './file/report.ts'
import { type Spool, spooledColumns } from './file/spool.ts'

const createRows: Statement = {
  text: `create temp table import_row on commit drop as select ${Object.entries(spooledColumns)
    .map(([name, type]) => `null::${type} as ${name}`)
    .join(', ')} where false`,
}
const copyRows = `copy import_row (${Object.keys(spooledColumns).join(', ')}) from stdin`

const createBad: Statement = {
  text: `create temp table import_bad on commit drop as
    select 0 as line, ''::text as column_name, ''::text as reason, ''::text as value where false`,
}

/** How a row finds the size or lot it means, and which rows mean the same. */
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
    // It found the row; it is not to be changed.
    barcode: 'null::text',
  },
} as const

/** Columns of sizes and lots but for the barcode, which may have found the row. */
const others = variantFileColumns.flatMap(({ name, column }) => (name === 'barcode' ? [] : column))

/** The rows with what they mean: null ids where the product or variant does not exist yet. */
function createLines(identity: Columns['identity']): Statement {
  const { joins, key, barcode } = identities[identity]
  return {
    text: `create temp table import_line on commit drop as
      select r.line, p.id as product_id, v.id as variant_id, r.new_product_id, r.new_variant_id, r.data_hash,
        coalesce(p.item_code, r.item_code) as item_code, coalesce(p.color_code, r.color_code) as color_code,
        coalesce(v.size, r.size) as size, coalesce(v.lot_code, r.lot_code) as lot_code,
        r.barcode as named_barcode, ${barcode} as barcode, v.barcode as old_barcode, v.sort_order as old_sort_order,
        v.lot_description as old_lot_description,
        r.brand_name, r.category_name, r.item_description, r.color_description, r.attributes, r.amounts, r.currencies,
        ${others.map((column) => `r.${column}`).join(', ')},
        row_number() over same as occurrence, first_value(r.data_hash) over same as first_hash
      from import_row r ${joins}
      window same as (partition by ${key} order by r.line)`,
  }
}

/** Checks that need more than one row or what is in the shop, in an order in which none misleads the next. */
function checks(identity: Columns['identity']): Statement[] {
  const byBarcode = identity === 'barcode'
  return [
    ...(byBarcode ? [unknownBarcodes] : []),
    repeated(byBarcode),
    conflicting,
    ...(byBarcode ? [] : [barcodesTwice, claims, barcodesTaken]),
    incomplete,
  ]
}

const unknownBarcodes: Statement = {
  text: `insert into import_bad
    select line, 'barcode', 'unknownBarcode', named_barcode from import_line where variant_id is null`,
}

/** The same row again is no mistake and goes without a word; with other data nobody can say which is right. */
function repeated(byBarcode: boolean): Statement {
  const column = byBarcode ? 'barcode' : 'itemCode'
  const value = byBarcode
    ? 'named_barcode'
    : `concat_ws(' ', item_code, nullif(color_code, ''), size || lot_code)`
  return {
    text: `with again as (
        delete from import_line where occurrence > 1
        returning line, ${value} as value, data_hash <> first_hash as differs)
      insert into import_bad select line, '${column}', 'duplicate', value from again where differs`,
  }
}

/** Values of a product that its rows disagree on: the first row that has one is right. $1 names the attributes. */
const conflicting: Statement = {
  text: `with doubtful as (
      select item_code, color_code from import_line group by item_code, color_code
      having min(brand_name) <> max(brand_name) or min(category_name) <> max(category_name)
        or min(item_description) <> max(item_description) or min(color_description) <> max(color_description)
        or min(attributes) <> max(attributes)
    ), named as (
      select l.line, c.name, c.value,
        first_value(c.value) over (partition by l.item_code, l.color_code, c.name order by l.line) as first
      from doubtful d join import_line l on l.item_code = d.item_code and l.color_code = d.color_code
      cross join lateral (
        values ('brandName', l.brand_name), ('categoryName', l.category_name),
          ('itemDescription', l.item_description), ('colorDescription', l.color_description)
        union all
        select a.name, l.attributes[a.position] from unnest($1::text[]) with ordinality a (name, position)
      ) c (name, value)
      where c.value <> '')
    insert into import_bad select line, name, 'conflict', value from named where value <> first`,
}

const barcodesTwice: Statement = {
  text: `insert into import_bad
    select line, 'barcode', 'barcodeTwice', barcode from (
      select line, barcode, row_number() over (partition by barcode order by line) as occurrence
      from import_line where barcode <> '') l
    where occurrence > 1`,
}

/** The rows that want a barcode somebody else has, with that one's row if it is in the file and does not keep it. */
const claims: Statement = {
  text: `create temp table import_claim on commit drop as
    select l.line, l.barcode, owner_line.line as owner_line
    from import_line l
    join variants owner on owner.tenant_id = $1 and owner.barcode = l.barcode
    left join import_line owner_line on owner_line.variant_id = owner.id and owner_line.barcode is not null
    where l.barcode <> '' and l.barcode is distinct from l.old_barcode`,
}

/**
 * A barcode may pass from one variant to another within a file. It stays taken when its owner is not in the file,
 * or when the owner's own row cannot be imported for the same reason, and so on along the chain.
 */
const barcodesTaken: Statement = {
  text: `with recursive taken as (
      select line, barcode from import_claim where owner_line is null
      union
      select c.line, c.barcode from import_claim c join taken t on t.line = c.owner_line)
    insert into import_bad select line, 'barcode', 'barcodeTaken', barcode from taken`,
}

const incomplete: Statement = {
  text: `insert into import_bad
    select l.line, d.missing, 'requiredForNew', concat_ws(' ', l.item_code, nullif(l.color_code, ''))
    from import_line l join (
      select item_code, color_code, case when max(brand_name) is null then 'brandName'
        when max(category_name) is null then 'categoryName' else 'itemDescription' end as missing
      from import_line where product_id is null
      group by item_code, color_code
      having max(brand_name) is null or max(category_name) is null or max(item_description) is null
    ) d on d.item_code = l.item_code and d.color_code = l.color_code`,
}

const dropBad: Statement = {
  text: `delete from import_line l using import_bad b where b.line = l.line`,
}

const readBad: Statement = {
  text: `select line, column_name as "column", reason, value, count(*) over ()::int as total
    from import_bad order by line, column_name limit $1`,
}

/** What new products have whose rows do not say it; empty for nothing. */
export type NewProductDefaults = { brandName: string; categoryName: string }
const fillIn: Statement = {
  text: `update import_line set brand_name = coalesce(brand_name, nullif($1::text, '')),
      category_name = coalesce(category_name, nullif($2::text, ''))
    where product_id is null`,
}

/**
 * Brands whose names differ only in capitals are one, written as the shop has it, else as the file has it first. Where
 * the shop has two of them already, each stays what it is.
 */
const spellBrandsAlike: Statement = {
  text: `with known as materialized (
      select k.name, ${foldedName('k.name')} as key from (select ${asRead('name')} as name from brands where tenant_id = $1) k
    ), given as (
      select brand_name as name, ${foldedName('brand_name')} as key, min(line) as line
      from import_line where brand_name is not null group by brand_name
    ), spelled as (
      select g.name, coalesce(
        (select k.name from known k where k.key = g.key order by k.name <> g.name, k.name limit 1),
        first_value(g.name) over (partition by g.key order by g.line)) as wanted
      from given g)
    update import_line l set brand_name = s.wanted from spelled s where l.brand_name = s.name and s.wanted <> s.name`,
}

/**
 * With many rows: memory for the sorts and hashes, and no nested loops. What is known of tables filled in this
 * transaction is a guess at best, and a loop chosen on a wrong one would take hours; without loops a small price
 * is paid.
 */
const forManyRows: Statement[] = [
  { text: `set local work_mem = '64MB'` },
  { text: 'set local enable_nestloop = off' },
]
const manyRows = 5000

/** What lines are joined and grouped by: to look at all their columns takes as long as to compare them. */
const plannedBy = 'line, product_id, variant_id, item_code, color_code, size, lot_code, barcode'

// One import of a shop at a time. Only a courtesy: two at once would end in a conflict, not in wrong data.
const waitForOthers: Statement = {
  text: `select pg_advisory_xact_lock(hashtext('toptan.import'), hashtext($1::uuid::text))`,
}

/** How many problems of rows are told one by one; `defaults` of new products; `onBytes` hears how far loading is. */
type StageOptions = {
  keep: number
  defaults?: NewProductDefaults
  onBytes?: (done: number, total: number) => void
}

/**
 * Loads the spooled rows into temporary tables and checks them against each other and the shop. Afterwards
 * `import_line` holds the good rows, one for each variant. Resolves with the first bad ones and the number of all.
 */
export async function stageRows(
  tx: BulkTx,
  spool: Pick<Spool, 'file' | 'rows'>,
  columns: Columns,
  { keep, defaults, onBytes = () => {} }: StageOptions,
): Promise<{ bad: BadRow[]; badCount: number }> {
  await tx.query(waitForOthers)
  if (spool.rows > manyRows) for (const setting of forManyRows) await tx.temporary(setting)
  await tx.temporary(createRows)
  const { size } = await stat(spool.file)
  await pipeline(
    createReadStream(spool.file),
    counting((done) => onBytes(done, size)),
    tx.copyFrom(copyRows),
  )
  await tx.temporary({ text: 'analyze import_row (item_code, color_code, size, lot_code, barcode)' })
  await tx.query(createLines(columns.identity))
  await tx.temporary({ text: `analyze import_line (${plannedBy})` })
  if (defaults && columns.identity === 'codes') {
    await tx.temporary(fillIn, defaults.brandName, defaults.categoryName)
  }
  await tx.query(spellBrandsAlike)
  await tx.temporary(createBad)
  for (const check of checks(columns.identity)) {
    if (check === claims) await tx.query(check)
    else if (check === conflicting)
      await tx.temporary(
        check,
        columns.attributes.map(({ name }) => name),
      )
    else await tx.temporary(check)
    await tx.temporary(dropBad)
  }
  const rows = await tx.temporary<BadRow & { total: number }>(readBad, keep)
  return {
    bad: rows.map(({ line, column, reason, value }) => ({ line, column, reason, value })),
    badCount: rows[0]?.total ?? 0,
  }
}

/** Passes everything on and says how many bytes have come by. */
function counting(onBytes: (done: number) => void): Transform {
  let done = 0
  return new Transform({
    transform: (part: Buffer, _encoding, next) => {
      done += part.length
      onBytes(done)
      next(null, part)
    },
  })
}
