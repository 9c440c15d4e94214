import { useRef, useState } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { refetch } from './refetch.ts'

/**
 * Actions of which one runs at a time; failures are shown. A name tells several actions apart: another one
 * waits for those pressed before it, and one that runs or waits is not started again. `refetched` is loaded
 * again after each, also after a failed one.
 */
export function useBusy(...refetched: Parameters<typeof refetch>) {
  const [busy, setBusy] = useState<readonly string[]>([])
  const last = useRef(Promise.resolve())
  const runAfter = async (before: Promise<void>, work: () => Promise<unknown>, name: string) => {
    await before
    await work().catch(notifyFailure)
    await refetch(...refetched)
    setBusy((names) => names.filter((other) => other !== name))
  }
  const run = (work: () => Promise<unknown>, name = 'action') => {
    if (busy.includes(name)) return
    setBusy((names) => [...names, name])
    last.current = runAfter(last.current, work, name)
  }
  return {
    isBusy: busy.length > 0,
    run,
    /** Props of an action's button. Never `disabled`, which would drop the focus. */
    button: (name: string, work: () => Promise<unknown>) => ({
      'aria-busy': busy.includes(name),
      onClick: () => run(work, name),
    }),
  }
}
