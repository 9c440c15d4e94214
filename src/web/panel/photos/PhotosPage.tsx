import { Alert, Group, List, Loader, Title } from '@mantine/core'
import { IconFileTypePdf, IconPlayerStop, IconRefresh, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { maxPhotoBytes, maxPhotosPerProduct } from '#shared/photos/photoNames.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import { useCall } from '../useCall.ts'
import { LineBroken } from './cells.tsx'
import { DroppedTable } from './DroppedTable.tsx'
import { DropZone } from './DropZone.tsx'
import {
  type DroppedPhoto,
  dropToMatch,
  findDuplicates,
  type PhotoStatus,
  statusOf,
  useDropped,
  useSentShares,
} from './dropped.ts'
import classes from './Photos.module.css'
import { sendAll, stop, unsentNames, useConnection } from './sending.ts'

/** Matches dropped photos to products by file name. */
export function PhotosPage() {
  const isEmpty = useDropped(({ photos }) => photos.length === 0)
  const onFiles = (files: File[]) => void dropToMatch(files)
  // Keeps the browser from opening photos dropped beside the zone.
  const { isDragOver: _isOver, ...dropHandlers } = useFileDrop(onFiles)
  return (
    <div className={classes.page} {...dropHandlers}>
      <PageHead
        title={t('panel.photos')}
        actions={
          <IconButton Icon={IconFileTypePdf} link={{ to: '/panel-urunler/images-pdf' }}>
            {t('panel.imagesPdf')}
          </IconButton>
        }
      />
      <UnsentNotice />
      <div onDrop={(event) => event.stopPropagation()}>
        <DropZone
          withFolders
          isSmall={!isEmpty}
          onFiles={onFiles}
          text={
            <>
              <strong className={classes.lead}>{t('panel.photos.dropHere')}</strong>
              <br />
              {t('panel.photos.limits', { size: maxPhotoBytes / 1024 / 1024, count: maxPhotosPerProduct })}
            </>
          }
        />
      </div>
      <ProcessingState />
      {isEmpty ? <NamingHelp /> : <DroppedTable />}
      <SendBar />
    </div>
  )
}

const exampleNames = ['101_01_1.jpg', '101-01 (2).jpg', '8690000000017.jpg', '101.jpg'] as const

function NamingHelp() {
  const texts = [
    t('panel.photos.naming.color'),
    t('panel.photos.naming.copy'),
    t('panel.photos.naming.barcode'),
    t('panel.photos.naming.item'),
  ]
  return (
    <section className={classes.naming} aria-label={t('panel.photos.naming')}>
      <Title order={2} size="h5">
        {t('panel.photos.naming')}
      </Title>
      <dl>
        {exampleNames.map((example, index) => (
          <div key={example}>
            <dt>
              <bdi className={classes.file}>{example}</bdi>
            </dt>
            <dd>{texts[index]}</dd>
          </div>
        ))}
      </dl>
      <Hint>{t('panel.photos.naming.free')}</Hint>
    </section>
  )
}

const maxListedNames = 20

/** Files cannot be restored after a reload and must be dropped again. */
function UnsentNotice() {
  const [isShown, setIsShown] = useState(unsentNames.length > 0)
  if (!isShown) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={() => setIsShown(false)}
      title={t('panel.photos.leftBehind', { count: unsentNames.length })}
    >
      <p className={classes.tight}>{t('panel.photos.leftBehindText')}</p>
      <List size="sm">
        {unsentNames.slice(0, maxListedNames).map((name) => (
          <List.Item key={name}>
            <bdi className={classes.file}>{name}</bdi>
          </List.Item>
        ))}
      </List>
      {unsentNames.length > maxListedNames &&
        t('panel.photos.andMore', { count: unsentNames.length - maxListedNames })}
    </Alert>
  )
}

const pollIntervalMs = 2000

