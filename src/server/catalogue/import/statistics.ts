import { unprepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'

const estimate = unprepared('explain (format json) select from variants where tenant_id = $1')
type Estimate = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }
const refresh = unprepared('select refresh_catalogue_statistics() where $1::uuid is not null')

/** Below this any plan is fast. */
const minAdded = 5000
const maxEstimateError = 3

/**
 * Refreshes planner statistics after a large first import: planned as empty, the tenant would be scanned once per
 * looked-up row. Autovacuum waits until a tenth of all tenants' rows has changed.
 */
export async function refreshStatistics(database: Database, tenantId: string, added: number): Promise<void> {
  if (added < minAdded) return
  try {
    await database.inTenant(tenantId, 'write', async (tx) => {
      const [row] = await tx.query<Estimate>(estimate)
      const rows = row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
      if (rows * maxEstimateError < added) await tx.query(refresh)
    })
  } catch {
    // Only speed is at stake.
  }
}
