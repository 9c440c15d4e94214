import { randomUUID } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Tenants } from '#server/tenancy/tenants.ts'
import { type ErpConnector, ErpError, type ErpErrorClass } from './connector.ts'
import { readLink, sentToOf } from './link.ts'
import { hold, holdQueue, keepHold, noteFailure, noteSuccess, releaseQueue } from './linkState.ts'
import { type OpenConnector, openConnector } from './openConnector.ts'
import { type Claimed, claimNext, settleFailed, settleSent } from './queue.ts'
import { patiencePerDocument, sendDocuments } from './sendDocuments.ts'

/** Empties the queues of all tenants to their ERPs. */
export type Dispatcher = {
  /** Has a tenant's queue looked at soon, without waiting. */
  ring(tenantId: string): void
  /** Looks through all tenants from time to time from now on: for what waits, and what another process left. */
  start(): void
  /** Begins nothing more, and resolves when what it was sending is over. */
  stop(): Promise<void>
}

export type DispatcherHouse = { database: Database; tenants: Tenants; secrets: Secrets }
/** How soon is looked again whether another process has taken what we were rung for, in milliseconds. */
const soon = 1000

/** Milliseconds; `say` hears of what goes wrong in ourselves, never of an ERP's answers. */
type Options = {
  sweepEvery?: number
  holdFor?: number
  /** How long an ERP may take over one document. What a dead process sent may be on its way for as long. */
  patience?: number
  say: (line: string) => void
  now?: () => Date
  open?: OpenConnector
}

/**
 * Opens the dispatcher of a process. Several on one database share the work: each tenant's queue is worked on by one of
 * them at a time, order by order, oldest first. Tenants do not wait for each other, however slow an ERP is.
 */
export function openDispatcher(house: DispatcherHouse, options: Options): Dispatcher {
  const { sweepEvery = 10_000, holdFor = hold, patience = patiencePerDocument, say } = options
  const { now = () => new Date(), open = openConnector } = options
  const me = randomUUID()
  const working = new Map<string, Promise<void>>()
  const rung = new Set<string>()
  const later = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const complain = (error: unknown) => say(`Transfer to the ERP: ${(error as Error).message}`)
  const manner: Manner = { me, holdFor, patience, now, open, isStopped: () => isStopped }

  const answer = async (tenantId: string) => {
    clearTimeout(later.get(tenantId))
    const isElsewhere = await emptyQueue(house, tenantId, manner)
    // Whoever has the queue may have looked for the last time before what we were rung for was there.
    if (isElsewhere) later.set(tenantId, setTimeout(ring, Math.min(soon, sweepEvery), tenantId))
  }
  const ring = (tenantId: string) => {
    if (isStopped) return
    if (working.has(tenantId)) {
      rung.add(tenantId)
      return
    }
    const work = answer(tenantId)
      .catch(complain)
      .finally(() => {
        working.delete(tenantId)
        if (rung.delete(tenantId)) ring(tenantId)
      })
    working.set(tenantId, work)
  }
  const sweep = async () => {
    let fault: unknown
    for (const { id } of await house.tenants.all()) {
      if (isStopped) return
      try {
        if (await house.database.inTenant(id, 'read', (tx) => hasWork(tx, now()))) ring(id)
      } catch (error) {
        // What is wrong with one tenant's rows keeps nobody else waiting; said once for all of them.
        fault = error
      }
    }
    if (fault) throw fault
  }
  const sweepAgain = async () => {
    await sweep().catch(complain)
    if (!isStopped) timer = setTimeout(() => void sweepAgain(), sweepEvery)
  }
  return {
    ring,
    start: () => void sweepAgain(),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.all(working.values())
      for (const one of later.values()) clearTimeout(one)
    },
  }
}

const anyDue = prepared(`
  select from order_transfers q
  join erp_links l on l.tenant_id = $1 and not l.is_paused
  join erp_states s on s.tenant_id = $1 and s.next_try_at <= $2
  join tenants t on t.id = $1 and t.transfer_enabled
  where q.tenant_id = $1 and (q.state = 'sending' or q.state = 'pending' and q.next_attempt_at <= $2) limit 1`)

async function hasWork(tx: Tx, now: Date): Promise<boolean> {
  return (await tx.query(anyDue, now)).length > 0
}

type Manner = {
  me: string
  holdFor: number
  patience: number
  now: () => Date
  open: OpenConnector
  isStopped: () => boolean
}

