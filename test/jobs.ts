import type { Database } from '#server/db/tenant.ts'
import type { JobHandler, JobKind } from '#server/jobs/jobs.ts'
import { type Jobs, openJobs } from '#server/jobs/runner.ts'

type Options = {
  said?: string[]
  now?: () => Date
  lookEveryMs?: number
  holdMs?: number
}

/** A job runner like another process's. */
export function testJobs(
  database: Database,
  handlers: Partial<Record<JobKind, JobHandler>>,
  { said = [], lookEveryMs = 20, ...options }: Options = {},
): Jobs {
  const table = Object.fromEntries(
    Object.entries(handlers).map(([kind, run]) => [kind, { run, maxAtOnce: 10 }]),
  )
  return openJobs(database, table, { lookEveryMs, say: (line) => void said.push(line), ...options })
}

export async function makeDue(database: Database, tenantId: string, kind: JobKind): Promise<void> {
  await database.inTenant(tenantId, 'write', (tx) =>
    tx.query(
      {
        text: `insert into jobs (tenant_id, kind, due_at) values ($1, $2, '-infinity')
          on conflict (tenant_id, kind) do update set due_at = '-infinity', requests = jobs.requests + 1`,
      },
      kind,
    ),
  )
}
