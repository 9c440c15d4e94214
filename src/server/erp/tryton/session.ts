import { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import { ErpError } from '#server/erp/connector.ts'
import { clearRefusals, recordRefusal, signInKey, throwIfRecentlyRefused } from '#server/erp/signIns.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { callOnce } from './rpc.ts'

export type CallOptions = {
  signal: AbortSignal
  writes?: boolean
  /** Merged into the user's own context. */
  context?: Record<string, unknown>
}

/** Signs in on first use, and once more if Tryton dropped the session. */
export type Session = {
  call: <Schema extends z.ZodType>(
    method: string,
    params: unknown[],
    reply: Schema,
    options: CallOptions,
  ) => Promise<z.output<Schema>>
  version: (signal: AbortSignal) => Promise<string>
  close: () => Promise<void>
}

export type SessionOptions = {
  callTimeoutMs: number
  /** After a refused sign-in. */
  signInRetryDelayMs: number
}

type SignedIn = { authorization: string; context: Record<string, unknown> }

const loginReply = z.tuple([z.int(), z.string()])
const contextReply = z.record(z.string(), z.unknown())

export function openSession(
  settings: TrytonSettings,
  password: string,
  { callTimeoutMs, signInRetryDelayMs }: SessionOptions,
): Session {
  const { username, database } = settings
  const root = `${settings.url}/`
  const url = `${root}${encodeURIComponent(database)}/`
  const login = signInKey('tryton', url, username, password)
  const withTimeout = (signal: AbortSignal) => anySignal(signal, AbortSignal.timeout(callTimeoutMs))
  let current: SignedIn | undefined
  let pending: Promise<SignedIn> | undefined

  async function signIn(): Promise<SignedIn> {
    throwIfRecentlyRefused(login)
    // Not the caller's signal: others wait too.
    const signal = AbortSignal.timeout(Math.min(callTimeoutMs, 60_000))
    const params = [username, { password }, 'en']
    try {
      const answer = await callOnce({ url, method: 'common.db.login', params, signal, writes: false })
      if (!answer.isAuthorised)
        throw new ErpError('auth', 'Tryton does not know a user with this name and password')
      const [userId, key] = parseReply(loginReply, answer.result, false)
      const authorization = `Session ${Buffer.from(`${username}:${userId}:${key}`).toString('base64')}`
      const method = 'model.res.user.get_preferences'
      const preferences = await callOnce({
        url,
        method,
        params: [true, {}],
        authorization,
        signal,
        writes: false,
      })
      if (!preferences.isAuthorised) throw new ErpError('auth', 'Tryton lost the session immediately')
      clearRefusals(login)
      return { authorization, context: parseReply(contextReply, preferences.result, false) }
    } catch (error) {
      if (error instanceof ErpError && error.errorClass === 'auth') {
        recordRefusal(login, error, signInRetryDelayMs)
      }
      throw error
    }
  }

  async function ensureSignedIn(signal: AbortSignal): Promise<SignedIn> {
    if (current) return current
    pending ??= signIn().finally(() => {
      pending = undefined
    })
    current = await orAborted(pending, signal)
    return current
  }

  async function ask(
    method: string,
    params: unknown[],
    options: CallOptions,
    isRetry: boolean,
  ): Promise<unknown> {
    const signal = withTimeout(options.signal)
    const session = await ensureSignedIn(signal)
    const answer = await callOnce({
      url,
      method,
      params: [...params, { ...session.context, ...options.context }],
      authorization: session.authorization,
      signal,
      writes: options.writes ?? false,
    })
    if (answer.isAuthorised) return answer.result
    if (current === session) current = undefined
    if (isRetry) throw new ErpError('auth', 'Tryton refuses the session that it just opened', answer.raw)
    return ask(method, params, options, true)
  }

  return {
    async call(method, params, reply, options) {
      return parseReply(reply, await ask(method, params, options, false), options.writes ?? false)
    },
    async version(signal) {
      const method = 'common.server.version'
      const answer = await callOnce({
        url: root,
        method,
        params: [],
        signal: withTimeout(signal),
        writes: false,
      })
      return answer.isAuthorised ? String(answer.result) : ''
    },
    async close() {
      const session = current
      current = undefined
      if (!session) return
      const request = { url, method: 'common.db.logout', params: [], authorization: session.authorization }
      // Optional: sessions expire anyway.
      await callOnce({ ...request, signal: AbortSignal.timeout(2000), writes: false }).catch(() => undefined)
    },
  }
}

function parseReply<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  writes: boolean,
): z.output<Schema> {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  const what = `Tryton gave an unexpected answer (${z.prettifyError(parsed.error)})`
  throw new ErpError(writes ? 'unknown' : 'down', what, JSON.stringify(result) ?? '')
}

/** On abort the promise continues for the other waiters. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ErpError('down', 'Tryton did not complete our sign-in in time'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
