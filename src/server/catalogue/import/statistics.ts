import type { Statement } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'

const estimate: Statement = { text: 'explain (format json) select from variants where tenant_id = $1' }
type Estimate = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }
const refresh: Statement = { text: 'select refresh_catalogue_statistics() where $1::uuid is not null' }

/** Fewer sizes and lots than these are gone through in no time, whatever the plan. */
const many = 5000
/** By how much the planner may be wrong. */
const wrong = 3

/**
 * Has the planner look at the catalogue after an import has added many sizes and lots to a shop that it knows little
 * of: taken for empty, the shop is planned to be gone through once for each row of whatever is looked up. The database
 * would look by itself, but only once a tenth of all shops together has changed.
 */
export async function refreshStatistics(database: Database, tenantId: string, added: number): Promise<void> {
  if (added < many) return
  try {
    await database.inTenant(tenantId, 'write', async (tx) => {
      const [row] = await tx.query<Estimate>(estimate)
      const rows = row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
      if (rows * wrong < added) await tx.query(refresh)
    })
  } catch {
    // It is a matter of speed alone, and the import is done.
  }
}
