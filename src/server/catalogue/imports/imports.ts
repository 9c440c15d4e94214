import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '#server/db/error-code.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { DatabaseAbsent, isStorageFault } from '#server/db/trouble.ts'
import { cutText, storableText } from '#server/storable.ts'
import { noteStorageFault } from '#server/storageSpace.ts'
import type { ImportPhase } from '#shared/imports.ts'
import { ImportProblem, messageOf } from '../import/report.ts'
import { applyRun } from './apply.ts'
import { checkRun } from './check.ts'
import { deadAfter, type Step } from './runState.ts'
import { undoRun } from './undo.ts'
import { type Job, Superseded, type Work } from './work.ts'

/** Imports of the catalogue that this process works on, and their files. */
export type CatalogueImports = {
  /** Makes the folder of a run, and clears away those of long ago. */
  openFolder(tenantId: string, runId: string): Promise<string>
  folderOf(tenantId: string, runId: string): string
  dropFolder(tenantId: string, runId: string): Promise<void>
  /** Works on a run from now on; what comes of it stands in its row. */
  begin(job: Job): void
  /** Gives up what is under way; nothing of it remains in the catalogue. */
  stop(): Promise<void>
}

/** `beatEvery` milliseconds; `say` hears of what nobody expected. */
type Options = { dataDir: string; beatEvery?: number; say: (line: string) => void }

const steps: Record<Step, (work: Work) => Promise<void>> = {
  checking: checkRun,
  applying: applyRun,
  undoing: undoRun,
}

/** How long the file of an import is kept that nobody has applied. */
const keepFiles = 7 * 24 * 60 * 60 * 1000

const beat = prepared(`
  update import_runs set heartbeat_at = $4, phase = $5, done = $6, total = $7
  where tenant_id = $1 and id = $2 and attempt = $3 and state in ('checking', 'applying', 'undoing') returning id`)

const giveUp = prepared(`
  update import_runs set state = case state when 'undoing' then 'applied' else 'failed' end,
    problem = jsonb_build_object('step', state, 'code', $4::text, 'value', $5::text)
  where tenant_id = $1 and id = $2 and attempt = $3 and state in ('checking', 'applying', 'undoing')`)

export function openImports(
  database: Database,
  { dataDir, beatEvery = 1000, say }: Options,
): CatalogueImports {
  const root = path.join(dataDir, 'imports')
  const running = new Map<AbortController, Promise<void>>()
  const folderOf = (tenantId: string, runId: string) => path.join(root, tenantId, runId)

  const fail = async ({ tenantId, runId, attempt }: Job, error: unknown) => {
    const { code, value } = problemOf(error)
    if (code === 'unexpected') say(`Import ${runId}: ${(error as Error).stack ?? messageOf(error)}`)
    await database.inTenant(tenantId, 'write', (tx) => tx.query(giveUp, runId, attempt, code, value))
  }

  const work = async (job: Job, control: AbortController) => {
    const { tenantId, runId, attempt } = job
    let at: [phase: ImportPhase, done: number, total: number] | undefined
    const progress: Work['progress'] = (...now) => {
      control.signal.throwIfAborted()
      at = now
    }
    let heard = Date.now()
    const tell = async () => {
      if (!at) return
      const found = await database.inTenant(tenantId, 'write', (tx) =>
        tx.query(beat, runId, attempt, new Date(), ...(at ?? [])),
      )
      heard = Date.now()
      // Stopped by somebody, or taken for dead: what is being done may not count any more.
      if (found.length === 0) control.abort(new Superseded())
    }
    at = [job.step === 'undoing' ? 'undoing' : job.step === 'applying' ? 'staging' : 'reading', 0, 0]
    const timer = setInterval(() => {
      // One beat that fails is made up for by the next; without any the work would be taken for dead.
      tell().catch((error: unknown) => {
        if (Date.now() - heard > deadAfter) control.abort(error)
      })
    }, beatEvery)
    const folder = folderOf(tenantId, runId)
    try {
      await steps[job.step]({ ...job, database, folder, signal: control.signal, progress })
    } catch (error) {
      if (!(error instanceof Superseded)) await fail(job, error)
    } finally {
      clearInterval(timer)
    }
  }

  return {
    folderOf,
    openFolder: async (tenantId, runId) => {
      await clearOld(path.join(root, tenantId))
      const folder = folderOf(tenantId, runId)
      await mkdir(folder, { recursive: true })
      return folder
    },
    dropFolder: (tenantId, runId) => rm(folderOf(tenantId, runId), { recursive: true, force: true }),
    begin: (job) => {
      const control = new AbortController()
      const done = work(job, control)
        .catch((error: unknown) => say(`Import ${job.runId}: ${(error as Error).message}`))
        .finally(() => running.delete(control))
      running.set(control, done)
    },
    stop: async () => {
      for (const control of running.keys()) control.abort(new ImportProblem('stopped'))
      await Promise.all(running.values())
    },
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
  // A lock or a statement that took too long: somebody else is at the catalogue.
  const isBusy = ['55P03', '57014'].includes(errorCode(error) ?? '')
  return { code: isBusy ? 'busy' : 'unexpected', value: '' }
}

/** Removes what has lain in a tenant's folder for too long. */
async function clearOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const target = path.join(folder, name)
    const age = await stat(target).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > keepFiles) await rm(target, { recursive: true, force: true })
  }
}
