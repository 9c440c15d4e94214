import { type Actor, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { deletedPhotoLifetimeMs } from '#server/images/arrangeImages.ts'
import type { UndoCounts } from '#shared/changeSets.ts'
import { undonePriceLogStep } from '../import/importLog.ts'
import type { EntityChange } from './changeSet.ts'
import { openSet } from './changeSet.ts'
import { recordChangeSet } from './record.ts'
import * as names from './undoNames.ts'
import * as products from './undoProducts.ts'
import { referencedCondition } from './undoReferences.ts'
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
    [variants.keepTakenBarcodes],
    [variants.compareRemoved, setId],
    [products.compare, setId, at.getTime() - appliedAt.getTime() < deletedPhotoLifetimeMs],
    [products.compareNew(held.products), setId],
    [variants.add, setId, undoId, at],
    [products.add, setId, undoId, at],
    ...(options.isImport ? [undonePriceLogStep(actor, at)] : []),
  ]
  const note: [Statement, ...unknown[]][] = [
    [variants.note, setId],
    [variants.noteNew, setId],
    [variants.noteRemoved, setId],
    [products.note, setId],
    [products.noteNew, setId],
    [names.findCategories(held.categories), setId],
    [names.deleteCategories],
    [names.findBrands(held.brands), setId],
    [names.deleteBrands],
    [names.note, setId],
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
