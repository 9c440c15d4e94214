import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ErpErrorClass } from './connector.ts'

const second = 1000
const minute = 60 * second

/** How long a process holds a tenant's queue without a word, in milliseconds; it gives its word again in thirds of it. */
export const hold = 30 * second

/** Pauses between the probes of an ERP that cannot be reached, in milliseconds; the last one for ever. */
const pauses = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * second)
/** A wrong password locks the account before long: few tries, far apart, then none until a person has changed something. */
const signInPauses = [15 * minute, 6 * 60 * minute]

/** What is known of a link that nothing gets through. */
export type Breaker = { failures: number; failingSince: Date | null }

// The state's row is made by whoever saves a link.
// How long a hold lasts is by the database's clock alone: processes on several machines never quite agree on the time.
const takeHold = prepared(`
  update erp_states set holder = $2, held_until = now() + $4::float8 * interval '1 ms'
  where tenant_id = $1 and (holder = $2 or held_until <= now()) and next_try_at <= $3
  returning failures, failing_since as "failingSince"`)

/**
 * Makes this process (`holder`) the one that works on the tenant's queue, or lets it go on. Undefined while another one
 * does, or while it is not yet time for a probe.
 */
export async function holdQueue(
  tx: Tx,
  holder: string,
  now: Date,
  holdFor: number,
): Promise<Breaker | undefined> {
  const [held] = await tx.last<Breaker>(takeHold, holder, now, holdFor)
  return held
}

const keep = prepared(`
  update erp_states set held_until = now() + $3::float8 * interval '1 ms'
  where tenant_id = $1 and holder = $2 returning holder`)

/** Gives the word again. False where another process has taken the queue over; none does before the transaction ends. */
export async function keepHold(tx: Tx, holder: string, holdFor: number): Promise<boolean> {
  return (await tx.query(keep, holder, holdFor)).length > 0
}

const letGo = prepared(`
  update erp_states set held_until = '-infinity', holder = null where tenant_id = $1 and holder = $2`)

export async function releaseQueue(tx: Tx, holder: string): Promise<void> {
  await tx.last(letGo, holder)
}

const succeeded = prepared(`
  update erp_states set failures = 0, failing_since = null, error_class = '', error = '', last_success_at = $2,
    next_try_at = '-infinity'
  where tenant_id = $1`)

/** The ERP has answered. */
export async function noteSuccess(tx: Tx, now: Date): Promise<void> {
  await tx.query(succeeded, now)
}

const failed = prepared(`
  update erp_states set failures = failures + 1, failing_since = coalesce(failing_since, $2), error_class = $3,
    error = $4, next_try_at = $5
  where tenant_id = $1 and exists (select from erp_links l where l.tenant_id = $1 and l.version = $6)`)

/**
 * Nothing gets through: nobody tries before the pause is over. `version`: of the link that was tried; where somebody has
 * changed it meanwhile it says nothing of the one that is there now.
 */
export async function noteFailure(
  tx: Tx,
  errorClass: Exclude<ErpErrorClass, 'rejected'>,
  error: string,
  { failures, now, version }: { failures: number; now: Date; version: number },
): Promise<void> {
  await tx.query(failed, now, errorClass, error, nextTry(errorClass, failures, now), version)
}

function nextTry(errorClass: ErpErrorClass, failures: number, now: Date): Date | string {
  const list = errorClass === 'auth' ? signInPauses : pauses
  const pause = list[failures] ?? (errorClass === 'auth' ? undefined : list.at(-1))
  return pause === undefined ? 'infinity' : new Date(now.getTime() + pause)
}

const reset = prepared(`
  update erp_states set next_try_at = '-infinity', failures = 0 where tenant_id = $1`)

const resetDown = prepared(`
  update erp_states set next_try_at = '-infinity', failures = 0 where tenant_id = $1 and error_class = 'down'`)

/** What was away is there again. Whoever is let in no more is not helped by that. */
export async function tryWhereDown(tx: Tx): Promise<void> {
  await tx.query(resetDown)
}

/** A person has changed the link or wants a try now. */
export async function tryNow(tx: Tx): Promise<void> {
  await tx.query(reset)
}
