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
  return { busy, run, refresh }
}
