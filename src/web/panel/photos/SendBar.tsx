import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlayerStop, IconRefresh, IconUpload } from '@tabler/icons-react'
import { useShallow } from 'zustand/shallow'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import {
  type DroppedPhoto,
  findDuplicates,
  type PhotoStatus,
  statusOf,
  useDropped,
  useSentShares,
} from './dropped.ts'
import classes from './Photos.module.css'
import { resume, sendAll, stop, useConnection } from './sending.ts'

export function SendBar() {
  const photos = useDropped((dropped) => dropped.photos)
  const { isBroken, failure } = useConnection(useShallow((line) => line))
  if (photos.length === 0) return null
  const counts = countStatuses(photos)
  const isRunning = counts.waiting + counts.sending > 0
  return (
    <div className={classes.bar}>
      {isBroken && isRunning && (
        <Alert color="yellow" role="alert" mb="xs" p="xs">
          <Group justify="space-between" gap="xs">
            <span>{t('panel.photos.lineBroken', { reason: failure })}</span>
            <Button variant="default" size="xs" onClick={resume}>
              {t('panel.photos.tryNow')}
            </Button>
          </Group>
        </Alert>
      )}
      {isRunning && <OverallProgress photos={photos} counts={counts} />}
      <Group gap="xs">
        {counts.ready > 0 && (
          <IconButton Icon={IconUpload} variant="filled" onClick={() => sendAll()}>
            {t('panel.photos.send', { count: counts.ready })}
          </IconButton>
        )}
        {isRunning && (
          <IconButton Icon={IconPlayerStop} onClick={() => stop()}>
            {t('panel.photos.stop')}
          </IconButton>
        )}
        {!isRunning && counts.failed > 0 && (
          <IconButton Icon={IconRefresh} onClick={() => sendAll({ withFailed: true })}>
            {t('panel.photos.sendFailed', { count: counts.failed })}
          </IconButton>
        )}
        <Text size="sm" c="var(--ink-soft)" role="status">
          {summary(counts)}
        </Text>
      </Group>
    </div>
  )
}

type Counts = Record<PhotoStatus, number>

function countStatuses(photos: DroppedPhoto[]): Counts {
  const counts: Counts = {
    unfit: 0,
    double: 0,
    ready: 0,
    looking: 0,
    open: 0,
    waiting: 0,
    sending: 0,
    sent: 0,
    present: 0,
    failed: 0,
  }
  const duplicateIds = findDuplicates(photos)
  for (const photo of photos) counts[statusOf(photo, duplicateIds)] += 1
  return counts
}

function summary({ open, sent, present, failed, waiting, sending }: Counts): string {
  const parts = [
    waiting + sending > 0 && t('panel.photos.left', { count: waiting + sending }),
    sent + present > 0 && t('panel.photos.sent', { count: sent + present }),
    failed > 0 && t('panel.photos.failed', { count: failed }),
    open > 0 && t('panel.photos.unmatched', { count: open }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** By bytes. */
function OverallProgress({ photos, counts }: { photos: DroppedPhoto[]; counts: Counts }) {
  const shares = useSentShares()
  const uploads = photos.filter(({ state }) => ['waiting', 'sending', 'sent', 'present'].includes(state))
  const totalBytes = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const sentBytes = uploads.reduce((sum, { id, state, file }) => {
    const share = state === 'sending' ? (shares[id] ?? 0) : state === 'waiting' ? 0 : 1
    return sum + share * file.size
  }, 0)
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0
  const value = t('panel.photos.progress', {
    done: formatCount(counts.sent + counts.present),
    total: formatCount(uploads.length),
  })
  return (
    <div className={classes.overall}>
      <ProgressBar share={percent / 100} label={t('panel.photos.sending')} text={value} flex={1} />
      <span className="number">{`${percent} %`}</span>
      <span>{value}</span>
    </div>
  )
}
