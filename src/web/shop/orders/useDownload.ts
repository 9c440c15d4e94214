import { useState } from 'react'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'

const paths = { pdf: '/api/Shop/GetOrderPdf', excel: '/api/Shop/GetOrderExcel' } as const
type DocumentKind = keyof typeof paths

/** Whether the browser can hand a PDF to another program, as a messenger. */
export const canShare =
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'order.pdf', { type: 'application/pdf' })] })

/** One at a time; `busy` is the running one. */
export function useDownload(guidKey: string) {
  const [busy, setBusy] = useState<DocumentKind | 'share'>()
  const run = (kind: DocumentKind | 'share', action: () => Promise<unknown>) => {
    if (busy) return
    setBusy(kind)
    void action()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  const share = async () => {
    const file = await api.file(paths.pdf, { guidKey })
    await navigator.share({ files: [file] }).catch((error: unknown) => {
      // Whoever closes the browser's list has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }
  return {
    busy,
    download: (kind: DocumentKind) => run(kind, () => api.download(paths[kind], { guidKey })),
    share: () => run('share', share),
  }
}
