import type { Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Job, Superseded } from './work.ts'

const lockOurs: Statement = {
  text: `select id from change_sets
    where tenant_id = $1 and id = $2 and attempt = $3 and state = $4 for no key update`,
}

/**
 * Makes sure, just before a transaction commits, that the run is still ours: whoever has been taken for dead, or was
 * stopped, takes everything back by failing here.
 */
export async function stillOurs(tx: Tx, { runId, attempt, step }: Job): Promise<void> {
  if ((await tx.query(lockOurs, runId, attempt, step)).length === 0) throw new Superseded()
}
