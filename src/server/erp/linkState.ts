import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ErpErrorClass } from './connector.ts'

const second = 1000
const minute = 60 * second

/** Pauses between the probes of an ERP that cannot be reached, in milliseconds; the last one for ever. */
const pauses = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * second)
/** A wrong password locks the account before long: few tries, far apart, then none until a person has changed something. */
const signInPauses = [15 * minute, 6 * 60 * minute]

/** What is known of a link that nothing gets through. */
export type Breaker = { failures: number; failingSince: Date | null }

const readTry = prepared(`
  select failures, failing_since as "failingSince" from erp_states where tenant_id = $1 and next_try_at <= $2`)

/** The state of a tenant's link. Undefined before the next probe is due, and without a link. */
export async function readBreaker(tx: Tx, now: Date): Promise<Breaker | undefined> {
  const [breaker] = await tx.query<Breaker>(readTry, now)
  return breaker
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
