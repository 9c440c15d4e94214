import type { Database } from '#server/db/tenant.ts'

/** True for a database without tenants, or with unfinished demo data. */
export async function needsDemo(database: Database): Promise<boolean> {
  const [found] = await database.global<{ tenants: number; begun: number }>(
    'select count(*)::int as tenants, count(*) filter (where is_being_filled)::int as begun from tenants',
  )
  return found === undefined || found.tenants === 0 || found.begun > 0
}
