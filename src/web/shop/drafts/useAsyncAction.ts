import { useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { notifyFailureAs } from '#web/notify.ts'

/** Runs one action at a time and reports its error. */
export function useAsyncAction() {
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const start = async (action: () => Promise<unknown>) => {
    isBusy.current = true
    setIsRunning(true)
    await action().catch((error: unknown) => notifyFailureAs(errorText(error), error))
    isBusy.current = false
    setIsRunning(false)
  }
  const run = (action: () => Promise<unknown>) => {
    if (!isBusy.current) void start(action)
  }
  return { run, isRunning }
}

/** The server's message about the name is the most specific. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error instanceof CallFailed && error.fields.name) || error.message
}
