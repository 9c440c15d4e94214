import type { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import { ErpError, type ErpErrorClass } from '../connector.ts'
import { type OutboundAnswer, outboundRequest } from '../outbound.ts'
import { redacted } from './redacted.ts'

/** `unclear`: `unknown` after a call that writes, `down` after a read, which changed nothing. */
type Meaning = ErpErrorClass | 'unclear'

/** A program that answers, and what its answers mean. In texts, `{status}` and `{message}` are filled in. */
export type Peer = {
  program: string
  /** Per request. */
  timeoutMs: number
  /** Hidden in what comes from outside. */
  secrets: string[]
  /** What the program itself says. May throw SignedOut. */
  faultIn: (answer: Answer) => Fault | undefined
  /** By `NAME: MESSAGE` of a fault; the first that fits. */
  said: readonly (readonly [pattern: RegExp, as: Meaning, says: string])[]
  /** Without a fault: a proxy, or another server. As `404` or `4xx`; the first that fits. */
  statuses: readonly (readonly [statuses: string, as: Meaning, says: string])[]
}

/** `name`: the program's kind of error, or its code. */
export type Fault = { name: string; message: string }

export type Answer = OutboundAnswer & {
  /** Undefined if the body is not JSON. */
  json: unknown
}

type Request = {
  /** Posted. */
  json?: object
  headers?: Record<string, string>
  signal: AbortSignal
  /** If true, a lost answer leaves the outcome unknown. */
  writes?: boolean
}

/** Sends JSON, or gets an answer. */
export async function exchange(peer: Peer, address: string, request: Request): Promise<Answer> {
  const { json, headers, signal, writes = false } = request
  if (signal.aborted) throw new ErpError('down', `Stopped before anything was sent to ${peer.program}`)
  try {
    const answer = await outboundRequest(address, {
      method: json ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'toptan', ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
      signal: anySignal(signal, AbortSignal.timeout(peer.timeoutMs)),
    })
    return { ...answer, json: parseJson(answer.body) }
  } catch (error) {
    throw !writes && ErpError.is(error, 'unknown') ? error.with({ errorClass: 'down' }) : error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON of a good answer. Faults keep the program's words, which tell the office what to do. */
export function jsonOf(peer: Peer, answer: Answer, writes = false): unknown {
  const { program, said, statuses } = peer
  const { status, body, json } = answer
  const fault = peer.faultIn(answer)
  if (fault) {
    const found = said.find(([pattern]) => pattern.test(`${fault.name}: ${fault.message}`))
    // A lock, a lost database or a bug: not certainly rolled back.
    const [, as, says] = found ?? [undefined, 'unclear' as const, `${program} failed: {message}`]
    throw outsideError(peer, { as, writes, raw: body }, says, fault.message)
  }
  if (status < 200 || status > 299) {
    const fits = (one: string) => one === String(status) || one === `${Math.floor(status / 100)}xx`
    const found = statuses.find(([patterns]) => patterns.split(' ').some(fits))
    const [, as, says] = found ?? [undefined, 'unclear' as const, `${program} failed ({status})`]
    const text = says.replace('{status}', `status ${status}`)
    const isLost = as === 'unclear' && writes
    const outcome = isLost ? '; it is not known whether it was done' : ''
    throw outsideError(peer, { as, writes, raw: body }, `${text}${outcome}`)
  }
  if (json !== undefined) return json
  const notJson = `The server that answers is not ${program}: its answer is not JSON`
  throw outsideError(peer, { as: 'unclear', writes, raw: body }, notJson)
}

export async function ask(peer: Peer, address: string, request: Request): Promise<unknown> {
  return jsonOf(peer, await exchange(peer, address, request), request.writes)
}

/** Throws if the reply has another shape. */
export function parseReply<Schema extends z.ZodType>(
  peer: Speaker,
  schema: Schema,
  reply: unknown,
  writes = false,
): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  const raw = JSON.stringify(reply) ?? ''
  const says = `${peer.program} gave an unexpected answer ({message})`
  throw outsideError(peer, { as: 'unclear', writes, raw }, says, problemOf(parsed.error))
}

/** Where a reply differs first. */
export function problemOf({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join('.')}: ${issue.message}` : ''
}

type Speaker = Pick<Peer, 'program' | 'secrets'>

function outsideError(
  { secrets }: Speaker,
  { as, writes, raw }: { as: Meaning; writes: boolean; raw: string },
  says: string,
  message = '',
): ErpError {
  const ofUnclear = writes ? 'unknown' : 'down'
  const text = says.replace('{message}', () => redacted(message, secrets))
  return new ErpError(as === 'unclear' ? ofUnclear : as, text, redacted(raw, secrets))
}
