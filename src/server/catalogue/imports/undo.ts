import { recordChange } from '#server/changes/record.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { deletedPhotoLifetimeMs } from '#server/images/arrangeImages.ts'
import type { UndoCounts } from '#shared/imports.ts'
import { onceMore } from '../import/conflicts.ts'
import { moveVersion } from '../import/merge.ts'
import { pricesUndone } from '../import/recorded.ts'
import { patiently } from './check.ts'
import { forgetPhotoNames } from './photoNames.ts'
import { stillOurs } from './stillOurs.ts'
import * as names from './undoNames.ts'
import * as products from './undoProducts.ts'
import { othersWith } from './undoReferences.ts'
import * as variants from './undoVariants.ts'
import type { Work } from './work.ts'

const readRun: Statement = {
  text: `select file_name as "fileName", applied_at as "appliedAt" from import_runs where tenant_id = $1 and id = $2`,
}
const countUndone: Statement = {
  text: `select
      count(*) filter (where state = 'changed' and note in ('', 'stockMoved'))::int as restored,
      count(*) filter (where note = 'removed')::int as removed,
      count(*) filter (where note = 'deactivated')::int as deactivated,
      count(*) filter (where note = 'kept')::int as kept
    from import_changes where tenant_id = $1 and run_id = $2 and entity <> 'row' and state in ('new', 'changed')`,
}
const finish: Statement = {
  text: `update import_runs set state = 'undone', undone_at = $3, undone_by_name = $4, undo_counts = $5, phase = ''
    where tenant_id = $1 and id = $2`,
}

/**
 * Undoes an applied run in one transaction: every field that it changed is as it was before, where it still stands as
 * the run left it; otherwise it is kept, and noted with what stands there. Of stock, what orders have taken since stays
 * taken. What the run added goes, or is switched off where an order or anything else holds on to it.
 */
export async function undoRun(work: Work): Promise<void> {
  const { database, tenantId } = work
  await onceMore(() => database.bulkInTenant(tenantId, (tx) => transact(tx, work)))
}

async function transact(tx: BulkTx, work: Work): Promise<void> {
  const { runId, actor, progress } = work
  const [run] = await tx.query<{ fileName: string; appliedAt: Date }>(readRun, runId)
  if (!run) throw new Error('The run is gone')
  const at = new Date()
  await patiently(tx)
  await tx.query(waitForOthers)
  const held = {
    brands: await othersWith(tx, 'brands', []),
    categories: await othersWith(tx, 'categories', ['categories']),
    products: await othersWith(tx, 'products', ['variants', 'product_images']),
    variants: await othersWith(tx, 'variants', ['prices']),
  }
  const steps: [Statement, ...unknown[]][] = [
    [products.lock, runId],
    [variants.lock, runId],
    [variants.compare, runId, run.appliedAt],
    [variants.compareNew(held.variants), runId, run.appliedAt],
    [variants.keepTakenBarcodes],
    pricesUndone(actor, at),
    [variants.deletePrices],
    [variants.putPrices],
    [variants.deleteNewPrices],
    [variants.deleteNew],
    [variants.deactivateNew, at],
    [variants.freeBarcodes],
    [variants.restore, at],
    [products.compare, runId, at.getTime() - run.appliedAt.getTime() < deletedPhotoLifetimeMs],
    [products.deletePhotos],
    [products.putPhotos],
    [products.restore, at],
    [products.compareNew(held.products), runId],
    [products.deleteNewPhotos],
    [products.deleteNew],
    [products.deactivateNew, at],
    [products.touch, at],
    [forgetPhotoNames, runId],
    [variants.note, runId],
    [variants.noteNew, runId],
    [products.note, runId],
    [products.noteNew, runId],
    [names.findCategories(held.categories), runId],
    [names.deleteCategories],
    [names.findBrands(held.brands), runId],
    [names.deleteBrands],
    [names.note, runId],
  ]
  for (const [index, [statement, ...values]] of steps.entries()) {
    await tx.query(statement, ...values)
    progress('undoing', index + 1, steps.length)
  }
  const [counts] = await tx.query<UndoCounts>(countUndone, runId)
  await recordChange(tx, actor, at, {
    subject: 'catalogue',
    subjectName: run.fileName,
    action: 'importUndone',
    after: { ...counts },
  })
  await stillOurs(tx, work)
  await tx.query(finish, runId, at, actor.name, counts)
  await tx.query(moveVersion)
}

/** As imports do among themselves. */
const waitForOthers: Statement = {
  text: `select pg_advisory_xact_lock(hashtext('toptan.import'), hashtext($1::uuid::text))`,
}
