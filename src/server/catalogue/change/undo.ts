import { type Actor, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx, Tx } from '#server/db/tenant.ts'
import { deletedPhotoLifetimeMs } from '#server/images/arrangeImages.ts'
import type { UndoCounts } from '#shared/changes/changeSets.ts'
import { undonePriceLogStep } from '../import/importLog.ts'
import * as texts from '../texts/undoTexts.ts'
import { noteProductsOfSet, writeSetTexts } from '../texts/writeTexts.ts'
import type { EntityChange } from './changeSet.ts'
import { openSet } from './changeSet.ts'
import { recordChangeSet } from './record.ts'
import * as products from './undoProducts.ts'
import * as variants from './undoVariants.ts'
import { raiseVersionBySet } from './version.ts'
import { writeChanges } from './write.ts'

const countUndone = unprepared(`select
    count(*) filter (where state in ('changed', 'removed') and note in ('', 'stockMoved'))::int as restored,
    count(*) filter (where note = 'removed')::int as removed,
    count(*) filter (where note = 'deactivated')::int as deactivated,
    count(*) filter (where note = 'kept')::int as kept
  from catalogue_changes
  where tenant_id = $1 and set_id = $2 and entity <> 'row' and state in ('new', 'changed', 'removed')`)
const finish =
  unprepared(`update change_sets set state = 'undone', undone_at = $3, undone_by_name = $4, undo_counts = $5, phase = ''
  where tenant_id = $1 and id = $2`)
/** Larger undos are logged as one line. */
const maxRecorded = 5000
const readRows =
  unprepared(`select entity, id, product_id as "productId", state, item_code as "itemCode", color_code as "colorCode", size,
    is_lot as "isLot", name, coalesce(before, '{}') as before, coalesce(after, '{}') as after
  from catalogue_changes where tenant_id = $1 and set_id = $2 and entity in ('product', 'variant') limit $3`)
const readNames = unprepared(
  `select id, item_description as name from products where tenant_id = $1 and id = any ($2::uuid[])`,
)

export type UndoOptions = {
  setId: string
  name: string
  isImport: boolean
  appliedAt: Date
  actor: Actor
  onStep?: (done: number, total: number) => void
  /** Throws if the caller may no longer commit. */
  beforeCommit?: () => Promise<void>
}

/**
 * Undoes a change set, as a new change set. Fields go back unless somebody changed them since; those are noted. Stock
 * that orders took stays taken. Added rows are deleted, or deactivated if referenced; removed rows come back.
 */
export async function undoSet(tx: BulkTx, options: UndoOptions): Promise<UndoCounts> {
  const { setId, appliedAt, actor, onStep = () => {} } = options
  const at = new Date()
  const undoId = newId()
  await tx.query(waitForImports)
  const held = {
    brands: await referencedCondition(tx, 'brands', []),
    categories: await referencedCondition(tx, 'categories', ['categories']),
    products: await referencedCondition(tx, 'products', ['variants', 'product_images', 'listed_prices']),
    variants: await referencedCondition(tx, 'variants', ['prices']),
  }
  await openSet(tx, { id: undoId, source: 'undo', name: options.name, actor, at })
  const compare: [Statement, ...unknown[]][] = [
    [products.lock, setId],
    [variants.lock, setId],
    [variants.compare, setId, appliedAt],
    [variants.compareNew(held.variants), setId, appliedAt],
    ...variants.keepTakenCodes.map((statement): [Statement] => [statement]),
    [variants.compareRemoved, setId],
    [products.compare, setId, at.getTime() - appliedAt.getTime() < deletedPhotoLifetimeMs],
    [products.compareNew(held.products), setId],
    [variants.add, setId, undoId, at],
    [products.add, setId, undoId, at],
    [texts.compare, setId],
    [texts.add, undoId, at],
    ...(options.isImport ? [undonePriceLogStep(actor, at)] : []),
  ]
  const note: [Statement, ...unknown[]][] = [
    [variants.note, setId],
    [variants.noteNew, setId],
    [variants.noteRemoved, setId],
    [products.note, setId],
    [products.noteNew, setId],
    [texts.note, setId],
    [findCategories(held.categories), setId],
    [deleteCategories],
    [findBrands(held.brands), setId],
    [deleteBrands],
    [noteNames, setId],
  ]
  let done = 0
  const step = () => onStep((done += 1), compare.length + note.length + 1)
  const run = async (steps: [Statement, ...unknown[]][]) => {
    for (const [statement, ...values] of steps) {
      await tx.query(statement, ...values)
      step()
    }
  }
  await run(compare)
  await writeChanges(tx, undoId, { at })
  await writeSetTexts(tx, undoId, at)
  await noteProductsOfSet(tx, undoId)
  step()
  await run(note)
  const [counts = { restored: 0, removed: 0, deactivated: 0, kept: 0 }] = await tx.query<UndoCounts>(
    countUndone,
    setId,
  )
  await recordUndo(tx, options, undoId, at, counts)
  await options.beforeCommit?.()
  await tx.query(finish, setId, at, actor.name, counts)
  await raiseVersionBySet(tx, undoId)
  return counts
}

