import { randomUUID } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { DatabaseAbsent } from '#server/db/trouble.ts'
import { type JobHandler, type JobKind, JobLost, type JobWaker } from './jobs.ts'

/** `maxAtOnce`: tenants per process. */
export type JobTable = Partial<Record<JobKind, { run: JobHandler; maxAtOnce: number }>>

/** Runs all tenants' jobs, shared with other processes on the same database. */
export type Jobs = JobWaker & {
  /** Starts polling for due jobs. */
  start(): void
  /** Takes no more jobs, aborts running ones; resolves when they have ended. */
  stop(): Promise<void>
}

type Options = {
  /** Polling interval, one statement each. */
  lookEveryMs?: number
  /** Lock duration; a dead process's jobs wait this long. Extended every third of it. */
  holdMs?: number
  say: (line: string) => void
  now?: () => Date
}

/** After consecutive failures; the last one repeats. */
const retryDelaysMs = [1000, 5000, 30_000, 60_000, 300_000]

// One statement for all tenants. Running jobs are still due, so locks are checked too.
const findDue = `
  select tenant_id as "tenantId", kind from jobs
  where due_at <= $1 and held_until <= now() and kind = any ($2::text[]) order by due_at limit 200`

// By the database's clock, because machines' clocks differ.
const take = prepared(`
  update jobs set holder = $3, held_until = now() + $4::float8 * interval '1 ms', started_at = $5, attempts = attempts + 1
  where tenant_id = $1 and kind = $2 and due_at <= $5 and held_until <= now()
  returning requests, attempts as attempt`)
const extend = prepared(`
  update jobs set held_until = now() + $4::float8 * interval '1 ms'
  where tenant_id = $1 and kind = $2 and holder = $3 returning kind`)
// The job stays due if requested during the run.
const finish = prepared(`
  update jobs set holder = null, held_until = '-infinity', attempts = 0, error = '',
    due_at = case when requests = $4::bigint then $5::timestamptz else least(due_at, $5::timestamptz) end
  where tenant_id = $1 and kind = $2 and holder = $3 returning due_at <= $6 as "isDue"`)
const fail = prepared(`
  update jobs set holder = null, held_until = '-infinity', error = $4, due_at = $5,
    failing_since = case when error = '' then started_at else coalesce(failing_since, started_at) end
  where tenant_id = $1 and kind = $2 and holder = $3`)
/** On shutdown: due at once for other processes, not a failure. */
const release = prepared(`
  update jobs set holder = null, held_until = '-infinity', attempts = 0
  where tenant_id = $1 and kind = $2 and holder = $3`)

const keyOf = (tenantId: string, kind: JobKind) => `${tenantId} ${kind}`

type Taken = { requests: string; attempt: number }

/** Opens the job runner of a process. */
export function openJobs(database: Database, table: JobTable, options: Options): Jobs {
  const { lookEveryMs = 1000, holdMs = 15_000, say, now = () => new Date() } = options
  const holder = randomUUID()
  const stopping = new AbortController()
  /** Runs of this process; `wokenAgain`: requested again meanwhile. */
  const running = new Map<string, { kind: JobKind; ended: Promise<void> }>()
  const wokenAgain = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  const kinds = Object.keys(table) as JobKind[]
  const freeKinds = () => {
    const counts = Map.groupBy(running.values(), ({ kind }) => kind)
    return kinds.filter((kind) => (counts.get(kind)?.length ?? 0) < (table[kind]?.maxAtOnce ?? 0))
  }
  const reportError = (kind: JobKind, error: unknown) =>
    say(`Job ${kind}: ${error instanceof Error ? error.message : String(error)}`)

  const runOnce = async (tenantId: string, kind: JobKind): Promise<void> => {
    const write = <Row extends object>(...sent: Parameters<Tx['query']>) =>
      database.inTenant(tenantId, 'write', (tx) => tx.last<Row>(...sent))
    const [taken] = await write<Taken>(take, kind, holder, holdMs, now())
    if (!taken) return
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    let heldAt = performance.now()
    const extendLock = async () => {
      const kept = await write(extend, kind, holder, holdMs)
      heldAt = performance.now()
      if (kept.length === 0) lost.abort(new JobLost())
    }
    const lockTimer = setInterval(() => {
      // The next beat makes up for a failed one.
      extendLock().catch((error: unknown) => {
        if (performance.now() - heldAt > holdMs) lost.abort(error)
      })
    }, holdMs / 3)
    const hold = async (tx: Tx) => {
      if ((await tx.query(extend, kind, holder, holdMs)).length === 0) throw new JobLost()
    }
    try {
      const next = await table[kind]?.run({ tenantId, signal, attempt: taken.attempt, hold })
      if (stopping.signal.aborted) {
        await write(release, kind, holder)
        return
      }
      const [ended] = await write<{ isDue: boolean }>(
        finish,
        kind,
        holder,
        taken.requests,
        next ?? 'infinity',
        now(),
      )
      // While polling, jobs of other tenants go first.
      if (ended?.isDue && !timer) wokenAgain.add(keyOf(tenantId, kind))
    } catch (error) {
      if (error instanceof JobLost || lost.signal.aborted) return
      reportError(kind, error)
      const retryDelayMs = retryDelaysMs[Math.min(taken.attempt, retryDelaysMs.length) - 1] ?? 0
      const retryAt = new Date(now().getTime() + retryDelayMs)
      const message = error instanceof Error ? error.message : String(error)
      await write(fail, kind, holder, message.slice(0, 500).replaceAll('\0', ''), retryAt)
    } finally {
      clearInterval(lockTimer)
    }
  }

  const wake = (tenantId: string, kind: JobKind): void => {
    if (stopping.signal.aborted || !table[kind]) return
    const key = keyOf(tenantId, kind)
    if (running.has(key)) {
      wokenAgain.add(key)
      return
    }
    // If all slots are taken, a later poll finds it.
    if (!freeKinds().includes(kind)) return
    const ended = runOnce(tenantId, kind)
      .catch((error: unknown) => {
        // The pool already reports an absent database.
        if (!(error instanceof DatabaseAbsent)) reportError(kind, error)
      })
      .finally(() => {
        running.delete(key)
        if (wokenAgain.delete(key)) wake(tenantId, kind)
        else if (timer) void poll()
      })
    running.set(key, { kind, ended })
  }

  const poll = (): Promise<void> =>
    (polling ??= pollOnce()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseAbsent)) say(`Jobs: ${(error as Error).message}`)
      })
      .finally(() => {
        polling = undefined
      }))
  const pollOnce = async () => {
    const free = freeKinds()
    if (free.length === 0 || stopping.signal.aborted) return
    const due = await database.global<{ tenantId: string; kind: JobKind }>(findDue, [now(), free])
    for (const { tenantId, kind } of due) wake(tenantId, kind)
  }

  return {
    wake,
    start: () => {
      timer = setInterval(() => void poll(), lookEveryMs)
      void poll()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      stopping.abort()
      await polling
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
