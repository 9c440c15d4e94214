import { errorCode } from '#server/db/error-code.ts'
import { prepared } from '#server/db/statement.ts'
import { cutText, storableText } from '#server/db/storable.ts'
import type { Database } from '#server/db/tenant.ts'
import { DatabaseAbsent, isConflict, isStorageFault } from '#server/db/trouble.ts'
import { noteStorageFault } from '#server/files/storageSpace.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import type { PhotoStore } from '#server/images/photoStore.ts'
import { type JobHandler, JobLost } from '#server/jobs/jobs.ts'
import { ImportProblem, messageOf } from '#server/tableFiles/report.ts'
import type { ImportPhase } from '#shared/imports/imports.ts'
import { applyRun } from './apply.ts'
import { checkRun } from './check.ts'
import { type Job, type Step, Superseded, type Work } from './run.ts'
import { undoRun } from './undo.ts'

type Context = { database: Database; photos: Pick<PhotoStore, 'objects'> }
/** `say` logs unexpected errors. */
type Options = { progressEveryMs?: number; say: (line: string) => void }

const steps: Record<Step, (work: Work) => Promise<void>> = {
  checking: checkRun,
  applying: applyRun,
  undoing: undoRun,
}

const findJob = prepared(`
  select id as "runId", attempt, state as step, step_actor as actor from change_sets
  where tenant_id = $1 and state in ('checking', 'applying', 'undoing')`)

const saveProgress = prepared(`
  update change_sets set phase = $4, done = $5, total = $6
  where tenant_id = $1 and id = $2 and attempt = $3 and state in ('checking', 'applying', 'undoing') returning id`)

const markFailed = prepared(`
  update change_sets set state = case when state = 'undoing' then 'applied' else 'failed' end,
    problem = $4::jsonb || ('{"step":"' || state || '"}')::jsonb
  where tenant_id = $1 and id = $2 and attempt = $3 and state in ('checking', 'applying', 'undoing')`)

/** Checks, applies or undoes a tenant's current import, and stores the outcome. */
export function importJob({ database, photos: { objects } }: Context, options: Options): JobHandler {
  const { progressEveryMs = 1000, say } = options

  const fail = async ({ tenantId, runId, attempt }: Job, error: unknown) => {
    const { code, value } = problemOf(error)
    if (code === 'unexpected') say(`Import ${runId}: ${(error as Error).stack ?? messageOf(error)}`)
    await database.inTenant(tenantId, 'write', (tx) =>
      tx.query(markFailed, runId, attempt, JSON.stringify({ code, value: value ?? null })),
    )
  }

  const work = async (job: Job, stopped: AbortSignal) => {
    const { tenantId, runId, attempt } = job
    const superseded = new AbortController()
    const signal = AbortSignal.any([stopped, superseded.signal])
    let latest: [phase: ImportPhase, done: number, total: number] | undefined
    const progress: Work['progress'] = (...now) => {
      signal.throwIfAborted()
      latest = now
    }
    const reportProgress = async () => {
      if (!latest) return
      const found = await database.inTenant(tenantId, 'write', (tx) =>
        tx.query(saveProgress, runId, attempt, ...(latest ?? [])),
      )
      if (found.length === 0) superseded.abort(new Superseded())
    }
    latest = [job.step === 'undoing' ? 'undoing' : job.step === 'applying' ? 'staging' : 'reading', 0, 0]
    // The next report makes up for a failed one.
    const timer = setInterval(() => void reportProgress().catch(() => {}), progressEveryMs)
    try {
      await using folder = await temporaryFolder()
      await steps[job.step]({ ...job, database, objects, folder: folder.path, signal, progress })
    } catch (error) {
      if (stopped.reason instanceof JobLost) throw stopped.reason
      const cause = stopped.aborted ? new ImportProblem('stopped') : error
      if (!(error instanceof Superseded)) await fail(job, cause)
    } finally {
      clearInterval(timer)
    }
  }

  return async ({ tenantId, signal, attempt }) => {
    const [found] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<Omit<Job, 'tenantId'>>(findJob),
    )
    if (!found) return undefined
    const job = { ...found, tenantId }
    // The process died. Nothing was committed; a person decides whether to retry.
    if (attempt > 1) await fail(job, new ImportProblem('stopped'))
    else await work(job, signal)
    return undefined
  }
}

function problemOf(error: unknown): { code: string; value: string } {
  if (error instanceof ImportProblem)
    return { code: error.code, value: cutText(storableText(error.value), 300) }
  if (error instanceof DatabaseAbsent) return { code: 'stopped', value: '' }
  if (isStorageFault(error)) {
    noteStorageFault(error)
    return { code: 'storageFull', value: '' }
  }
  // Or a lock or statement timeout.
  const isBusy = isConflict(error) || ['55P03', '57014'].includes(errorCode(error) ?? '')
  return { code: isBusy ? 'busy' : 'unexpected', value: '' }
}
