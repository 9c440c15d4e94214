import { Progress, Text } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OrderFile } from '#shared/orderFiles.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { IconAction, IconButton } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
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
  const [isFetching, setIsFetching] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.post('/api/Shop/DeleteOrderFile', { id }),
    onError: notifyFailure,
    onSettled: () => refetch(orderFilesKey),
  })
  const fetchFile = async () => {
    setIsFetching(true)
    await api.download('/api/Shop/GetOrderFile', { id }).catch(notifyFailure)
    setIsFetching(false)
  }
  const isMaking = state === 'making'
  return (
    <li className={classes.file}>
      <bdi className={classes.name}>{fileName}</bdi>
      {isMaking && <MakingProgress done={done} orders={orders} name={fileName} />}
      {state === 'failed' && (
        <Text className={classes.soft ?? ''} c="red.9">
          {t('panel.orderFile.failed')}
        </Text>
      )}
      {state === 'ready' && (
        <span className={classes.soft}>
          <IconButton
            Icon={IconDownload}
            variant="filled"
            size="sm"
            aria-label={`${t('panel.orderFile.download')} ${fileName}`}
            loading={isFetching}
            onClick={() => void fetchFile()}
          >
            {t('panel.orderFile.download')}
          </IconButton>
        </span>
      )}
      <IconAction
        Icon={IconX}
        size={44}
        label={t(isMaking ? 'panel.orderFile.cancel' : 'panel.orderFile.remove', { file: fileName })}
        aria-disabled={remove.isPending}
        onClick={() => remove.isPending || remove.mutate()}
      />
    </li>
  )
}

function MakingProgress({ done, orders, name }: { done: number; orders: number; name: string }) {
  const value = t('panel.photos.progress', { done: formatCount(done), total: formatCount(orders) })
  return (
    <span className={classes.progress}>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.floor((done / orders) * 100)}
          aria-label={t('panel.orderFile.making', { file: name })}
          aria-valuetext={value}
        />
      </Progress.Root>
      <Text size="sm" className="number">
        {value}
      </Text>
    </span>
  )
}
