import { IconFiles } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import type { OrderFile } from '#shared/orders/orderFiles.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import type { StoredKey } from '#web/stored.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { Dialog } from '../Dialog.tsx'
import { IconAction } from '../IconButton.tsx'
import { MadeFile } from '../MadeFile.tsx'
import { useTabs } from '../shell/tabStore.ts'
import { useCall } from '../useCall.ts'
import classes from './OrderFilesTray.module.css'
import { orderFilesKey } from './orderFiles.ts'

const pollIntervalMs = 1000
const maxShown = 3
/** Then a file that failed is only in the list's dialog. */
const shownForMs = 30 * 60_000
const clockIntervalMs = 60_000

/** The user's order files, kept for a day. */
function useOrderFiles() {
  const { data = [] } = useCall(orderFilesKey, (options) => api.get('/api/Shop/GetOrderFiles', {}, options), {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'making') ? pollIntervalMs : false,
  })
  return data
}

/** Files that are being made or just failed; on the pages of orders only. */
export function OrderFilesTray() {
  const files = useOrderFiles()
  useReadyNotice(files)
  const now = useClock()
  const isOnOrders = useTabs(({ active }) => active?.startsWith('/siparisler/') ?? false)
  const shown = files.filter(
    ({ state, createdAt }) =>
      state === 'making' || (state === 'failed' && now - Date.parse(createdAt) < shownForMs),
  )
  useFocusKept(shown.length)
  if (!isOnOrders || shown.length === 0) return null
  return (
    <section aria-label={t('panel.orderFile.tray')}>
      <FileList files={shown.slice(0, maxShown)} />
    </section>
  )
}

/** The files of the last day, with the count of those not yet downloaded here; hidden if there are none. */
export function OrderFilesButton() {
  const files = useOrderFiles()
  const downloaded = useDownloaded(({ ids }) => ids)
  const count = files.filter(({ id, state }) => state === 'ready' && !downloaded.includes(id)).length
  const [isOpen, setIsOpen] = useState(false)
  // The next file does not open it again.
  if (isOpen && files.length === 0) setIsOpen(false)
  if (files.length === 0) return null
  return (
    <>
      <span className={classes.files}>
        <IconAction
          Icon={IconFiles}
          variant="default"
          size={36}
          label={count > 0 ? t('panel.orderFile.trayCount', { count }) : t('panel.orderFile.tray')}
          title={t('panel.orderFile.tray')}
          onClick={() => setIsOpen(true)}
        />
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {formatCount(count)}
          </span>
        )}
      </span>
      {isOpen && (
        <Dialog title={t('panel.orderFile.tray')} size="lg" onClose={() => setIsOpen(false)}>
          <FileList files={files} />
        </Dialog>
      )}
    </>
  )
}

/** The pressed button goes with its file. */
function useFocusKept(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const isLost = count < before.current && document.activeElement === document.body
    if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
    before.current = count
  }, [count])
}

function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

const storageKey: StoredKey = 'orderFiles'
/** More than the server keeps. */
const maxKeptIds = 100

/** Ids of files that were downloaded in this browser. */
const useDownloaded = create<{ ids: readonly string[] }>(() => ({
  ids: (localStorage.getItem(storageKey) ?? '').split(' '),
}))

function rememberDownload(id: string): void {
  const ids = [id, ...useDownloaded.getState().ids].slice(0, maxKeptIds)
  useDownloaded.setState({ ids })
  trySetItem(localStorage, storageKey, ids.join(' '))
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

function FileList({ files }: { files: OrderFile[] }) {
  return (
    <ul className={classes.tray}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  )
}

function FileRow({ file: { id, state, fileName, orders, done } }: { file: OrderFile }) {
  const download = async () => {
    await api.download('/api/Shop/GetOrderFile', { id })
    rememberDownload(id)
  }
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
        download={download}
        remove={() => api.post('/api/Shop/DeleteOrderFile', { id })}
        queryKey={orderFilesKey}
      />
    </li>
  )
}
