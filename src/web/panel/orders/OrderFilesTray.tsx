import { useEffect, useRef } from 'react'
import type { OrderFile } from '#shared/orderFiles.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { MadeFile } from '../MadeFile.tsx'
import { useCall } from '../useCall.ts'
import classes from './OrderFilesTray.module.css'
import { orderFilesKey } from './orderFiles.ts'

const pollIntervalMs = 1000
const maxShown = 3

/** The user's order files, kept for a day. */
export function OrderFilesTray() {
  const { data: files = [] } = useCall(
    orderFilesKey,
    (options) => api.get('/api/Shop/GetOrderFiles', {}, options),
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((file) => file.state === 'making') ? pollIntervalMs : false,
    },
  )
  useReadyNotice(files)
  if (files.length === 0) return null
  return (
    <section aria-label={t('panel.orderFile.tray')}>
      <ul className={classes.tray}>
        {files.slice(0, maxShown).map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  )
}

/** Notifies when a file becomes ready while the page is open. */
function useReadyNotice(files: OrderFile[]): void {
  const making = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, fileName } of files) {
      if (state === 'ready' && making.current.has(id))
        notifyDone(t('panel.orderFile.isReady', { file: fileName }))
      if (state === 'making') making.current.add(id)
      else making.current.delete(id)
    }
  }, [files])
}

function FileRow({ file: { id, state, fileName, orders, done } }: { file: OrderFile }) {
  return (
    <li className={classes.file}>
      <MadeFile
        fileName={fileName}
        state={state}
        done={done}
        total={orders}
        texts={{
          making: t('panel.orderFile.making', { file: fileName }),
          failed: t('panel.orderFile.failed'),
          download: t('panel.orderFile.download'),
          remove: t(state === 'making' ? 'panel.orderFile.cancel' : 'panel.orderFile.remove', {
            file: fileName,
          }),
        }}
        download={() => api.download('/api/Shop/GetOrderFile', { id })}
        remove={() => api.post('/api/Shop/DeleteOrderFile', { id })}
        queryKey={orderFilesKey}
      />
    </li>
  )
}
