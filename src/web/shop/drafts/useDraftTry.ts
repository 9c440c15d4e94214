import { useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'

/** Runs one thing at a time, and says what went wrong. */
export function useDraftTry() {
  const isUnderWay = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const start = async (work: () => Promise<unknown>) => {
    isUnderWay.current = true
    setIsRunning(true)
    await work().catch((error: unknown) => notifyFailure(reasonOf(error)))
    isUnderWay.current = false
    setIsRunning(false)
  }
  const run = (work: () => Promise<unknown>) => {
    if (!isUnderWay.current) void start(work)
  }
  return { run, isRunning }
}

/** What the server says of the name says more than that the request was wrong. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error instanceof CallFailed && error.fields.name) || error.message
}
