import type { Actor } from '#server/changes/record.ts'
import type { Database } from '#server/db/tenant.ts'
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
