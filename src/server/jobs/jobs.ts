import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

/** Each tenant runs a kind at most once at a time, across all processes. */
export type JobKind =
  | 'orderMails'
  | 'photos'
  | 'cleanup'
  | 'erpTransfer'
  | 'erpFetch'
  | 'erpCare'
  | 'imports'
  | 'retention'
  | 'figures'
  | 'heldOrders'
  | 'news'

/** Starts a due job now instead of at the next poll. */
export type JobWaker = { wake: (tenantId: string, kind: JobKind) => void }

export type JobRun = {
  tenantId: string
  /** Aborts when the process stops or loses the lock. */
  signal: AbortSignal
  /** Runs since the last success, including this one; above 1 after failures or killed processes. */
  attempt: number
  /**
   * Extends the lock within a transaction, so that no other process can take over before it ends.
   * @throws JobLost
   */
  hold: (tx: Tx) => Promise<void>
}

/** Does the due work; returns when more is due, undefined for not before the next request. */
export type JobHandler = (run: JobRun) => Promise<Date | undefined>

/** Another process has taken over the job. */
export class JobLost extends Error {
  override name = 'JobLost'
}

/** When more is due, by a statement that finds its `dueAt`. */
export async function nextDue(tx: Tx, find: Statement, ...values: unknown[]): Promise<Date | undefined> {
  const [next] = await tx.query<{ dueAt: Date | null }>(find, ...values)
  return next?.dueAt ?? undefined
}

// No write if the job is already due and not running.
const request = prepared(`
  insert into jobs (tenant_id, kind, due_at) select $1, kind, $3::timestamptz from unnest($2::text[]) t (kind)
  on conflict (tenant_id, kind) do update
    set due_at = least(jobs.due_at, excluded.due_at), requests = jobs.requests + 1
    where jobs.due_at > excluded.due_at or jobs.holder is not null`)

/**
 * Makes jobs due, in the transaction that writes their work, so that none is lost if the process dies. Without `waker`
 * they start at the next poll, within a second.
 */
export async function requestJobs(
  tx: Tx,
  waker: JobWaker | undefined,
  kinds: JobKind[],
  dueAt: Date,
): Promise<void> {
  if (kinds.length === 0) return
  if (waker)
    tx.afterCommit(() => {
      for (const kind of kinds) waker.wake(tx.tenantId, kind)
    })
  await tx.query(request, kinds, dueAt)
}
