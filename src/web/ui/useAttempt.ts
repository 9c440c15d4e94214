import { useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/** A try to prove oneself, as {@link useAttempt} gives it. */
export type Attempt<Given> = {
  run: (given: Given) => void
  isRunning: boolean
  /** Why the last one failed. */
  error: Error | undefined
  /** Whether the server makes us wait, and how many seconds more. */
  mustWait: boolean
  seconds: number
  /** As if nothing had been tried yet. */
  forget: () => void
}

/**
 * Something that the server makes wait for whoever fails at it too often: a password, a code. One at a time, and none
 * before the wait is over.
 */
export function useAttempt<Given, Answer>(
  attempt: (given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): Attempt<Given> {
  const isUnderWay = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<Error>()
  const [freeAt, setFreeAt] = useState(0)
  const seconds = useSecondsUntil(freeAt)
  const start = async (given: Given) => {
    isUnderWay.current = true
    setIsRunning(true)
    const outcome = await attempt(given).then(
      (answer) => ({ answer }),
      (reason: unknown) => ({ reason }),
    )
    isUnderWay.current = false
    setIsRunning(false)
    if ('answer' in outcome) {
      setError(undefined)
      return onDone(outcome.answer)
    }
    const { reason } = outcome
    const wait = reason instanceof CallFailed ? (reason.seconds ?? 0) : 0
    setFreeAt(wait > 0 ? Date.now() + wait * 1000 : 0)
    setError(reason instanceof Error ? reason : new Error(String(reason)))
  }
  return {
    run: (given) => {
      if (!isUnderWay.current && Date.now() >= freeAt) void start(given)
    },
    isRunning,
    error,
    mustWait: freeAt > 0 && error !== undefined,
    seconds,
    forget: () => {
      setError(undefined)
      setFreeAt(0)
    },
  }
}
