import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'

/** How long form, sheet and ERP changes can be undone. Imports: `undoWindowDays`. */
export const undoWindowMs = 90 * 24 * 60 * 60_000
export const undoableSources = `('form', 'sheet', 'erp', 'undo')`

const dropRows = prepared(`
  delete from catalogue_changes c using change_sets s
  where s.tenant_id = $1 and s.source in ${undoableSources} and s.created_at <= $2 and c.tenant_id = $1 and c.set_id = s.id`)
const dropSets = prepared(`
  delete from change_sets where tenant_id = $1 and source in ${undoableSources} and created_at <= $2`)

/** Deletes change sets too old to undo; the change log stays. */
export async function dropOldSets(database: Database, tenantId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - undoWindowMs)
  await database.inTenant(tenantId, 'write', async (tx) => {
    await tx.query(dropRows, before)
    await tx.query(dropSets, before)
  })
}
