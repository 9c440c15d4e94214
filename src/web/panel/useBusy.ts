import { useState } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { refetch } from './refetch.ts'

/**
 * Actions of which one runs at a time; failures are shown. A name tells several actions apart. `refetched`
 * is loaded again after each, also after a failed one.
 */
export function useBusy(...refetched: Parameters<typeof refetch>) {
  const [busy, setBusy] = useState<string>()
  const run = async (work: () => Promise<unknown>, name = 'action') => {
    if (busy) return
    setBusy(name)
    await work().catch(notifyFailure)
    await refetch(...refetched)
    setBusy(undefined)
  }
  return {
    isBusy: busy !== undefined,
    run: (work: () => Promise<unknown>, name?: string) => void run(work, name),
    /** Props of an action's button. Never `disabled`, which would drop the focus. */
    button: (name: string, work: () => Promise<unknown>) => ({
      'aria-busy': busy === name,
      onClick: () => void run(work, name),
    }),
  }
}
