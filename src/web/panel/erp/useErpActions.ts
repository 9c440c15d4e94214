import { useState } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { useErpRefresh } from './useErpLink.ts'

/** One action at a time; failures are shown. `refresh` reloads ERP data. */
export function useErpActions() {
  const refresh = useErpRefresh()
  const [busy, setBusy] = useState<string>()
  const run = (name: string, work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    void work()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  /** Of the action's button. */
  const button = (name: string, work: () => Promise<unknown>) => ({
    'aria-busy': busy === name,
    onClick: () => run(name, work),
  })
  return { busy, button, refresh }
}
