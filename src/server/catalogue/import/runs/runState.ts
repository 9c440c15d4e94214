import type { Actor } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import type { ImportState } from '#shared/imports.ts'

export type Step = 'checking' | 'applying' | 'undoing'
const workingStates: readonly ImportState[] = ['checking', 'applying', 'undoing']

/** Then the details are deleted. */
export const undoWindowDays = 365

const lockRun = prepared(`
  select state, problem->>'step' as failed, checked_at is not null as "isChecked", bad_count as "badCount",
    file_name as "fileName", options, applied_at as "appliedAt", source, counts
  from change_sets where tenant_id = $1 and id = $2 for no key update`)

export type LockedRun = {
  state: ImportState
  /** The last step that failed. */
  failed: Step | null
  isChecked: boolean
  badCount: number
  fileName: string
  options: Record<string, unknown>
  appliedAt: Date | null
  source: 'panel' | 'command' | 'erp'
  counts: Record<string, unknown>
}

/** @throws Refusal `notFound` */
export async function lockImport(tx: Tx, id: string): Promise<LockedRun> {
  return oneOf(tx.query<LockedRun>(lockRun, id))
}

export const importCan: Record<
  'check' | 'apply' | 'undo' | 'discard',
  (run: Pick<LockedRun, 'state' | 'failed'>) => boolean
> = {
  check: ({ state }) => ['uploaded', 'checked', 'failed'].includes(state),
  apply: ({ state, failed }) => state === 'checked' || (state === 'failed' && failed === 'applying'),
  undo: ({ state }) => state === 'applied',
  discard: ({ state }) => ['uploaded', 'checked', 'failed', 'checking', 'applying'].includes(state),
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

export const isWorking = (state: ImportState) => workingStates.includes(state)
