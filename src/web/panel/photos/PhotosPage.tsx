import { Alert, Button, Group, List, Text, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxPhotoBytes, maxPhotosPerProduct } from '#shared/photoNames.ts'
import { t } from '#web/i18n.ts'
import { DroppedTable } from './DroppedTable.tsx'
import { DropZone, useFileDrop } from './DropZone.tsx'
import { useDropped } from './dropped.ts'
import { dropToMatch } from './matching.ts'
import classes from './Photos.module.css'
import { SendBar } from './SendBar.tsx'
import { ShopWork } from './ShopWork.tsx'
import { leftBehind } from './unsent.ts'

/** Where the office drops the photos of its products by the hundred: each finds its product by its name. */
export function PhotosPage() {
  const isEmpty = useDropped(({ photos }) => photos.length === 0)
  const take = (files: File[]) => void dropToMatch(files)
  // A photo that misses the frame by a little is not to open instead of this page.
  const { isOver: _isOver, ...whole } = useFileDrop(take)
  return (
    <div className={classes.page} {...whole}>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('panel.photos')}
        </Title>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/panel-urunler/images-pdf" {...props} />}
        >
          {t('panel.imagesPdf')}
        </Button>
      </Group>
      <LeftBehind />
      <div onDrop={(event) => event.stopPropagation()}>
        <DropZone
          withFolders
          isSmall={!isEmpty}
          onFiles={take}
          text={
            <>
              <strong className={classes.lead}>{t('panel.photos.dropHere')}</strong>
              <br />
              {t('panel.photos.limits', { size: maxPhotoBytes / 1024 / 1024, count: maxPhotosPerProduct })}
            </>
          }
        />
      </div>
      <ShopWork />
      {isEmpty ? <Naming /> : <DroppedTable />}
      <SendBar />
    </div>
  )
}

const examples = ['101_01_1.jpg', '101-01 (2).jpg', '8690000000017.jpg', '101.jpg'] as const

/** How files are to be called, while there are none. */
function Naming() {
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
        {examples.map((example, index) => (
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

/** As many names as are said one by one. */
const mostSaid = 20

/** What was not sent when the page was reloaded: its files have to be dropped again. */
function LeftBehind() {
  const [isShown, setIsShown] = useState(leftBehind.length > 0)
  if (!isShown) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={() => setIsShown(false)}
      title={t('panel.photos.leftBehind', { count: leftBehind.length })}
    >
      <p className={classes.tight}>{t('panel.photos.leftBehindText')}</p>
      <List size="sm">
        {leftBehind.slice(0, mostSaid).map((name) => (
          <List.Item key={name}>
            <bdi className={classes.file}>{name}</bdi>
          </List.Item>
        ))}
      </List>
      {leftBehind.length > mostSaid && t('panel.photos.andMore', { count: leftBehind.length - mostSaid })}
    </Alert>
  )
}
