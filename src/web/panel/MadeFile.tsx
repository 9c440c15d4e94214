import { Text } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconAction, IconButton } from './IconButton.tsx'
import classes from './MadeFile.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import { useBusy } from './useBusy.ts'

type Props = {
  fileName: string
  state: 'making' | 'ready' | 'failed'
  done: number
  total: number
  /** Below the name. */
  about?: ReactNode
  texts: Record<'making' | 'failed' | 'download' | 'remove', string>
  /** Query key of all files of the kind. */
  queryKey: readonly unknown[]
  download: () => Promise<unknown>
  remove: () => Promise<unknown>
}

/** A file that the server makes in the background: how far it is, then the file itself. */
export function MadeFile({ fileName, state, done, total, about, texts, ...calls }: Props) {
  const downloading = useBusy().button('download', calls.download)
  const removing = useBusy(calls.queryKey).button('remove', calls.remove)
  const progress = t('panel.photos.progress', { done: formatCount(done), total: formatCount(total) })
  return (
    <div className={classes.file}>
      <span className={classes.about}>
        <bdi className={classes.name}>{fileName}</bdi>
        {about}
      </span>
      {state === 'making' && (
        <span className={classes.progress}>
          <ProgressBar share={done / total} label={texts.making} text={progress} />
          <Text size="sm" className="number">
            {progress}
          </Text>
        </span>
      )}
      {state === 'failed' && <span className={classes.failed}>{texts.failed}</span>}
      {state === 'ready' && (
        <IconButton
          Icon={IconDownload}
          variant="filled"
          aria-label={`${texts.download} ${fileName}`}
          loading={downloading['aria-busy']}
          {...downloading}
        >
          {texts.download}
        </IconButton>
      )}
      <IconAction Icon={IconX} size={44} label={texts.remove} {...removing} />
    </div>
  )
}
