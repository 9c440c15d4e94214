import { z } from 'zod'
import { ErpError } from '../connector.ts'
import { outboundRequest } from '../outbound.ts'

export type RpcRequest = {
  url: string
  method: string
  params: unknown[]
  authorization?: string
  signal: AbortSignal
  /** If true, a lost answer leaves the outcome unknown. */
  writes: boolean
}

/** Not authorised: nothing was done. */
export type RpcAnswer = { isAuthorised: true; result: unknown } | { isAuthorised: false; raw: string }

const answer = z.object({ result: z.unknown().optional(), error: z.unknown().optional() })
const refusal = z
  .tuple([z.enum(['UserError', 'UserWarning', 'LoginException', 'ConcurrencyException'])])
  .rest(z.unknown())

/** Database failures. Rolled back, unless the connection was lost during commit. */
const databaseFailure =
  /deadlock|serialize|concurrent|lock timeout|connection|cursor already closed|server closed|shutting down|starting up|too many clients|canceling statement/i

/** Makes one JSON-RPC call. Throws {@link ErpError}. */
export async function callOnce(request: RpcRequest): Promise<RpcAnswer> {
  const { writes } = request
  if (request.signal.aborted) throw new ErpError('down', 'Stopped before anything was sent to Tryton')
  const { status, text } = await exchange(request)
  if (status === 401) return { isAuthorised: false, raw: text }
  if (status !== 200) throw statusError(status, text, request)
  let reply: z.output<typeof answer>
  try {
    reply = answer.parse(JSON.parse(text))
  } catch {
    throw new ErpError(
      writes ? 'unknown' : 'down',
      'The server that answers is not Tryton: its answer is not JSON',
      text,
    )
  }
  if (reply.error !== undefined && reply.error !== null) throw refusalError(reply.error, writes)
  return { isAuthorised: true, result: reply.result }
}

async function exchange(request: RpcRequest): Promise<{ status: number; text: string }> {
  const { url, method, params, authorization, signal, writes } = request
  const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
  const body = JSON.stringify({ id: 1, method, params })
  try {
    const { status, body: text } = await outboundRequest(url, { method: 'POST', headers, body, signal })
    return { status, text }
  } catch (error) {
    // A failed read changed nothing.
    if (writes || !(error instanceof ErpError) || error.errorClass !== 'unknown') throw error
    throw new ErpError('down', error.message, error.raw)
  }
}

function statusError(status: number, text: string, { writes, method }: RpcRequest): ErpError {
  if (status === 429) return new ErpError('auth', 'Tryton locked this login after too many attempts', text)
  if (status === 403) return new ErpError('auth', `Tryton does not allow this user to call ${method}`, text)
  // Also for a database that is temporarily unreachable.
  if (status === 404) return new ErpError('down', 'Tryton cannot reach a database with this name', text)
  if (status >= 300 && status < 400) {
    return new ErpError(
      'down',
      `The address redirects elsewhere (status ${status}): it is not the address of Tryton itself`,
      text,
    )
  }
  if (status < 500) return new ErpError('rejected', `Tryton refused the request (status ${status})`, text)
  return writes
    ? new ErpError('unknown', `Tryton failed (status ${status}); it is not known whether it was done`, text)
    : new ErpError('down', `Tryton failed (status ${status})`, text)
}

/** Keeps Tryton's message, which tells the office what to do. */
function refusalError(error: unknown, writes: boolean): ErpError {
  const raw = JSON.stringify(error)
  const known = refusal.safeParse(error)
  if (!known.success) {
    const message = Array.isArray(error) ? String(error[0]) : raw
    if (databaseFailure.test(message))
      return new ErpError(writes ? 'unknown' : 'down', `Tryton failed: ${message}`, raw)
    return new ErpError('rejected', `Tryton failed: ${message}`, raw)
  }
  const [kind, details] = known.data
  if (kind === 'ConcurrencyException') {
    return new ErpError(
      'unknown',
      `Someone else is working on the same record in Tryton: ${String(details)}`,
      raw,
    )
  }
  if (kind === 'LoginException')
    return new ErpError('auth', `Tryton requires more than a password: ${raw}`, raw)
  const parts = Array.isArray(details)
    ? details.map((part) => (typeof part === 'string' ? part : ''))
    : [String(details)]
  // A warning starts with its technical name.
  const texts = kind === 'UserWarning' ? parts.slice(1) : parts
  return new ErpError('rejected', texts.filter((part) => part.trim() !== '').join(' – ') || raw, raw)
}
