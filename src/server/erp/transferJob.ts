import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { type JobHandler, type JobRun, requestJobs } from '#server/jobs/jobs.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { type ErpConnector, ErpError, type ErpErrorClass } from './connector.ts'
import { readLink, sentToOf } from './link.ts'
import { noteFailure, noteSuccess, readBreaker } from './linkState.ts'
import { type OpenConnector, openConnector } from './openConnector.ts'
import { claimNext, settleFailed, settleSent } from './queue.ts'
import { type Claimed, documentTimeoutMs, sendDocuments } from './sendDocuments.ts'

export type TransferContext = { database: Database; secrets: Secrets }

type Options = {
  /** Per document. A killed process's request may still arrive for as long. */
  timeoutMs?: number
  /** Interval for rechecking orders that wait for a killed process's request. */
  orphanCheckMs?: number
  now?: () => Date
  open?: OpenConnector
}

/** Delay of the link check (alerts and reconciliation) after each run. */
const careDelayMs = 60_000

/** Sends a tenant's orders to its ERP, one at a time, oldest first, until none is due or the ERP fails. */
export function erpTransferJob(context: TransferContext, options: Options = {}): JobHandler {
  const { timeoutMs = documentTimeoutMs, orphanCheckMs = 10_000 } = options
  const { now = () => new Date(), open = openConnector } = options
  return async (run) => {
    await sendDueOrders(context, run, { timeoutMs, now, open })
    return context.database.inTenant(run.tenantId, 'write', async (tx) => {
      const [next] = await tx.query<Next>(findNext)
      if (!next) return undefined
      await requestJobs(tx, undefined, ['erpCare'], new Date(now().getTime() + careDelayMs))
      const { dueAt } = next
      return dueAt && dueAt <= now() ? new Date(now().getTime() + orphanCheckMs) : (dueAt ?? undefined)
    })
  }
}

// Stands for "at once", because JavaScript has no -infinity date.
const findNext = prepared(`
  select case when w.next_at is not null and not l.is_paused and t.transfer_enabled
    then nullif(greatest(to_timestamp(0), s.next_try_at, w.next_at), 'infinity') end as "dueAt"
  from erp_links l
  join erp_states s on s.tenant_id = $1
  join tenant_settings t on t.tenant_id = $1
  cross join lateral (
    select min(case q.state when 'sending' then '-infinity' else q.next_attempt_at end) as next_at from order_transfers q
    where q.tenant_id = $1 and q.state in ('pending', 'sending')) w
  where l.tenant_id = $1`)

/** null: nothing to send, or sending is off. */
type Next = { dueAt: Date | null }

type SendOptions = { timeoutMs: number; now: () => Date; open: OpenConnector }

async function sendDueOrders(context: TransferContext, run: JobRun, options: SendOptions): Promise<void> {
  const { timeoutMs, now, open } = options
  const { tenantId, signal, hold } = run
  const write = <T>(work: (tx: Tx) => Promise<T>) => context.database.inTenant(tenantId, 'write', work)
  const { link, breaker, next } = await context.database.inTenant(tenantId, 'read', async (tx) => ({
    link: await readLink(tx, context.secrets),
    breaker: await readBreaker(tx, now()),
    next: (await tx.query<Next>(findNext))[0],
  }))
  // An ERP that failed is not asked for its health before an order is due.
  if (!link || link.isPaused || !breaker || !next?.dueAt || next.dueAt > now()) return
  let connector: ErpConnector | undefined
  let { failures } = breaker
  const fail = async (error: ErpError) => {
    if (error.errorClass === 'rejected') return
    const { errorClass, message } = error
    await write((tx) => noteFailure(tx, errorClass, message, { failures, now: now(), version: link.version }))
  }
  try {
    connector = open(link, context)
    let isUp = false
    if (failures > 0) {
      await connector.health(AbortSignal.timeout(timeoutMs))
      isUp = true
    }
    const orphanedFor = connector.refusesTwice ? 0 : 2 * timeoutMs
    const sending = { ...link, sentTo: sentToOf(link) }
    while (!signal.aborted) {
      // A process that was suspended may have lost the queue without noticing.
      const claimed = await write(async (tx) => {
        await hold(tx)
        return claimNext(tx, sending, { now: now(), orphanedFor })
      })
      if (!claimed) return
      const error = await sendOne({ write, connector, timeoutMs, now, isUp }, claimed)
      if (error && error.errorClass !== 'rejected') {
        await fail(error)
        return
      }
      failures = 0
      isUp = true
    }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    await fail(error)
  } finally {
    await connector?.close().catch(() => {})
  }
}

type Sending = {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  connector: ErpConnector
  timeoutMs: number
  now: () => Date
  /** The ERP has just answered, so a failure may be the order's fault. */
  isUp: boolean
}

/** Sends one order and stores the outcome. Returns the error if it did not get through. */
async function sendOne(
  { write, connector, timeoutMs, now, isUp }: Sending,
  claimed: Claimed,
): Promise<ErpError | undefined> {
  const sent = await sendDocuments(connector, claimed, timeoutMs)
  const { error, mayExist, made } = sent
  if (!error) {
    await write((tx) => settleSent(tx, claimed, sent, now()))
    await write((tx) => noteSuccess(tx, now()))
    return undefined
  }
  const { errorClass, message, raw } = error
  const delayMs = retryDelayMs(errorClass, claimed, isUp)
  // What was sent may still arrive. An ERP that accepts duplicates must not be asked again too early.
  const isUnderWay = errorClass === 'unknown' && !connector.refusesTwice
  const nextAttemptAt = new Date(now().getTime() + Math.max(delayMs, isUnderWay ? 2 * timeoutMs : 0))
  await write((tx) =>
    settleFailed(tx, claimed, { errorClass, error: message, raw, mayExist, made, nextAttemptAt }, now()),
  )
  return error
}

const minuteMs = 60_000
const retryDelaysMs = [0, 5000, 30_000, 2 * minuteMs, 15 * minuteMs, 60 * minuteMs]
/** Index of the longest delay if the order may have failed only because the ERP went down. */
const maxDelayIndexIfDown = 3

/** Orders that fail although the ERP answers let others go first, longer each time. Failures to connect do not count. */
function retryDelayMs(errorClass: ErpErrorClass, { attempt, unanswered }: Claimed, isUp: boolean): number {
  if (errorClass === 'unknown') return retryDelaysMs[Math.min(unanswered + 1, retryDelaysMs.length - 1)] ?? 0
  return isUp ? (retryDelaysMs[Math.min(attempt, maxDelayIndexIfDown)] ?? 0) : 0
}
