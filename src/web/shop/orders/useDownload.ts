import { useState } from 'react'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'

const paths = { pdf: '/api/Shop/GetOrderPdf', excel: '/api/Shop/GetOrderExcel' } as const
type Kind = keyof typeof paths

/** Fetches an order as a document, one at a time; `busy` is the one that is being made. */
export function useDownload(guidKey: string) {
  const [busy, setBusy] = useState<Kind>()
  const download = (kind: Kind) => {
    if (busy) return
    setBusy(kind)
    void api
      .download(paths[kind], { guidKey })
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  return { busy, download }
}
