import { Alert, List, Loader, Text, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { maxPhotoBytes, maxPhotosPerProduct } from '#shared/photoNames.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useFileDrop } from '../files.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { useCall } from '../useCall.ts'
import { DroppedTable } from './DroppedTable.tsx'
import { DropZone } from './DropZone.tsx'
import { useDropped } from './dropped.ts'
import { dropToMatch } from './matching.ts'
import classes from './Photos.module.css'
import { SendBar } from './SendBar.tsx'
import { unsentNames } from './unsent.ts'

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
      <Text size="sm" c="var(--ink-soft)">
        {t('panel.photos.naming.free')}
      </Text>
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
        <Text size="sm" c="var(--ink-soft)" className={classes.work} role="status">
          <Loader size={14} aria-hidden /> {t('panel.photos.making', { count: work.waiting })}
        </Text>
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
