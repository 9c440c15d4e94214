import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import type { Exporting, Received, Wanted } from './bulk.ts'

export type RunningExport = { received: Received; cancel: () => void }

/** Fetches a list as a file, one at a time; what has come so far is told, and it can be called off. */
export function useExport(exporting: Exporting | undefined) {
  const [received, setReceived] = useState<Received>()
  const abort = useRef<AbortController>(undefined)
  const start = async (wanted: Wanted) => {
    if (!exporting || abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setReceived({ bytes: 0 })
    try {
      await exporting(wanted, { signal: controller.signal, onReceived: setReceived })
      notifyDone(t('panel.list.exportDone'))
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error)
    }
    abort.current = undefined
    setReceived(undefined)
  }
  const running: RunningExport | undefined = received && { received, cancel: () => abort.current?.abort() }
  return { running, start: (wanted: Wanted) => void start(wanted) }
}
