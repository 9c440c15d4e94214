import { errorCode } from '#server/db/error-code.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'
import type { ImportState } from '#shared/imports.ts'

/** What can be done to a run, and the state it is in meanwhile. */
export type Step = 'checking' | 'applying' | 'undoing'
const working: readonly ImportState[] = ['checking', 'applying', 'undoing']

/** Without a heartbeat for this long, in milliseconds, whoever worked on a run is gone. */
export const deadAfter = 15_000

/** How long an import can be undone: then its details go. In days. */
export const undoableDays = 365

/** When a heartbeat was too long ago, for a statement. */
export const deadline = (now: Date) => new Date(now.getTime() - deadAfter)

/** A run's state as it is: work whose heartbeat has stopped has failed, an undoing leaves it applied. */
export const actualState = (deadlineValue: string) => `case
  when r.state in ('checking', 'applying', 'undoing') and r.heartbeat_at < ${deadlineValue}::timestamptz
  then case r.state when 'undoing' then 'applied' else 'failed' end else r.state end`

/** What it failed in: that it stopped, where nobody was left to say so. */
export const actualProblem = (deadlineValue: string) => `case
  when r.state in ('checking', 'applying', 'undoing') and r.heartbeat_at < ${deadlineValue}::timestamptz
  then jsonb_build_object('step', r.state, 'code', 'stopped', 'value', '') else r.problem end`

const buryDead = prepared(`
  update import_runs r set state = ${actualState('$2')}, problem = ${actualProblem('$2')}, attempt = r.attempt + 1
  where r.tenant_id = $1 and r.state in ('checking', 'applying', 'undoing') and r.heartbeat_at < $2`)

const lockRun = prepared(`
  select state, problem->>'step' as failed, checked_at is not null as "isChecked", bad_count as "badCount",
    file_name as "fileName", options, applied_at as "appliedAt", source, counts
  from import_runs where tenant_id = $1 and id = $2 for no key update`)

export type LockedRun = {
  state: ImportState
  /** The step that failed last. */
  failed: Step | null
  isChecked: boolean
  badCount: number
  fileName: string
  options: Record<string, unknown>
  appliedAt: Date | null
  source: 'panel' | 'command'
  counts: Record<string, unknown>
}

/** Locks a run, or says that there is none. Work that has died is first put to rest. */
export async function lockImport(tx: Tx, id: string, now: Date): Promise<LockedRun> {
  await tx.query(buryDead, deadline(now))
  const [run] = await tx.query<LockedRun>(lockRun, id)
  if (!run) throw new Refusal('notFound')
  return run
}

/** What may be done to a run, by its state and the step that failed last. */
export const importCan: Record<
  'check' | 'apply' | 'undo' | 'discard',
  (run: Pick<LockedRun, 'state' | 'failed'>) => boolean
> = {
  check: ({ state }) => ['uploaded', 'checked', 'failed'].includes(state),
  apply: ({ state, failed }) => state === 'checked' || (state === 'failed' && failed === 'applying'),
  undo: ({ state }) => state === 'applied',
  discard: ({ state }) => ['uploaded', 'checked', 'failed', 'checking', 'applying'].includes(state),
}

const takeUp = prepared(`
  update import_runs set state = $3, attempt = attempt + 1, heartbeat_at = $4, phase = $5, done = 0, total = 0,
    problem = null
  where tenant_id = $1 and id = $2 returning attempt`)

/** Takes a run up to work on it. Refuses with `import.running` while another of the tenant is worked on. */
export async function beginStep(tx: Tx, id: string, step: Step, now: Date): Promise<number> {
  const phase = { checking: 'reading', applying: 'staging', undoing: 'undoing' }[step]
  try {
    const [taken] = await tx.query<{ attempt: number }>(takeUp, id, step, now, phase)
    if (!taken) throw new Refusal('notFound')
    return taken.attempt
  } catch (error) {
    if (errorCode(error) === '23505') throw new Refusal('import.running')
    throw error
  }
}

/** True while something works on a run in this state. */
export const isWorking = (state: ImportState) => working.includes(state)
