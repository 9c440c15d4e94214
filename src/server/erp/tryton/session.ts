import { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import { ErpError } from '#server/erp/connector.ts'
import { clearRefusals, recordRefusal, signInKey, throwIfRecentlyRefused } from '#server/erp/signIns.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { callOnce } from './rpc.ts'

export type CallOptions = {
  signal: AbortSignal
  writes?: boolean
  /** Added to the user's own context. */
  context?: Record<string, unknown>
}

/** Somebody signed in to Tryton: signs in when first needed, and once more where Tryton has forgotten the session. */
export type Session = {
  /** Calls a method of a model; what is wanted of its answer is checked. */
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
  /** How long one call may take, whatever the caller's signal allows. */
  callTimeoutMs: number
  /** How long nobody tries to sign in again after it was refused. */
  signInRetryDelayMs: number
}

type SignedIn = { authorization: string; context: Record<string, unknown> }

const loginReply = z.tuple([z.int(), z.string()])
const contextReply = z.record(z.string(), z.unknown())

/** @param settings where to, and as whom */
export function openSession(
  settings: TrytonSettings,
  password: string,
  { callTimeoutMs, signInRetryDelayMs }: SessionOptions,
): Session {
  const { username, database } = settings
  const root = `${settings.url}/`
  const url = `${root}${encodeURIComponent(database)}/`
  const login = signInKey('tryton', url, username, password)
  const limited = (signal: AbortSignal) => anySignal(signal, AbortSignal.timeout(callTimeoutMs))
  let current: SignedIn | undefined
  let pending: Promise<SignedIn> | undefined

  async function signIn(): Promise<SignedIn> {
    throwIfRecentlyRefused(login)
    // Not the signal of whoever asked first: others wait for the same sign-in.
    const signal = AbortSignal.timeout(Math.min(callTimeoutMs, 60_000))
    const params = [username, { password }, 'en']
    try {
      const answer = await callOnce({ url, method: 'common.db.login', params, signal, writes: false })
      if (!answer.isAuthorised) throw new ErpError('auth', 'Tryton knows no such user with this password')
      const [userId, key] = understood(loginReply, answer.result, false)
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
      if (!preferences.isAuthorised) throw new ErpError('auth', 'Tryton forgot the session at once')
      clearRefusals(login)
      return { authorization, context: understood(contextReply, preferences.result, false) }
    } catch (error) {
      if (error instanceof ErpError && error.errorClass === 'auth') {
        recordRefusal(login, error, signInRetryDelayMs)
      }
      throw error
    }
  }

  /** One sign-in for all who want one at the same time. */
  async function signedIn(signal: AbortSignal): Promise<SignedIn> {
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
    isAgain: boolean,
  ): Promise<unknown> {
    const signal = limited(options.signal)
    const who = await signedIn(signal)
    const answer = await callOnce({
      url,
      method,
      params: [...params, { ...who.context, ...options.context }],
      authorization: who.authorization,
      signal,
      writes: options.writes ?? false,
    })
    if (answer.isAuthorised) return answer.result
    if (current === who) current = undefined
    if (isAgain) throw new ErpError('auth', 'Tryton refuses the session that it has just opened', answer.raw)
    return ask(method, params, options, true)
  }

  return {
    async call(method, params, reply, options) {
      return understood(reply, await ask(method, params, options, false), options.writes ?? false)
    },
    async version(signal) {
      const method = 'common.server.version'
      const answer = await callOnce({ url: root, method, params: [], signal: limited(signal), writes: false })
      return answer.isAuthorised ? String(answer.result) : ''
    },
    async close() {
      const who = current
      current = undefined
      if (!who) return
      const request = { url, method: 'common.db.logout', params: [], authorization: who.authorization }
      // The session ends by itself some day; it is only a courtesy to end it now.
      await callOnce({ ...request, signal: AbortSignal.timeout(2000), writes: false }).catch(() => undefined)
    },
  }
}

function understood<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  writes: boolean,
): z.output<Schema> {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  const what = `Tryton answered what nobody expected (${z.prettifyError(parsed.error)})`
  throw new ErpError(writes ? 'unknown' : 'down', what, JSON.stringify(result) ?? '')
}

/** What others wait for too goes on where one of them no longer wants it. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ErpError('down', 'Tryton did not let us in in time'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
