import { useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

export type Attempt<Input> = {
  run: (input: Input) => void
  isRunning: boolean
  error: Error | undefined
  /** Whether the server makes the user wait. */
  mustWait: boolean
  seconds: number
  reset: () => void
}

/** Runs a rate-limited action (password, code): one at a time, none during the wait. */
export function useAttempt<Input, Answer>(
  attempt: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): Attempt<Input> {
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<Error>()
  const [retryAt, setRetryAt] = useState(0)
  const seconds = useSecondsUntil(retryAt)
  const runAttempt = async (input: Input) => {
    isBusy.current = true
    setIsRunning(true)
    const outcome = await attempt(input).then(
      (answer) => ({ answer }),
      (reason: unknown) => ({ reason }),
    )
    isBusy.current = false
    setIsRunning(false)
    if ('answer' in outcome) {
      setError(undefined)
      return onDone(outcome.answer)
    }
    const { reason } = outcome
    const wait = reason instanceof CallFailed ? (reason.seconds ?? 0) : 0
    setRetryAt(wait > 0 ? Date.now() + wait * 1000 : 0)
    setError(reason instanceof Error ? reason : new Error(String(reason)))
  }
  return {
    run: (input) => {
      if (!isBusy.current && Date.now() >= retryAt) void runAttempt(input)
    },
    isRunning,
    error,
    mustWait: retryAt > 0 && error !== undefined,
    seconds,
    reset: () => {
      setError(undefined)
      setRetryAt(0)
    },
  }
}
