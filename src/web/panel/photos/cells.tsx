import { Badge, Progress, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { maxPhotoBytes } from '#shared/photoNames.ts'
import { formatCount } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { type DroppedPhoto, isTooLarge, type Owner, type Stand, useShares } from './dropped.ts'
import { LocalThumb } from './LocalThumb.tsx'
import classes from './Photos.module.css'

const megabyte = 1024 * 1024
const inUnit = (unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
const [megabytes, kilobytes] = [inUnit('megabyte'), inUnit('kilobyte')]
/** 3,4 MB; of what is smaller, 340 kB. */
const sizeOf = ({ size }: File) =>
  size < megabyte ? kilobytes.format(Math.ceil(size / 1024)) : megabytes.format(size / megabyte)

export function PhotoCell({ photo: { file } }: { photo: DroppedPhoto }) {
  return (
    <span className={classes.photo}>
      <LocalThumb file={file} />
      <span className={classes.name}>
        <bdi className={classes.file}>{file.name}</bdi>
        <span className={classes.soft}>{sizeOf(file)}</span>
      </span>
    </span>
  )
}

type OwnerProps = { photo: DroppedPhoto; stand: Stand; onChoose: () => void }

/** Whose photo it is, or why nobody's; pressed, another product can be chosen. */
export function OwnerCell({ photo, stand, onChoose }: OwnerProps) {
  const { owner, file } = photo
  if (stand === 'unfit') return null
  if (stand === 'looking') return <span className={classes.soft}>{t('page.loading')}</span>
  const isFixed = ['waiting', 'sending', 'sent', 'present'].includes(stand)
  const said = owner ? <OwnerName owner={owner} /> : <WhyNot photo={photo} />
  if (isFixed) return said
  return (
    <UnstyledButton
      className={classes.owner}
      title={owner && t('panel.photos.changeProduct')}
      onClick={onChoose}
    >
      <span>
        <VisuallyHidden>{file.name}: </VisuallyHidden>
        {said}
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

/** A product's name in a sentence. */
export const plainName = ({ itemCode, colorCode, colorDescription }: Owner) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' ')

export function OwnerName({ owner }: { owner: Owner }) {
  return (
    <span className={classes.name}>
      <span>
        <bdi className={classes.code}>{owner.itemCode}</bdi>{' '}
        <bdi>{owner.colorDescription || owner.colorCode}</bdi>{' '}
        {owner.colorDescription && <bdi className={classes.soft}>{owner.colorCode}</bdi>}
      </span>
      {owner.itemDescription && <bdi className={classes.soft}>{owner.itemDescription}</bdi>}
    </span>
  )
}

function WhyNot({ photo: { whyNot } }: { photo: DroppedPhoto }) {
  return <span className={classes.why}>{t(`panel.photos.whyNot.${whyNot ?? 'unknown'}`)}</span>
}

export function NumberCell({ photo: { number, owner }, stand }: { photo: DroppedPhoto; stand: Stand }) {
  if (!owner || number === 0 || stand === 'unfit') return <span aria-hidden>–</span>
  return <bdi className="number">{formatCount(number)}</bdi>
}

const colors: Partial<Record<Stand, string>> = {
  unfit: 'red',
  open: 'yellow',
  double: 'gray',
  ready: 'blue',
  sent: 'green',
  present: 'green',
  failed: 'red',
}

export function StateCell({ photo, stand }: { photo: DroppedPhoto; stand: Stand }) {
  if (stand === 'sending') return <Share photo={photo} />
  const reason = stand === 'unfit' ? unfitBecause(photo) : stand === 'failed' ? photo.failure : undefined
  return (
    <span className={classes.name}>
      <Badge variant="light" color={colors[stand] ?? 'gray'} className={classes.state ?? ''}>
        {t(`panel.photos.stand.${stand}`)}
      </Badge>
      {stand === 'ready' && photo.isThere && (
        <span className={classes.soft}>{t('panel.photos.replaces')}</span>
      )}
      {reason && <span className={classes.why}>{reason}</span>}
    </span>
  )
}

function unfitBecause(photo: DroppedPhoto): string {
  if (photo.whyNot === 'notPicture') return t('panel.photos.whyNot.notPicture')
  if (isTooLarge(photo)) return t('panel.photos.tooLarge', { limit: maxPhotoBytes / megabyte })
  return t('panel.photos.empty')
}

function Share({ photo: { id, file } }: { photo: DroppedPhoto }) {
  const share = useShares((shares) => shares[id] ?? 0)
  return (
    <Progress.Root size="lg" className={classes.share ?? ''}>
      <Progress.Section
        value={Math.floor(share * 100)}
        aria-label={t('panel.photos.sendingOne', { file: file.name })}
      />
    </Progress.Root>
  )
}
