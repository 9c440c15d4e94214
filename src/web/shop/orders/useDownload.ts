import { useState } from 'react'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'

const paths = { pdf: '/api/Shop/GetOrderPdf', excel: '/api/Shop/GetOrderExcel' } as const
type DocumentKind = keyof typeof paths

/** One at a time; `busy` is the running one. */
export function useDownload(guidKey: string) {
  const [busy, setBusy] = useState<DocumentKind>()
  const download = (kind: DocumentKind) => {
    if (busy) return
    setBusy(kind)
    void api
      .download(paths[kind], { guidKey })
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  return { busy, download }
}
