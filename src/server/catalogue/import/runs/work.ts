import type { Actor } from '#server/changes/record.ts'
import type { Database } from '#server/db/tenant.ts'
import type { ImportPhase } from '#shared/imports.ts'
import type { Step } from './runState.ts'

/** One step of a run, begun by {@link beginStep}. */
export type Job = { tenantId: string; runId: string; attempt: number; step: Step; actor: Actor }

/** What works on a run has beside the job. */
export type Work = Job & {
  database: Database
  /** Where the run's file and its spooled rows lie. */
  folder: string
  signal: AbortSignal
  progress: (phase: ImportPhase, done: number, total: number) => void
}

/** Somebody else has the run now, or has dropped it. */
export class Superseded extends Error {
  override name = 'Superseded'
}
