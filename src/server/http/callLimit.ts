import { createHash } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'

const windowMs = 60_000

// Old counts of others go with it.
const count = prepared(`
  with old as (
    delete from call_counts where tenant_id = $1 and key in (
      select key from call_counts where tenant_id = $1 and key <> $2 and window_ends_at <= $3
      limit 20 for update skip locked))
  insert into call_counts as c (tenant_id, key, calls, window_ends_at) values ($1, $2, 1, $4)
  on conflict (tenant_id, key) do update set
    calls = case when c.window_ends_at <= $3 then 1 else c.calls + 1 end,
    window_ends_at = case when c.window_ends_at <= $3 then excluded.window_ends_at else c.window_ends_at end
  returning calls`)

type Caller = { tenantId: string; path: string; address: string }

/**
 * Counts a call of an address, over all servers.
 * @throws Refusal `request.tooMany`
 */
export async function limitCalls(
  database: Database,
  { tenantId, path, address }: Caller,
  perMinute: number,
): Promise<void> {
  const key = createHash('sha256').update(`${path} ${address}`).digest()
  const now = new Date()
  const [counted] = await database.inTenant(tenantId, 'write', (tx) =>
    tx.last<{ calls: number }>(count, key, now, new Date(now.getTime() + windowMs)),
  )
  if ((counted?.calls ?? 0) > perMinute) throw new Refusal('request.tooMany')
}
