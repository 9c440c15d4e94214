import { Badge, UnstyledButton } from '@mantine/core'
import {
  IconDotsVertical,
  IconDownload,
  IconPhotoX,
  IconReplace,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { productImagePath } from '#shared/images.ts'
import type { ProductPhotoList } from '#shared/photos.ts'
import { t } from '#web/i18n.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { IconAction } from '../IconButton.tsx'
import { useSortableItem } from '../Sortable.tsx'
import classes from './ProductPhotos.module.css'

type Photo = ProductPhotoList['photos'][number]
export type PhotoActions = {
  onSort: (files: string[]) => void
  onDelete: (file: string) => void
  onReplace: (file: string, by: File) => void
  onOriginal: (file: string) => void
}

type Props = {
  list: ProductPhotoList
  photo: Photo
  index: number
  actions: (PhotoActions & { onFirst: () => void }) | undefined
}

export function PhotoTile({ list, photo, index, actions }: Props) {
  const { file } = photo
  const { item, handle } = useSortableItem(file)
  const label = t('panel.photos.placeOf', { place: index + 1, count: list.photos.length, file })
  const picture = <Picture key={list.updatedDate} list={list} photo={photo} />
  return (
    <li className={classes.tile} {...item}>
      {actions ? (
        <UnstyledButton className={classes.handle} {...handle} aria-label={label}>
          {picture}
        </UnstyledButton>
      ) : (
        <span className={classes.handle} role="img" aria-label={label}>
          {picture}
        </span>
      )}
      {index === 0 && (
        <Badge className={classes.first ?? ''} variant="filled" color="dark">
          {t('panel.photos.first')}
        </Badge>
      )}
      <span className={classes.caption}>
        <bdi className={classes.file}>{file}</bdi>
        {actions && <TileMenu photo={photo} isFirst={index === 0} actions={actions} />}
      </span>
    </li>
  )
}

function Picture({ list, photo: { file, state } }: { list: ProductPhotoList; photo: Photo }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (state === 'broken' || hasFailed) {
    return (
      <span className={classes.dead}>
        <IconPhotoX size={28} aria-hidden />
        {t('panel.photos.deadOne')}
      </span>
    )
  }
  const src = productImagePath(640, { ...list, file })
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  )
}

type MenuProps = { photo: Photo; isFirst: boolean; actions: PhotoActions & { onFirst: () => void } }

function TileMenu({ photo: { file }, isFirst, actions }: MenuProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={classes.tools}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const [replacement] = currentTarget.files ?? []
          if (replacement) actions.onReplace(file, replacement)
          currentTarget.value = ''
        }}
      />
      <DropMenu
        label={t('panel.photos.more', { file })}
        className={classes.tool}
        button={<IconDotsVertical size={18} aria-hidden />}
      >
        {!isFirst && (
          <DropMenuItem icon={<IconStar size={18} aria-hidden />} onClick={actions.onFirst}>
            {t('panel.photos.makeFirst')}
          </DropMenuItem>
        )}
        <DropMenuItem icon={<IconReplace size={18} aria-hidden />} onClick={() => input.current?.click()}>
          {t('panel.photos.replace')}
        </DropMenuItem>
        <DropMenuItem icon={<IconDownload size={18} aria-hidden />} onClick={() => actions.onOriginal(file)}>
          {t('panel.photos.original')}
        </DropMenuItem>
      </DropMenu>
      <IconAction
        Icon={IconTrash}
        color="red.9"
        label={t('panel.photos.deleteOne', { file })}
        title={t('panel.list.delete')}
        onClick={({ currentTarget }) => {
          const tile = currentTarget.closest('li')
          const next = tile?.nextElementSibling ?? tile?.previousElementSibling
          next?.querySelector<HTMLElement>('button')?.focus()
          actions.onDelete(file)
        }}
      />
    </span>
  )
}
