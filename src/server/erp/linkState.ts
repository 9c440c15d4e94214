import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ErpErrorClass } from './connector.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Between probes of an unreachable ERP; the last one repeats. */
const probeDelaysMs = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * secondMs)
/** Wrong passwords lock accounts: few attempts, then none until somebody changes the link. */
const signInDelaysMs = [15 * minuteMs, 6 * 60 * minuteMs]

/** State of a failing link. */
export type Breaker = { failures: number; failingSince: Date | null }

const readDue = prepared(`
  select failures, failing_since as "failingSince" from erp_states where tenant_id = $1 and next_try_at <= $2`)

/** Undefined without a link, or before the next probe is due. */
export async function readBreaker(tx: Tx, now: Date): Promise<Breaker | undefined> {
  const [breaker] = await tx.query<Breaker>(readDue, now)
  return breaker
}

const writeSuccess = prepared(`
  update erp_states set failures = 0, failing_since = null, error_class = '', error = '', last_success_at = $2,
    next_try_at = '-infinity'
  where tenant_id = $1`)

export async function noteSuccess(tx: Tx, now: Date): Promise<void> {
  await tx.query(writeSuccess, now)
}

const writeFailure = prepared(`
  update erp_states set failures = failures + 1, failing_since = coalesce(failing_since, $2), error_class = $3,
    error = $4, next_try_at = $5
  where tenant_id = $1 and exists (select from erp_links l where l.tenant_id = $1 and l.version = $6)`)

/**
 * Stops attempts until the delay is over. `version`: of the link that was tried; ignored if the link has changed
 * since.
 */
export async function noteFailure(
  tx: Tx,
  errorClass: Exclude<ErpErrorClass, 'rejected'>,
  error: string,
  { failures, now, version }: { failures: number; now: Date; version: number },
): Promise<void> {
  await tx.query(writeFailure, now, errorClass, error, nextTry(errorClass, failures, now), version)
}

function nextTry(errorClass: ErpErrorClass, failures: number, now: Date): Date | string {
  const delays = errorClass === 'auth' ? signInDelaysMs : probeDelaysMs
  const delayMs = delays[failures] ?? (errorClass === 'auth' ? undefined : delays.at(-1))
  return delayMs === undefined ? 'infinity' : new Date(now.getTime() + delayMs)
}

const reset = prepared(`
  update erp_states set next_try_at = '-infinity', failures = 0 where tenant_id = $1`)

const resetDown = prepared(`
  update erp_states set next_try_at = '-infinity', failures = 0 where tenant_id = $1 and error_class = 'down'`)

/** Retries now after an outage, but not after a refused sign-in. */
export async function retryIfDown(tx: Tx): Promise<void> {
  await tx.query(resetDown)
}

/** Retries now: somebody changed the link or asked for it. */
export async function retryNow(tx: Tx): Promise<void> {
  await tx.query(reset)
}