/**
 * Sends a tenant's orders one after the other until none is due, nothing gets through, or another process has the queue.
 * True where one had it from the beginning, and something is due.
 */
async function emptyQueue(house: DispatcherHouse, tenantId: string, manner: Manner): Promise<boolean> {
  const { me, holdFor, patience, now, open } = manner
  const write = <T>(work: (tx: Tx) => Promise<T>) => house.database.inTenant(tenantId, 'write', work)
  const link = await house.database.inTenant(tenantId, 'read', (tx) => readLink(tx, house.secrets))
  if (!link || link.isPaused) return false
  const breaker = await write((tx) => holdQueue(tx, me, now(), holdFor))
  if (!breaker) return await house.database.inTenant(tenantId, 'read', (tx) => hasWork(tx, now()))
  const lost = new AbortController()
  const beat = async () => {
    if (!(await write((tx) => keepHold(tx, me, holdFor)))) lost.abort()
  }
  // A beat that failed is made up for by the next one: the hold lasts for three.
  const heartbeat = setInterval(() => void beat().catch(() => {}), holdFor / 3)
  let connector: ErpConnector | undefined
  let { failures } = breaker
  const fail = async (error: ErpError) => {
    if (error.errorClass === 'rejected') return
    const { errorClass, message } = error
    await write((tx) => noteFailure(tx, errorClass, message, { failures, now: now(), version: link.version }))
  }
  try {
    connector = open(link, house)
    let isUp = false
    if (failures > 0) {
      await connector.health(AbortSignal.timeout(patience))
      isUp = true
    }
    const orphanedFor = connector.capabilities.refusesTwice ? 0 : 2 * patience
    const sending = { ...link, sentTo: sentToOf(link) }
    while (!lost.signal.aborted && !manner.isStopped()) {
      // A process that stood still for long may have lost the queue without having heard of it.
      const claimed = await write(async (tx) =>
        (await keepHold(tx, me, holdFor))
          ? await claimNext(tx, sending, { now: now(), orphanedFor })
          : undefined,
      )
      if (!claimed) return false
      const error = await sendOne({ write, connector, patience, now, isUp }, claimed)
      if (error && error.errorClass !== 'rejected') {
        await fail(error)
        return false
      }
      failures = 0
      isUp = true
    }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    await fail(error)
  } finally {
    clearInterval(heartbeat)
    await Promise.allSettled([connector?.close(), write((tx) => releaseQueue(tx, me))])
  }
  return false
}

type Sending = {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  connector: ReturnType<OpenConnector>
  patience: number
  now: () => Date
  /** It has answered just now: where it does not, it is perhaps the order that is to blame. */
  isUp: boolean
}

/** Sends one order and writes down what came of it. Answers why it did not get through. */
async function sendOne(
  { write, connector, patience, now, isUp }: Sending,
  claimed: Claimed,
): Promise<ErpError | undefined> {
  const sent = await sendDocuments(connector, claimed, patience)
  const { error, mayExist, made } = sent
  if (!error) {
    await write((tx) => settleSent(tx, claimed, sent, now()))
    await write((tx) => noteSuccess(tx, now()))
    return undefined
  }
  const { errorClass, message, raw } = error
  const pause = pauseAfter(errorClass, claimed, isUp)
  // What was sent may still be on its way: to an ERP that would take a second one it must not be asked for too early.
  const isUnderWay = errorClass === 'unknown' && !connector.capabilities.refusesTwice
  const nextAttemptAt = new Date(now().getTime() + Math.max(pause, isUnderWay ? 2 * patience : 0))
  await write((tx) =>
    settleFailed(tx, claimed, { errorClass, error: message, raw, mayExist, made, nextAttemptAt }, now()),
  )
  return error
}

const minute = 60_000
const pauses = [0, 5000, 30_000, 2 * minute, 15 * minute, 60 * minute]
/** The longest pause of an order that the ERP was perhaps only away for. */
const mostWhileDown = 3

/**
 * Orders that do not get through though the ERP answers let others go first, for longer each time, in milliseconds. How
 * often nobody was there is no fault of an order.
 */
function pauseAfter(errorClass: ErpErrorClass, { attempt, unanswered }: Claimed, isUp: boolean): number {
  if (errorClass === 'unknown') return pauses[Math.min(unanswered + 1, pauses.length - 1)] ?? 0
  return isUp ? (pauses[Math.min(attempt, mostWhileDown)] ?? 0) : 0
}
