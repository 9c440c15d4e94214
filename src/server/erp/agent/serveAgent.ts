import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Admit, Call } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { countTry } from '#server/users/tries.ts'
import type { answerErpAgent, nextForErpAgent } from '#shared/erp/agentCalls.ts'
import { Refusal } from '#shared/errors.ts'
import { readLink } from '../link.ts'
import { tryWhereDown } from '../linkState.ts'
import { agentSeen, listen, ring } from './mailbox.ts'

const look = 500
/** How often it is written that an agent is there, in milliseconds. */
const saySeen = 10_000

const noteSeen = prepared(`
  update erp_states set agent_seen_at = now()
  where tenant_id = $1 and (agent_seen_at is null or agent_seen_at < now() - $2::float8 * interval '1 ms')`)
const anyWaiting = prepared(`
  select from erp_agent_requests where tenant_id = $1 and taken_at is null and expires_at > now() limit 1`)
const take = prepared(`
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

/** What the one hears that goes: to come again a while later. */
const tooMany = () => new Refusal('session.tooManyTries', { seconds: 30, values: { seconds: 30 } })

/** The agents that are kept waiting by this process. */
const kept = new Set<AbortController>()

/** Keeps no agent waiting any longer: the server is about to close. */
export function letAgentsGo(): void {
  for (const one of kept) one.abort()
}

/** How many of a tenant's agents this process keeps waiting at once; a customer has one, or two for safety. */
const mostWaiting = 8
const waiting = new Map<string, Set<AbortController>>()

/**
 * Lets an agent wait beside the tenant's others, and one go that has waited longest where there are too many: of an agent
 * that comes again and again over lines that broke the newest one is alive. Answers how to leave.
 */
function waitBeside(tenantId: string, one: AbortController): () => void {
  const all = waiting.get(tenantId) ?? new Set()
  waiting.set(tenantId, all.add(one))
  const [oldest] = all
  if (all.size > mostWaiting) oldest?.abort(tooMany())
  return () => {
    all.delete(one)
    if (all.size === 0 && waiting.get(tenantId) === all) waiting.delete(tenantId)
  }
}

/**
 * The next request for the ERP, as soon as there is one; nothing where there is none for so long. Refuses with
 * `session.tooManyTries` who has waited longest where too many wait.
 */
export async function nextForAgent(call: Call<typeof nextForErpAgent>, { wait }: { wait: number }) {
  // Also where it goes away, or the server closes, while it is still being let in.
  const gone = new AbortController()
  call.reply.raw.once('close', () => gone.abort())
  if (call.request.raw.socket.destroyed) gone.abort()
  kept.add(gone)
  let leave = () => {}
  try {
    await letIn(call)
    leave = waitBeside(call.tenant.id, gone)
    await call.inTenant('write', (tx) => noteAgent(tx, call))
    const request = await waitForRequest(call, wait, gone.signal)
    if (!request && gone.signal.reason instanceof Refusal) throw gone.signal.reason
    return { success: true as const, data: request ? { request } : {} }
  } finally {
    kept.delete(gone)
    leave()
  }
}

async function waitForRequest(
  { inTenant, tenant }: Pick<Call, 'inTenant' | 'tenant'>,
  wait: number,
  gone: AbortSignal,
): Promise<Request | undefined> {
  const signal = anySignal(gone, AbortSignal.timeout(wait * 1000))
  // Nothing is taken for somebody who has gone away.
  while (!gone.aborted) {
    const heard = listen(tenant.id, look, signal)
    const isWaiting = (await inTenant('read', (tx) => tx.query(anyWaiting))).length > 0
    const request = isWaiting && !gone.aborted ? await inTenant('write', takeNext) : undefined
    if (request || signal.aborted) {
      heard.stop()
      return request
    }
    await heard.over
  }
  return undefined
}

/** Writes that an agent is there. After it was away the queue need not wait for its next time. */
async function noteAgent(tx: Tx, { services, now }: Pick<Call, 'services' | 'now'>): Promise<void> {
  const { isThere } = await agentSeen(tx)
  await tx.query(noteSeen, saySeen)
  if (isThere) return
  await tryWhereDown(tx)
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch'], now)
}

async function takeNext(tx: Tx): Promise<Request | undefined> {
  return (await tx.query<Request>(take, new Date()))[0]
}

type Answered = z.output<(typeof answerErpAgent)['input']>

/** What came of a request, of an agent that was let in. One that nobody waits for any more is let go. */
export async function answerForAgent(
  call: Call<typeof answerErpAgent>,
  { id, status, failure, body }: Answered,
) {
  await call.inTenant('write', (tx) => tx.query(writeAnswer, id, call.now, status ?? 0, body, failure ?? ''))
  ring(id)
  return { success: true as const }
}

/**
 * Lets the tenant's agent in, by the token that the link keeps. Refuses with `erp.wrongToken`, and whoever goes on trying
 * from one address with `session.tooManyTries`.
 */
export const letIn: Admit = async ({ inTenant, request, services, now }) => {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const link = await inTenant('read', (tx) => readLink(tx, services.secrets))
  const expected = link?.kind === 'agent' ? link.secret : ''
  if (expected !== '' && timingSafeEqual(hash(given), hash(expected))) return
  // Counted apart from sign-ins: an agent with an old token keeps nobody beside it from the panel.
  await inTenant('write', (tx) => countTry(tx, [{ kind: 'address', key: hash(`agent ${request.ip}`) }], now))
  throw new Refusal('erp.wrongToken')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
