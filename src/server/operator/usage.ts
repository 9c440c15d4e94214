import type { Database } from '#server/db/tenant.ts'
import { requestJobs } from '#server/jobs/jobs.ts'

/* How much wholesalers are used: counted in memory, written once a minute with one statement. */

const writeEveryMs = 60_000
const keptHours = 7 * 24

type Counts = { calls: number; orders: number }

let counts = new Map<string, Counts>()

function countsOf(tenantId: string): Counts {
  let found = counts.get(tenantId)
  if (!found) {
    found = { calls: 0, orders: 0 }
    counts.set(tenantId, found)
  }
  return found
}

export function noteCall(tenantId: string): void {
  countsOf(tenantId).calls += 1
}

export function noteTenantOrder(tenantId: string): void {
  countsOf(tenantId).orders += 1
}

const write = `
  with given as (select * from unnest($1::uuid[], $2::int[], $3::int[]) g (tenant_id, calls, orders)
                 where exists (select from tenants t where t.id = g.tenant_id)),
    old as (delete from tenant_usage where hour < date_trunc('hour', now()) - interval '${keptHours} hours'),
    ordered as (
      insert into tenant_figures as f (tenant_id, last_order_at) select tenant_id, now() from given where orders > 0
      on conflict (tenant_id) do update set last_order_at = excluded.last_order_at)
  insert into tenant_usage as u (tenant_id, hour, calls, orders)
  select tenant_id, date_trunc('hour', now()), calls, orders from given order by tenant_id
  on conflict (tenant_id, hour) do update set calls = u.calls + excluded.calls, orders = u.orders + excluded.orders`

/** Writes what was counted since the last time. Nothing, if nothing was. */
export async function writeUsage({ global }: Pick<Database, 'global'>): Promise<void> {
  if (counts.size === 0) return
  const taken = counts
  counts = new Map()
  const all = [...taken]
  try {
    await global(write, [
      all.map(([tenantId]) => tenantId),
      all.map(([, { calls }]) => calls),
      all.map(([, { orders }]) => orders),
    ])
  } catch {
    for (const [tenantId, { calls, orders }] of all) {
      const again = countsOf(tenantId)
      again.calls += calls
      again.orders += orders
    }
  }
}

export type UsageWriter = { stop(): Promise<void> }

/** Also has the size of each used tenant counted once a day. */
export function startWritingUsage(database: Database): UsageWriter {
  let day = ''
  let asked = new Set<string>()
  const writeAll = async () => {
    const today = new Date().toISOString().slice(0, 10)
    if (day !== today) asked = new Set()
    day = today
    for (const tenantId of counts.keys()) {
      if (asked.has(tenantId)) continue
      asked.add(tenantId)
      // Any time within the hour, so that they do not come together.
      const dueAt = new Date(Date.now() + Math.random() * 60 * 60_000)
      await database
        .inTenant(tenantId, 'write', (tx) => requestJobs(tx, undefined, ['figures'], dueAt))
        .catch(() => asked.delete(tenantId))
    }
    await writeUsage(database)
  }
  const timer = setInterval(() => void writeAll(), writeEveryMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await writeUsage(database)
    },
  }
}
