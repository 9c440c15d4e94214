import { EventEmitter } from 'node:events'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { ErpError } from '../connector.ts'
import type { Ask } from '../http/httpErp.ts'

/** How long nothing needs to be heard of an agent before it is taken to be away, in milliseconds. */
const silence = 60_000
/** How long a request waits to be fetched, in milliseconds: an agent that is there is busy with others at most. */
const pickUp = 30_000
/** How often is looked for what another process was told, in milliseconds. */
const look = 500

/** Rung in this process: under the tenant's id for a request, under the request's for its answer. */
const bell = new EventEmitter().setMaxListeners(0)

// By the database's clock, which all processes share.
const seen = prepared(`
  select agent_seen_at as "seenAt",
    coalesce(agent_seen_at > now() - $2::float8 * interval '1 ms', false) as "isThere"
  from erp_states where tenant_id = $1`)
const anyOld = prepared(`
  select from erp_agent_requests where tenant_id = $1 and created_at < $2::timestamptz limit 1`)
const dropOld = prepared(`
  delete from erp_agent_requests where tenant_id = $1 and created_at < $2::timestamptz`)
const lay = prepared(`
  insert into erp_agent_requests (tenant_id, id, method, path, body, created_at, expires_at)
  values ($1, $2, $3, $4, $5, now(), now() + $6::float8 * interval '1 ms')`)
const readAnswer = prepared(`
  select status, answer, failure, answered_at is not null as "isAnswered", taken_at is not null as "isTaken",
    expires_at < now() as "isOver"
  from erp_agent_requests where tenant_id = $1 and id = $2`)
const withdraw = prepared(`
  delete from erp_agent_requests where tenant_id = $1 and id = $2 and taken_at is null returning id`)
const drop = prepared(`delete from erp_agent_requests where tenant_id = $1 and id = $2`)

type Answer = {
  status: number
  answer: string
  failure: '' | 'unreachable' | 'lost'
  isAnswered: boolean
  isTaken: boolean
  isOver: boolean
}

/** What is kept of a request that nobody reads the answer of, in milliseconds. */
const memory = 60 * 60_000

/**
 * Has a request carried to the ERP by the tenant's agent. Throws {@link ErpError}: `down` where no agent is there, none has
 * fetched it, or the agent does not reach the ERP; `unknown` where it was fetched and nothing more was heard.
 */
export function askByAgent(database: Database, tenantId: string): Ask {
  const inTenant = <T>(mode: 'read' | 'write', work: Parameters<typeof database.inTenant<T>>[2]) =>
    database.inTenant(tenantId, mode, work)
  return async ({ method, path, body = '', signal }) => {
    const { seenAt, isThere } = await inTenant('read', agentSeen)
    if (!isThere) throw nobody(seenAt)
    const id = newId()
    await inTenant('write', (tx) => tx.last(lay, id, method, path, body, pickUp))
    bell.emit(tenantId)
    const answer = await answered(id, signal, () =>
      inTenant('read', async (tx) => (await tx.query<Answer>(readAnswer, id))[0]),
    )
    const over = async () => (await inTenant('write', (tx) => tx.query(withdraw, id))).length > 0
    if (!answer?.isAnswered && (await over()))
      throw new ErpError('down', 'The ERP agent did not fetch the request in time.')
    // Fetched at the last moment, it may be answered by now.
    const last = answer?.isAnswered
      ? answer
      : await inTenant('read', async (tx) => (await tx.query<Answer>(readAnswer, id))[0])
    if (!last?.isAnswered)
      throw new ErpError('unknown', 'The ERP agent fetched the request but did not answer it in time.')
    await inTenant('write', (tx) => tx.query(drop, id))
    return answerOf(last)
  }
}

/** Drops what nobody has read the answer of, also where the tenant no longer has an agent. */
export async function forgetOld(database: Database, tenantId: string, now: Date): Promise<void> {
  const old = new Date(now.getTime() - memory)
  const found = await database.inTenant(tenantId, 'read', (tx) => tx.query(anyOld, old))
  if (found.length > 0) await database.inTenant(tenantId, 'write', (tx) => tx.last(dropOld, old))
}

type Seen = { seenAt: Date | null; isThere: boolean }

/** When the tenant's agent has last asked for work, and whether that is not long ago. */
export async function agentSeen(tx: Tx): Promise<Seen> {
  const [known] = await tx.query<Seen>(seen, silence)
  return known ?? { seenAt: null, isThere: false }
}

function nobody(seenAt: Date | null): ErpError {
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

/** Resolves with the request as it stands when it is answered, when nobody has fetched it in time, or at the signal. */
async function answered(
  id: string,
  signal: AbortSignal,
  read: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (;;) {
    const heard = listen(id, look, signal)
    const answer = await read()
    if (!answer || answer.isAnswered || (answer.isOver && !answer.isTaken) || signal.aborted) {
      heard.stop()
      return answer
    }
    await heard.over
  }
}

/** Listens to a bell: over when it rings, after a while, or at the signal. */
export function listen(name: string, milliseconds: number, signal: AbortSignal) {
  let stop = () => {}
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(() => stop(), milliseconds)
    stop = () => {
      clearTimeout(timer)
      bell.off(name, stop)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    bell.once(name, stop)
    signal.addEventListener('abort', stop, { once: true })
  })
  return { over, stop: () => stop() }
}

/** Tells whoever waits for it in this process. */
export const ring = (name: string) => bell.emit(name)
