import type { Actor } from '#server/changes/record.ts'
import { unprepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { ImportPhase } from '#shared/imports.ts'
import type { Step } from './runState.ts'

/** A step started by {@link beginStep}. */
export type Job = { tenantId: string; runId: string; attempt: number; step: Step; actor: Actor }

export type Work = Job & {
  database: Database
  /** Has the file and its spooled rows. */
  folder: string
  signal: AbortSignal
  progress: (phase: ImportPhase, done: number, total: number) => void
}

/** Another worker has the run, or it was discarded. */
export class Superseded extends Error {
  override name = 'Superseded'
}

const lockRun = unprepared(`select id from change_sets
  where tenant_id = $1 and id = $2 and attempt = $3 and state = $4 for no key update`)

/**
 * Locks the run right before committing.
 * @throws Superseded if another worker took it over or it was stopped.
 */
export async function assertNotSuperseded(tx: Tx, { runId, attempt, step }: Job): Promise<void> {
  if ((await tx.query(lockRun, runId, attempt, step)).length === 0) throw new Superseded()
}
