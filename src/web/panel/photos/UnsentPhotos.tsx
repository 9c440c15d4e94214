import { Alert, Button, Group } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { IconAction } from '../IconButton.tsx'
import { PhotoCell, StateCell } from './cells.tsx'
import { statusOf, useDropped } from './dropped.ts'
import classes from './ProductPhotos.module.css'
import { removePhotos, resend, resume, useConnection } from './sending.ts'

type Product = { itemCode: string; colorCode: string }

/** A product's uploads, and rejected photos with the reason. */
export function UnsentPhotos({ product }: { product: Product }) {
  const dropped = useDropped(({ photos }) => photos)
  const isBroken = useConnection((line) => line.isBroken)
  const failure = useConnection((line) => line.failure)
  const photos = dropped.filter(
    ({ isDirect, owner }) =>
      isDirect && owner?.itemCode === product.itemCode && owner.colorCode === product.colorCode,
  )
  if (photos.length === 0) return null
  const isWaiting = photos.some(({ state }) => state === 'waiting')
  return (
    <>
      {isBroken && isWaiting && (
        <Alert color="yellow" role="alert" p="xs">
          <Group justify="space-between" gap="xs">
            <span>{t('panel.photos.lineBroken', { reason: failure })}</span>
            <Button variant="default" size="xs" onClick={resume}>
              {t('panel.photos.tryNow')}
            </Button>
          </Group>
        </Alert>
      )}
      <ul className={classes.unsent} aria-label={t('panel.photos.onTheirWay')} aria-live="polite">
        {photos.map((photo) => (
          <li key={photo.id}>
            <PhotoCell photo={photo} />
            <span className={classes.state}>
              <StateCell photo={photo} status={statusOf(photo, new Set())} />
            </span>
            {photo.state === 'failed' && (
              <IconAction
                Icon={IconRefresh}
                variant="default"
                label={t('panel.photos.sendAgain', { file: photo.file.name })}
                onClick={() => resend(photo.id)}
              />
            )}
            <IconAction
              Icon={IconX}
              variant="default"
              label={t('panel.photos.takeOutOne', { file: photo.file.name })}
              onClick={() => removePhotos(new Set([photo.id]))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
