import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { PhotoCell, StateCell } from './cells.tsx'
import { standOf, useDropped } from './dropped.ts'
import classes from './ProductPhotos.module.css'
import { goOn, sendAgain, takeOut, useLine } from './sending.ts'

type Product = { itemCode: string; colorCode: string }

/** Photos of a product on their way, and those that were not taken, with the reason. */
export function UnsentPhotos({ of }: { of: Product }) {
  const dropped = useDropped(({ photos }) => photos)
  const isBroken = useLine((line) => line.isBroken)
  const failure = useLine((line) => line.failure)
  const photos = dropped.filter(
    ({ isDirect, owner }) => isDirect && owner?.itemCode === of.itemCode && owner.colorCode === of.colorCode,
  )
  if (photos.length === 0) return null
  const isGoing = photos.some(({ state }) => state === 'waiting')
  return (
    <>
      {isBroken && isGoing && (
        <Alert color="yellow" role="alert" p="xs">
          <Group justify="space-between" gap="xs">
            <span>{t('panel.photos.lineBroken', { reason: failure })}</span>
            <Button variant="default" size="xs" onClick={goOn}>
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
              <StateCell photo={photo} stand={standOf(photo, new Set())} />
            </span>
            {photo.state === 'failed' && (
              <ActionIcon
                variant="default"
                size={40}
                aria-label={t('panel.photos.sendAgain', { file: photo.file.name })}
                onClick={() => sendAgain(photo.id)}
              >
                <IconRefresh size={18} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon
              variant="default"
              size={40}
              aria-label={t('panel.photos.takeOutOne', { file: photo.file.name })}
              onClick={() => takeOut(new Set([photo.id]))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  )
}
