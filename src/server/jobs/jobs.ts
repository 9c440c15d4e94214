import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

/** The kinds of background work. Each tenant has at most one run of a kind at a time in the whole deployment. */
export type JobKind = 'orderMails' | 'photos' | 'cleanup' | 'erpTransfer' | 'erpFetch' | 'erpCare' | 'imports'

/** What verbs see of the job runner: it starts a tenant's due job now instead of at the next look. */
export type JobBell = { ring: (tenantId: string, kind: JobKind) => void }

/** One run of a job. */
export type JobRun = {
  tenantId: string
  /** Aborted when the process stops, or when the hold was lost to another process. */
  signal: AbortSignal
  /** Runs begun without one that ended well, this one counted. More than 1 after a failure or a killed process. */
  attempt: number
  /**
   * Extends the hold within a transaction and throws {@link JobLost} where another process has taken over. None can
   * before the transaction ends.
   */
  hold: (tx: Tx) => Promise<void>
}

/** Does what is due and returns when more will be; undefined where nothing is until the next request. */
export type JobHandler = (run: JobRun) => Promise<Date | undefined>

/** Thrown by {@link JobRun.hold}: another process has the job. */
export class JobLost extends Error {
  override name = 'JobLost'
}

// A job that is due and not running needs no write.
const request = prepared(`
  insert into jobs (tenant_id, kind, due_at) select $1, kind, $3::timestamptz from unnest($2::text[]) t (kind)
  on conflict (tenant_id, kind) do update
    set due_at = least(jobs.due_at, excluded.due_at), requests = jobs.requests + 1
    where jobs.due_at > excluded.due_at or jobs.holder is not null`)

/**
 * Makes jobs due at `dueAt`, in the transaction that writes their work: if the process dies right after the commit,
 * any other finds them within a second. Without a `bell` they wait for that.
 */
export async function requestJobs(
  tx: Tx,
  bell: JobBell | undefined,
  kinds: JobKind[],
  dueAt: Date,
): Promise<void> {
  if (kinds.length === 0) return
  if (bell)
    tx.afterCommit(() => {
      for (const kind of kinds) bell.ring(tx.tenantId, kind)
    })
  await tx.query(request, kinds, dueAt)
}
