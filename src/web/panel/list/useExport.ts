import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import type { DownloadProgress, Exporter, ExportRequest } from './bulk.ts'

export type RunningExport = { progress: DownloadProgress; cancel: () => void }

/** One export at a time, with progress and cancel. */
export function useExport(exporter: Exporter | undefined) {
  const [progress, setProgress] = useState<DownloadProgress>()
  const abort = useRef<AbortController>(undefined)
  const start = async (request: ExportRequest) => {
    if (!exporter || abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setProgress({ bytes: 0 })
    try {
      await exporter(request, { signal: controller.signal, onProgress: setProgress })
      notifyDone(t('panel.list.exportDone'))
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error)
    }
    abort.current = undefined
    setProgress(undefined)
  }
  const running: RunningExport | undefined = progress && { progress, cancel: () => abort.current?.abort() }
  return { running, start: (request: ExportRequest) => void start(request) }
}