/** Photos the server still processes, and those it cannot. */
function ProcessingState() {
  const isSending = useDropped(({ photos }) => photos.some(({ state }) => state === 'sending'))
  const sent = useDropped(({ photos }) => photos.filter(({ state }) => state === 'sent').length)
  const work = useCall(
    ['photoProgress', sent],
    (options) => api.get('/api/Shop/GetPhotoProgress', {}, options),
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (isSending || (state.data?.waiting ?? 0) > 0 ? pollIntervalMs : false),
    },
  ).data
  if (!work) return null
  return (
    <>
      {work.waiting > 0 && (
        <Hint className={classes.work} role="status">
          <Loader size={14} aria-hidden /> {t('panel.photos.making', { count: work.waiting })}
        </Hint>
      )}
      {work.broken.length > 0 && (
        <Alert color="red" mt="md" title={t('panel.photos.dead', { count: work.broken.length })}>
          <p className={classes.tight}>{t('panel.photos.deadText')}</p>
          <List size="sm">
            {work.broken.map(({ itemCode, colorCode, file }) => (
              <List.Item key={JSON.stringify([itemCode, colorCode, file])}>
                <bdi>{[itemCode, colorCode].filter(Boolean).join(' ')}</bdi>:{' '}
                <bdi className={classes.file}>{file}</bdi>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

function SendBar() {
  const photos = useDropped((dropped) => dropped.photos)
  const { isBroken, failure } = useConnection(useShallow((line) => line))
  if (photos.length === 0) return null
  const count = countsOf(photos)
  const isRunning = count('waiting') + count('sending') > 0
  return (
    <div className={classes.bar}>
      {isBroken && isRunning && <LineBroken reason={failure} />}
      {isRunning && <OverallProgress photos={photos} />}
      <Group gap="xs">
        {count('ready') > 0 && (
          <IconButton Icon={IconUpload} variant="filled" onClick={() => sendAll()}>
            {t('panel.photos.send', { count: count('ready') })}
          </IconButton>
        )}
        {isRunning && (
          <IconButton Icon={IconPlayerStop} onClick={() => stop()}>
            {t('panel.photos.stop')}
          </IconButton>
        )}
        {!isRunning && count('failed') > 0 && (
          <IconButton Icon={IconRefresh} onClick={() => sendAll({ withFailed: true })}>
            {t('panel.photos.sendFailed', { count: count('failed') })}
          </IconButton>
        )}
        <Hint role="status">{summary(count)}</Hint>
      </Group>
    </div>
  )
}

/** How many photos have a status. */
function countsOf(photos: DroppedPhoto[]): (status: PhotoStatus) => number {
  const duplicateIds = findDuplicates(photos)
  const groups = Map.groupBy(photos, (photo) => statusOf(photo, duplicateIds))
  return (status) => groups.get(status)?.length ?? 0
}

function summary(count: ReturnType<typeof countsOf>): string {
  const left = count('waiting') + count('sending')
  const sent = count('sent') + count('present')
  const parts = [
    left > 0 && t('panel.photos.left', { count: left }),
    sent > 0 && t('panel.photos.sent', { count: sent }),
    count('failed') > 0 && t('panel.photos.failed', { count: count('failed') }),
    count('open') > 0 && t('panel.photos.unmatched', { count: count('open') }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** By bytes. */
function OverallProgress({ photos }: { photos: DroppedPhoto[] }) {
  const shares = useSentShares()
  const uploads = photos.filter(({ state }) => ['waiting', 'sending', 'sent', 'present'].includes(state))
  const totalBytes = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const sentBytes = uploads.reduce((sum, { id, state, file }) => {
    const share = state === 'sending' ? (shares[id] ?? 0) : state === 'waiting' ? 0 : 1
    return sum + share * file.size
  }, 0)
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0
  const value = t('panel.photos.progress', {
    done: formatCount(uploads.filter(({ state }) => state === 'sent' || state === 'present').length),
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
