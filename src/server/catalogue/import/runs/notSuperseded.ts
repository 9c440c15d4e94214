import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Job, Superseded } from './work.ts'

const lockRun = unprepared(`select id from change_sets
  where tenant_id = $1 and id = $2 and attempt = $3 and state = $4 for no key update`)

/**
 * Locks the run right before committing.
 * @throws Superseded if another worker took it over or it was stopped.
 */
export async function assertNotSuperseded(tx: Tx, { runId, attempt, step }: Job): Promise<void> {
  if ((await tx.query(lockRun, runId, attempt, step)).length === 0) throw new Superseded()
}