/** Imports are logged as one line, anything else per product. */
async function recordUndo(
  tx: BulkTx,
  { name, isImport, actor }: UndoOptions,
  undoId: string,
  at: Date,
  counts: UndoCounts,
) {
  const rows = isImport ? [] : await tx.query<EntityChange>(readRows, undoId, maxRecorded + 1)
  if (isImport || rows.length > maxRecorded) {
    const summary = {
      subject: 'catalogue',
      subjectName: name,
      action: 'importUndone',
      after: { ...counts },
    } as const
    return recordChange(tx, actor, at, summary)
  }
  const ids = [...new Set(rows.map(({ productId }) => productId))]
  const called = await tx.query<{ id: string; name: string }>(readNames, ids)
  const byId = new Map(called.map((one) => [one.id, one.name]))
  return recordChangeSet(tx, { actor, at, setId: undoId }, rows, byId)
}

/** The lock that imports take. */
const waitForImports = unprepared(
  `select pg_advisory_xact_lock(hashtext('toptan.import'), hashtext($1::uuid::text))`,
)

// By their names in the schema: in work on shards they stand for those.
const foreignKeys = unprepared(`select quote_ident(t.relname) as table, quote_ident(a.attname) as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and c.confrelid = to_regclass('public.' || $2) and $1::uuid is not null`)

/**
 * SQL: whether another table references row `x`. Reads the foreign keys from the database: a table missing here would
 * make the whole undo fail.
 */
async function referencedCondition(tx: Tx, table: string, own: string[]): Promise<string> {
  const keys = await tx.query<{ table: string; column: string }>(foreignKeys, table)
  const others = keys.filter((key) => !own.includes(key.table))
  const found = others.map(
    (key) => `exists (select from ${key.table} f where f.tenant_id = $1 and f.${key.column} = x.id)`,
  )
  return found.length > 0 ? `(${found.join(' or ')})` : 'false'
}

/* Deletes added brands and categories unless referenced or renamed. */

const added = (entity: 'brand' | 'category') => `
  select c.id, c.name from catalogue_changes c
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = '${entity}' and c.state = 'new'`

/** Only if the set also added everything below the category. */
const findCategories = (held: string): Statement =>
  unprepared(`create temp table undo_category on commit drop as
  with own as (
    select x.id, x.path from categories x join (${added('category')}) a on a.id = x.id and a.name = x.full_name
    where x.tenant_id = $1 and not ${held})
  select o.id from own o
  where not exists (
    select from categories below where below.tenant_id = $1 and below.path @> array[o.id]
      and below.id not in (select id from own))`)
const deleteCategories = unprepared(
  `delete from categories c using undo_category u where c.tenant_id = $1 and c.id = u.id`,
)
const findBrands = (held: string): Statement =>
  unprepared(`create temp table undo_brand on commit drop as
  select x.id from brands x join (${added('brand')}) a on a.id = x.id and a.name = x.name
  where x.tenant_id = $1 and not ${held}`)
const deleteBrands = unprepared(
  `delete from brands b using undo_brand u where b.tenant_id = $1 and b.id = u.id`,
)
/** Already deleted rows get no note. */
const noteNames = unprepared(`update catalogue_changes c set note = case
    when c.id in (select id from undo_brand union all select id from undo_category) then 'removed' else 'kept' end
  where c.tenant_id = $1 and c.set_id = $2 and c.entity in ('brand', 'category') and c.state = 'new'
    and (c.id in (select id from undo_brand union all select id from undo_category)
      or exists (select from brands b where b.tenant_id = $1 and b.id = c.id)
      or exists (select from categories g where g.tenant_id = $1 and g.id = c.id))`)
