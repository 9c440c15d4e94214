import { Alert, Badge, Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { maxPhotoBytes } from '#shared/photos/photoNames.ts'
import { formatCount } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { ProgressBar } from '../ProgressBar.tsx'
import { type DroppedPhoto, isTooLarge, type Owner, type PhotoStatus, useSentShares } from './dropped.ts'
import classes from './Photos.module.css'
import { resume } from './sending.ts'

const megabyte = 1024 * 1024
const unitFormat = (unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
const [megabytes, kilobytes] = [unitFormat('megabyte'), unitFormat('kilobyte')]
/** 3.4 MB or 340 kB. */
const formatSize = ({ size }: File) =>
  size < megabyte ? kilobytes.format(Math.ceil(size / 1024)) : megabytes.format(size / megabyte)

export function PhotoCell({ photo: { file } }: { photo: DroppedPhoto }) {
  return (
    <span className={classes.photo}>
      <LocalThumb file={file} />
      <span className={classes.name}>
        <bdi className={classes.file}>{file.name}</bdi>
        <span className="soft">{formatSize(file)}</span>
      </span>
    </span>
  )
}

type OwnerProps = { photo: DroppedPhoto; status: PhotoStatus; onChoose: () => void }

/** The product, or why none was found; click to choose another. */
export function OwnerCell({ photo, status, onChoose }: OwnerProps) {
  const { owner, file } = photo
  if (status === 'unfit') return null
  if (status === 'looking') return <span className="soft">{t('page.loading')}</span>
  const isFixed = ['waiting', 'sending', 'sent', 'present'].includes(status)
  const content = owner ? <OwnerName owner={owner} /> : <NoOwnerReason photo={photo} />
  if (isFixed) return content
  return (
    <UnstyledButton
      className={`pressable ${classes.owner}`}
      title={owner && t('panel.photos.changeProduct')}
      onClick={onChoose}
    >
      <span>
        <VisuallyHidden>{file.name}: </VisuallyHidden>
        {content}
        {owner ? (
          <VisuallyHidden>{t('panel.photos.changeProduct')}</VisuallyHidden>
        ) : (
          <span className={classes.choose}>{t('panel.photos.chooseProduct')}</span>
        )}
      </span>
      {owner && <IconPencil size={16} aria-hidden className={classes.pencil} />}
    </UnstyledButton>
  )
}

export const plainName = ({ itemCode, colorCode, colorDescription }: Owner) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' ')

export function OwnerName({ owner }: { owner: Owner }) {
  return (
    <span className={classes.name}>
      <span>
        <bdi className={classes.code}>{owner.itemCode}</bdi>{' '}
        <bdi>{owner.colorDescription || owner.colorCode}</bdi>{' '}
        {owner.colorDescription && <bdi className="soft">{owner.colorCode}</bdi>}
      </span>
      {owner.itemDescription && <bdi className="soft">{owner.itemDescription}</bdi>}
    </span>
  )
}

function NoOwnerReason({ photo: { nameProblem } }: { photo: DroppedPhoto }) {
  return <span className={classes.why}>{t(`panel.photos.whyNot.${nameProblem ?? 'unknown'}`)}</span>
}

export function NumberCell({
  photo: { number, owner },
  status,
}: {
  photo: DroppedPhoto
  status: PhotoStatus
}) {
  if (!owner || number === 0 || status === 'unfit') return <span aria-hidden>–</span>
  return <bdi className="number">{formatCount(number)}</bdi>
}

const colors: Partial<Record<PhotoStatus, string>> = {
  unfit: 'red',
  open: 'yellow',
  double: 'gray',
  ready: 'blue',
  sent: 'green',
  present: 'green',
  failed: 'red',
}

export function StateCell({ photo, status }: { photo: DroppedPhoto; status: PhotoStatus }) {
  if (status === 'sending') return <UploadProgress photo={photo} />
  const reason = status === 'unfit' ? unfitReason(photo) : status === 'failed' ? photo.failure : undefined
  return (
    <span className={classes.name}>
      <Badge color={colors[status] ?? 'gray'}>{t(`panel.photos.stand.${status}`)}</Badge>
      {status === 'ready' && photo.nameExists && <span className="soft">{t('panel.photos.replaces')}</span>}
      {reason && <span className={classes.why}>{reason}</span>}
    </span>
  )
}

function unfitReason(photo: DroppedPhoto): string {
  if (photo.nameProblem === 'notPicture') return t('panel.photos.whyNot.notPicture')
  if (isTooLarge(photo)) return t('panel.photos.tooLarge', { limit: maxPhotoBytes / megabyte })
  return t('panel.photos.empty')
}

function UploadProgress({ photo: { id, file } }: { photo: DroppedPhoto }) {
  const share = useSentShares((shares) => shares[id] ?? 0)
  return (
    <ProgressBar share={share} label={t('panel.photos.sendingOne', { file: file.name })} w={140} maw="100%" />
  )
}

/** Twice the displayed size. */
const sizePx = { width: 96, height: 120 }

let queue: Promise<unknown> = Promise.resolve()

/** Drawn when visible, one at a time, because files are large. */
function LocalThumb({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    let isUnmounted = false
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      queue = queue.then(() => (isUnmounted ? undefined : draw(file, target).catch(() => {})))
    })
    observer.observe(target)
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [file])
  return <canvas ref={canvas} className={classes.thumb} {...sizePx} aria-hidden />
}

/** Crops to the middle. */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file, { resizeWidth: sizePx.width * 2, resizeQuality: 'medium' })
  const scale = Math.max(sizePx.width / picture.width, sizePx.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(picture, (sizePx.width - width) / 2, (sizePx.height - height) / 2, width, height)
  picture.close()
}

/** Uploads wait for the connection. */
export function LineBroken({ reason }: { reason: string }) {
  return (
    <Alert color="yellow" role="alert" mb="xs" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{t('panel.photos.lineBroken', { reason })}</span>
        <Button variant="default" size="xs" onClick={resume}>
          {t('panel.photos.tryNow')}
        </Button>
      </Group>
    </Alert>
  )
}
