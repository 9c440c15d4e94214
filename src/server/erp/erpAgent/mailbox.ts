import { EventEmitter } from 'node:events'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { ErpError } from '../connector.ts'
import type { SendRequest } from '../http/httpErp.ts'

const absentAfterMs = 60_000
const fetchTimeoutMs = 30_000
const pollMs = 500

/** In-process, by tenant id (new request) or request id (answer). */
const wakeUps = new EventEmitter().setMaxListeners(0)

// By the database's clock, which all processes share.
const readSeen = prepared(`
  select agent_seen_at as "seenAt",
    coalesce(agent_seen_at > now() - $2::float8 * interval '1 ms', false) as "isThere"
  from erp_states where tenant_id = $1`)
const findOld = prepared(`
  select from erp_agent_requests where tenant_id = $1 and created_at < $2::timestamptz limit 1`)
const deleteOld = prepared(`
  delete from erp_agent_requests where tenant_id = $1 and created_at < $2::timestamptz`)
const insertRequest = prepared(`
  insert into erp_agent_requests (tenant_id, id, method, path, body, created_at, expires_at)
  values ($1, $2, $3, $4, $5, now(), now() + $6::float8 * interval '1 ms')`)
const readAnswer = prepared(`
  select status, answer, failure, answered_at is not null as "isAnswered", taken_at is not null as "isTaken",
    expires_at < now() as "isOver"
  from erp_agent_requests where tenant_id = $1 and id = $2`)
const withdraw = prepared(`
  delete from erp_agent_requests where tenant_id = $1 and id = $2 and taken_at is null returning id`)
const deleteRequest = prepared(`delete from erp_agent_requests where tenant_id = $1 and id = $2`)

type Answer = {
  status: number
  answer: string
  failure: '' | 'unreachable' | 'lost'
  isAnswered: boolean
  isTaken: boolean
  isOver: boolean
}

const unreadLifetimeMs = 60 * 60_000

/**
 * Sends a request through the tenant's agent. Throws {@link ErpError}: `down` if no agent fetched it or the ERP is
 * unreachable; `unknown` if it was fetched but not answered.
 */
export function sendThroughErpAgent(database: Database, tenantId: string): SendRequest {
  const inTenant = <T>(mode: 'read' | 'write', work: Parameters<typeof database.inTenant<T>>[2]) =>
    database.inTenant(tenantId, mode, work)
  return async ({ method, path, body = '', signal }) => {
    const { seenAt, isThere } = await inTenant('read', readErpAgentPresence)
    if (!isThere) throw erpAgentAbsent(seenAt)
    const id = newId()
    await inTenant('write', (tx) => tx.last(insertRequest, id, method, path, body, fetchTimeoutMs))
    wakeUps.emit(tenantId)
    const answer = await waitForAnswer(id, signal, () =>
      inTenant('read', async (tx) => (await tx.query<Answer>(readAnswer, id))[0]),
    )
    const withdrawIfUnfetched = async () =>
      (await inTenant('write', (tx) => tx.query(withdraw, id))).length > 0
    if (!answer?.isAnswered && (await withdrawIfUnfetched()))
      throw new ErpError('down', 'The ERP agent did not fetch the request in time.')
    // It may have been answered just now.
    const finalAnswer = answer?.isAnswered
      ? answer
      : await inTenant('read', async (tx) => (await tx.query<Answer>(readAnswer, id))[0])
    if (!finalAnswer?.isAnswered)
      throw new ErpError('unknown', 'The ERP agent fetched the request but did not answer it in time.')
    await inTenant('write', (tx) => tx.query(deleteRequest, id))
    return answerOf(finalAnswer)
  }
}

/** Also for tenants without an agent any more. */
export async function deleteUnreadRequests(database: Database, tenantId: string, now: Date): Promise<void> {
  const old = new Date(now.getTime() - unreadLifetimeMs)
  const found = await database.inTenant(tenantId, 'read', (tx) => tx.query(findOld, old))
  if (found.length > 0) await database.inTenant(tenantId, 'write', (tx) => tx.last(deleteOld, old))
}

type Seen = { seenAt: Date | null; isThere: boolean }

export async function readErpAgentPresence(tx: Tx): Promise<Seen> {
  const [known] = await tx.query<Seen>(readSeen, absentAfterMs)
  return known ?? { seenAt: null, isThere: false }
}

function erpAgentAbsent(seenAt: Date | null): ErpError {
  const since = seenAt ? `since ${seenAt.toISOString()}` : 'yet'
  return new ErpError('down', `The ERP agent has not asked for work ${since}.`)
}

function answerOf({ status, answer, failure }: Answer) {
  if (failure === 'unreachable')
    throw new ErpError('down', `The ERP agent cannot reach the ERP: ${answer.slice(0, 300)}`)
  if (failure === 'lost')
    throw new ErpError(
      'unknown',
      `The ERP agent did not get a complete answer from the ERP: ${answer.slice(0, 300)}`,
    )
  return { status, body: answer }
}

async function waitForAnswer(
  id: string,
  signal: AbortSignal,
  read: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (;;) {
    const wakeUp = listenForWakeUp(id, pollMs, signal)
    const answer = await read()
    if (!answer || answer.isAnswered || (answer.isOver && !answer.isTaken) || signal.aborted) {
      wakeUp.stop()
      return answer
    }
    await wakeUp.over
  }
}

/** `over` resolves on a wake-up, timeout or abort. */
export function listenForWakeUp(name: string, timeoutMs: number, signal: AbortSignal) {
  let stop = () => {}
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(() => stop(), timeoutMs)
    stop = () => {
      clearTimeout(timer)
      wakeUps.off(name, stop)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    wakeUps.once(name, stop)
    signal.addEventListener('abort', stop, { once: true })
  })
  return { over, stop: () => stop() }
}

export const wakeListeners = (name: string) => wakeUps.emit(name)
