import { CallFailed } from '#web/api.ts'

const turns = new Map<string, Promise<unknown>>()

/** Runs calls about one cart one after the other. */
export function inTurn<Answer>(guidKey: string, call: () => Promise<Answer>): Promise<Answer> {
  const before = turns.get(guidKey)
  const turn = before ? before.then(call, call) : call()
  turns.set(guidKey, turn)
  const end = () => turns.get(guidKey) === turn && turns.delete(guidKey)
  turn.then(end, end)
  return turn
}

/** No answer, or one from a proxy. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallFailed && [0, 502, 503, 504].includes(error.status)

/** For calls that may find nothing. */
export function unlessNotFound(error: unknown): undefined {
  if (error instanceof CallFailed && error.code === 'notFound') return undefined
  throw error
}

/** Reports slowness after the first; calls again beside it after the second. */
const slowAfterMs = 12_000
const repeatAfterMs = 60_000
const maxRetryDelayMs = 30_000
/** One on a lost connection may never be answered; more would only compete. */
const maxPending = 2

type Delivery<Answer> = {
  call: (signal: AbortSignal) => Promise<Answer>
  signal: AbortSignal
  onWait: (isSlow: boolean) => void
}

/**
 * In its cart's turn, repeats a call until the server answers; the first answer counts. Rejects with a refusal, or
 * when `signal` aborts. `onWait` hears that the server could not be reached or `isSlow`.
 */
export const deliver = <Answer>(guidKey: string, delivery: Delivery<Answer>): Promise<Answer> =>
  inTurn(guidKey, () => untilAnswered(delivery))

function untilAnswered<Answer>({ call, signal, onWait }: Delivery<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const pending = new Set<AbortController>()
    let failures = 0
    let timer = 0
    const later = (next: () => void, delayMs: number) => {
      clearTimeout(timer)
      timer = window.setTimeout(next, delayMs)
    }
    const abort = (one: AbortController) => {
      pending.delete(one)
      one.abort()
    }
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', attempt)
      for (const one of pending) abort(one)
    }
    const handleSlow = () => {
      onWait(true)
      later(attempt, repeatAfterMs)
    }
    const handleFailure = (error: unknown) => {
      if (!isUnreachable(error)) {
        end()
        reject(error)
        return
      }
      onWait(false)
      later(attempt, Math.min(1000 * 2 ** failures, maxRetryDelayMs))
      failures += 1
    }
    const callOnce = async () => {
      const controller = new AbortController()
      pending.add(controller)
      try {
        const answer = await call(controller.signal)
        end()
        resolve(answer)
      } catch (error) {
        if (pending.delete(controller)) handleFailure(error)
      }
    }
    function attempt(): void {
      const [oldest] = pending
      if (oldest && pending.size === maxPending) abort(oldest)
      later(handleSlow, slowAfterMs)
      void callOnce()
    }
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    // The call may be lost with the old connection.
    window.addEventListener('online', attempt)
    attempt()
  })
}
