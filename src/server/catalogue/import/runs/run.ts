import type { Actor } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { prepared, unprepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import { Refusal } from '#shared/errors.ts'
import type { ImportDefaults, ImportPhase, ImportRun, ImportState } from '#shared/imports/imports.ts'
import type { ImportEncoding } from '#shared/imports/importTerms.ts'
import type { Mapping, Shop } from '../file/columns.ts'
import type { Preview } from '../file/reading.ts'

export type Step = 'checking' | 'applying' | 'undoing'
const workingStates: readonly ImportState[] = ['checking', 'applying', 'undoing']
export const isWorking = (state: ImportState) => workingStates.includes(state)

/** Then the details are deleted. */
export const undoWindowDays = 365

type RunNow = Pick<ImportRun, 'state' | 'source'> & {
  /** The last step that failed. */
  failed?: Step | null | undefined
  appliedAt?: Date | string | null | undefined
}

/** What may be done with a run. */
export function runCan({ state, source, failed, appliedAt }: RunNow, now: Date): ImportRun['can'] {
  const isOld = now.getTime() - new Date(appliedAt ?? now).getTime() > undoWindowDays * 24 * 60 * 60 * 1000
  return {
    check: source === 'panel' && ['uploaded', 'checked', 'failed'].includes(state),
    apply: state === 'checked' || (state === 'failed' && failed === 'applying'),
    undo: state === 'applied' && !isOld,
    discard: ['uploaded', 'checked', 'failed', 'checking', 'applying'].includes(state),
  }
}

const lock = prepared(`
  select state, source, problem->>'step' as failed, applied_at as "appliedAt", bad_count as "badCount"
  from change_sets where tenant_id = $1 and id = $2 for no key update`)

/**
 * Locks a run to do something with it.
 * @throws Refusal `notFound`, `import.wrongState`
 */
export async function lockRun(
  { tx, now }: { tx: Tx; now: Date },
  id: string,
  action: keyof ImportRun['can'],
): Promise<{ badCount: number }> {
  const run = await oneOf(tx.query<RunNow & { badCount: number }>(lock, id))
  if (!runCan(run, now)[action]) throw new Refusal('import.wrongState')
  return run
}

const startStep = prepared(`
  update change_sets set state = $3, attempt = attempt + 1, step_actor = $4, phase = $5, done = 0, total = 0,
    problem = null
  where tenant_id = $1 and id = $2 returning attempt`)

/**
 * Starts a step, for the import job to work on.
 * @throws Refusal `import.running` if the tenant has another under way.
 */
export async function beginStep(tx: Tx, id: string, step: Step, actor: Actor): Promise<void> {
  const phase = { checking: 'reading', applying: 'staging', undoing: 'undoing' }[step]
  try {
    const started = await tx.query(startStep, id, step, JSON.stringify(actor), phase)
    if (started.length === 0) throw new Refusal('notFound')
  } catch (error) {
    if (errorCode(error) === '23505') throw new Refusal('import.running')
    throw error
  }
}

/** How the file is read, as chosen for the check. */
export type RunOptions = { mapping: Mapping; defaults: ImportDefaults; shop: Shop; encoding: ImportEncoding }

export type RunFile = {
  fileName: string
  preview: Preview
  options: RunOptions
  rows: number
}

const readFile = prepared(`
  select file_name as "fileName", preview, options, row_count as rows
  from change_sets where tenant_id = $1 and id = $2`)

export async function readRunFile(tx: Tx, runId: string): Promise<RunFile> {
  const [run] = await tx.query<RunFile>(readFile, runId)
  if (!run) throw new Error('The run is gone')
  return run
}

/** A step started by {@link beginStep}. */
export type Job = { tenantId: string; runId: string; attempt: number; step: Step; actor: Actor }

export type Work = Job & {
  database: Database
  objects: ObjectStore
  /** For copies of the run's files; deleted afterwards. */
  folder: string
  signal: AbortSignal
  progress: (phase: ImportPhase, done: number, total: number) => void
}

/** Another worker has the run, or it was discarded. */
export class Superseded extends Error {
  override name = 'Superseded'
}

const lockAttempt = unprepared(`select id from change_sets
  where tenant_id = $1 and id = $2 and attempt = $3 and state = $4 for no key update`)

/**
 * Locks the run right before committing.
 * @throws Superseded if another worker took it over or it was stopped.
 */
export async function assertNotSuperseded(tx: Tx, { runId, attempt, step }: Job): Promise<void> {
  if ((await tx.query(lockAttempt, runId, attempt, step)).length === 0) throw new Superseded()
}
