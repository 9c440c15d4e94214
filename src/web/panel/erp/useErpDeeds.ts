import { useState } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { useErpRefresh } from './useErpLink.ts'

/** One deed at a time; what goes wrong is said. `refresh` shows what came of it. */
export function useErpDeeds() {
  const refresh = useErpRefresh()
  const [busy, setBusy] = useState<string>()
  const once = (name: string, work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    void work()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  return { busy, once, refresh }
}
