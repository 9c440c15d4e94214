import { createHash, timingSafeEqual } from 'node:crypto'
import { anySignal } from '#server/anySignal.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Admit, type Call, verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { countTry } from '#server/users/tries.ts'
import { answerErpAgent, nextForErpAgent } from '#shared/erp/erpAgentCalls.ts'
import { Refusal } from '#shared/errors.ts'
import { readLink } from '../link.ts'
import { retryIfDown } from '../linkState.ts'
import { listenForWakeUp, readErpAgentPresence, wakeListeners } from './mailbox.ts'

const pollMs = 500
const noteSeenEveryMs = 10_000

const noteSeen = prepared(`
  update erp_states set agent_seen_at = now()
  where tenant_id = $1 and (agent_seen_at is null or agent_seen_at < now() - $2::float8 * interval '1 ms')`)
const anyWaiting = prepared(`
  select from erp_agent_requests where tenant_id = $1 and taken_at is null and expires_at > now() limit 1`)
const takeRequest = prepared(`
  with next as materialized (
    select id from erp_agent_requests where tenant_id = $1 and taken_at is null and expires_at > now()
    order by id limit 1 for update skip locked)
  update erp_agent_requests r set taken_at = $2 from next
  where r.tenant_id = $1 and r.id = next.id and r.taken_at is null
  returning r.id, r.method, r.path, r.body`)
const writeAnswer = prepared(`
  update erp_agent_requests set answered_at = $3, status = $4, answer = $5, failure = $6
  where tenant_id = $1 and id = $2 and taken_at is not null and answered_at is null returning id`)

type Request = { id: string; method: 'GET' | 'PUT'; path: string; body: string }

const tooMany = () => new Refusal('session.tooManyTries', { seconds: 30, values: { seconds: 30 } })

const waitingCalls = new Set<AbortController>()

/** Ends all waiting calls at shutdown. */
export function endErpAgentCalls(): void {
  for (const one of waitingCalls) one.abort()
}

/** A tenant has one agent, or two for safety. */
const maxWaitingPerTenant = 8
const waitingByTenant = new Map<string, Set<AbortController>>()

/**
 * Over the limit, ends the oldest wait: after broken connections only the newest is alive. Returns a function that
 * removes it.
 */
function addWaiting(tenantId: string, call: AbortController): () => void {
  const calls = waitingByTenant.get(tenantId) ?? new Set()
  waitingByTenant.set(tenantId, calls.add(call))
  const [oldest] = calls
  if (calls.size > maxWaitingPerTenant) oldest?.abort(tooMany())
  return () => {
    calls.delete(call)
    if (calls.size === 0 && waitingByTenant.get(tenantId) === calls) waitingByTenant.delete(tenantId)
  }
}

/** Waits up to `wait` seconds for a request. The oldest of too many waits is refused with `session.tooManyTries`. */
export const nextRequest = verb(nextForErpAgent, async (call, { wait }) => {
  // Also covers a disconnect during sign-in.
  const abort = new AbortController()
  call.reply.raw.once('close', () => abort.abort())
  if (call.request.raw.socket.destroyed) abort.abort()
  waitingCalls.add(abort)
  let removeWaiting = () => {}
  try {
    await admitErpAgent(call)
    removeWaiting = addWaiting(call.tenant.id, abort)
    await call.inTenant('write', (tx) => noteErpAgentSeen(tx, call))
    const request = await waitForRequest(call, wait, abort.signal)
    if (!request && abort.signal.reason instanceof Refusal) throw abort.signal.reason
    return request ? { request } : {}
  } finally {
    waitingCalls.delete(abort)
    removeWaiting()
  }
})

async function waitForRequest(
  { inTenant, tenant }: Pick<Call, 'inTenant' | 'tenant'>,
  wait: number,
  abort: AbortSignal,
): Promise<Request | undefined> {
  const signal = anySignal(abort, AbortSignal.timeout(wait * 1000))
  // Never take a request for an agent that has left.
  while (!abort.aborted) {
    const wakeUp = listenForWakeUp(tenant.id, pollMs, signal)
    const isWaiting = (await inTenant('read', (tx) => tx.query(anyWaiting))).length > 0
    const request = isWaiting && !abort.aborted ? await inTenant('write', takeNext) : undefined
    if (request || signal.aborted) {
      wakeUp.stop()
      return request
    }
    await wakeUp.over
  }
  return undefined
}

/** Wakes the queue if the agent was absent. */
async function noteErpAgentSeen(tx: Tx, { services, now }: Pick<Call, 'services' | 'now'>): Promise<void> {
  const { isThere } = await readErpAgentPresence(tx)
  await tx.query(noteSeen, noteSeenEveryMs)
  if (isThere) return
  await retryIfDown(tx)
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch'], now)
}

async function takeNext(tx: Tx): Promise<Request | undefined> {
  return (await tx.query<Request>(takeRequest, new Date()))[0]
}

/** Ignored if nobody waits any more. */
export const takeAnswer = verb(answerErpAgent, async (call, { id, status, failure, body }) => {
  await call.inTenant('write', (tx) => tx.query(writeAnswer, id, call.now, status ?? 0, body, failure ?? ''))
  wakeListeners(id)
})

/** Checks the agent's token. Refuses with `erp.wrongToken`, and after many failures with `session.tooManyTries`. */
export const admitErpAgent: Admit = async ({ inTenant, request, services, now }) => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const link = await inTenant('read', (tx) => readLink(tx, services.secrets))
  const expected = link?.kind === 'agent' ? link.secret : ''
  if (expected !== '' && timingSafeEqual(hash(token), hash(expected))) return
  // Separate from sign-ins: an old token must not lock users out.
  await inTenant('write', (tx) => countTry(tx, [{ kind: 'address', key: hash(`agent ${request.ip}`) }], now))
  throw new Refusal('erp.wrongToken')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
