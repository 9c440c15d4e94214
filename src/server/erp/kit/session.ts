import { createHash } from 'node:crypto'
import { ErpError } from '../connector.ts'

/** ERPs lock users after repeated failures. Module state, because links are reopened often. Oldest first. */
const refused = new Map<string, { until: number; times: number; error: ErpError }>()

const refusalMemoryMs = 24 * 60 * 60_000
const maxRefusals = 1000

/** A hash, so that the key reveals nothing. */
export function signInKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export function throwIfRecentlyRefused(signIn: string, now = Date.now()): void {
  const earlier = refused.get(signIn)
  if (earlier && earlier.until > now) throw earlier.error
}

/** Repeated refusals block six times as long. */
export function recordRefusal(signIn: string, error: ErpError, retryDelayMs: number, now = Date.now()): void {
  for (const [key, { until }] of refused) if (until + refusalMemoryMs < now) refused.delete(key)
  const times = (refused.get(signIn)?.times ?? 0) + 1
  const blockedMs = times === 1 ? retryDelayMs : 6 * retryDelayMs
  refused.delete(signIn)
  refused.set(signIn, { until: now + blockedMs, times, error })
  const [oldest] = refused.keys()
  if (refused.size > maxRefusals && oldest !== undefined) refused.delete(oldest)
}

export function clearRefusals(signIn: string): void {
  refused.delete(signIn)
}

const maxSignInMs = 60_000

/** The program no longer knows the session, so nothing was done. `raw`: its answer. */
export class SignedOut extends Error {
  readonly raw: string
  constructor(raw: string) {
    super('signed out')
    this.raw = raw
  }
}

type SessionOptions<Session> = {
  program: string
  /** Who signs in where, and with which secret. */
  identity: string[]
  /** After a refused sign-in. */
  signInRetryDelayMs: number
  /** The signal is not a caller's: others wait too. */
  signIn: (signal: AbortSignal) => Promise<Session>
}

/** One session: opened at first use, by one caller while the others wait, and once more if it is gone. */
export function keepSession<Session>(options: SessionOptions<Session>) {
  const { program, identity, signInRetryDelayMs } = options
  const key = signInKey(program, ...identity)
  let current: Session | undefined
  let pending: Promise<Session> | undefined

  async function signIn(): Promise<Session> {
    throwIfRecentlyRefused(key)
    try {
      const opened = await options.signIn(AbortSignal.timeout(maxSignInMs))
      clearRefusals(key)
      return opened
    } catch (error) {
      if (ErpError.is(error, 'auth')) recordRefusal(key, error, signInRetryDelayMs)
      throw error
    }
  }

  async function session(signal: AbortSignal): Promise<Session> {
    if (current !== undefined) return current
    pending ??= signIn().finally(() => {
      pending = undefined
    })
    current = await orAborted(pending, signal, program)
    return current
  }

  async function use<T>(
    signal: AbortSignal,
    ask: (session: Session) => Promise<T>,
    isRetry = false,
  ): Promise<T> {
    const used = await session(signal)
    try {
      return await ask(used)
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error
      if (current === used) current = undefined
      if (isRetry) throw new ErpError('auth', `${program} lost the session that it just opened`, error.raw)
      return await use(signal, ask, true)
    }
  }

  return {
    session,
    /** `ask` throws {@link SignedOut} if the session is gone. */
    use: <T>(signal: AbortSignal, ask: (session: Session) => Promise<T>) => use(signal, ask),
    /** Forgets the session. `signOut` is optional for the program, which ends sessions by itself. */
    close: async (signOut: (session: Session, signal: AbortSignal) => Promise<unknown>): Promise<void> => {
      const open = current
      current = undefined
      if (open !== undefined) await signOut(open, AbortSignal.timeout(2000)).catch(() => undefined)
    },
  }
}

/** On abort the promise continues for the other waiters. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal, program: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ErpError('down', `${program} did not complete our sign-in in time`))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
