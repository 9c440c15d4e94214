import { Badge, Skeleton, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDotsVertical,
  IconDownload,
  IconPhotoX,
  IconRefresh,
  IconReplace,
  IconStar,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pages } from '#shared/pages.ts'
import { productImagePath } from '#shared/photos/images.ts'
import { maxPhotosPerProduct } from '#shared/photos/photoNames.ts'
import type { ProductPhotoList } from '#shared/photos/photos.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { pictureTypes } from '../files.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import { MenuItem } from '../MenuItem.tsx'
import { refetch } from '../refetch.ts'
import { Sortable, useSortableItem } from '../Sortable.tsx'
import { useCall } from '../useCall.ts'
import { photosQueryKey } from './cachedPhotos.ts'
import { LineBroken, PhotoCell, StateCell } from './cells.tsx'
import { DropZone } from './DropZone.tsx'
import { statusOf, useDropped } from './dropped.ts'
import classes from './ProductPhotos.module.css'
import { removePhotos, resend, sendTo, useConnection } from './sending.ts'

type Product = { itemCode: string; colorCode: string }

/** A product's photos. Changes are saved at once; users without the task can only view. */
export function ProductPhotos({ itemCode, colorCode }: Product) {
  const mayChange = useMayOpen(pages.photos)
  const product = { itemCode, colorCode }
  const key = photosQueryKey(itemCode, colorCode)
  const query = useCall(key, (options) => api.get('/api/Shop/GetProductPhotos', product, options), {
    // Polls while sizes are being made.
    refetchInterval: ({ state }) =>
      state.data?.photos.some((photo) => photo.state === 'waiting') ? 3000 : false,
  })
  const refresh = () => Promise.all([refetch(key), refetch('products')])
  const sort = useMutation({
    mutationFn: (files: string[]) => api.post('/api/Shop/SortProductImages', { ...product, files }),
    // Optimistic, or the photo would jump back.
    onMutate: async (files) => {
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData<ProductPhotoList>(key, (before) => before && sortPhotos(before, files))
    },
    onError: notifyFailure,
    onSettled: refresh,
  })
  const restore = async (id: string) => {
    await api.post('/api/Shop/RestoreProductImage', { id })
    await refresh()
  }
  const remove = useMutation({
    mutationFn: (file: string) => api.get('/api/Shop/DeleteProductImage', { ...product, file }),
    onSuccess: ({ deletedId }, file) =>
      notifyDone(t('panel.photos.deleted', { file }), {
        undo: () => restore(deletedId),
      }),
    onError: notifyFailure,
    onSettled: refresh,
  })
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height={220} radius="md" />
  const { photos, deleted } = query.data
  return (
    <div className={classes.part}>
      {photos.length > 0 ? (
        <PhotoGrid
          list={query.data}
          actions={
            mayChange
              ? {
                  onSort: (files) => sort.mutate(files),
                  onDelete: (file) => remove.mutate(file),
                  onReplace: (file, by) => sendTo(product, [by], file),
                  onOriginal: (file) =>
                    void api
                      .download('/api/Shop/GetOriginalImage', { ...product, file })
                      .catch(notifyFailure),
                }
              : undefined
          }
        />
      ) : (
        !mayChange && <p className={classes.none}>{t('panel.photos.none')}</p>
      )}
      {mayChange && (
        <>
          <UnsentPhotos product={product} />
          {photos.length < maxPhotosPerProduct && (
            <DropZone
              isSmall
              onFiles={(files) => sendTo(product, files)}
              text={t(photos.length > 0 ? 'panel.photos.dropMore' : 'panel.photos.dropFirst', {
                count: maxPhotosPerProduct - photos.length,
              })}
            />
          )}
          <DeletedPhotos deleted={deleted} onRestored={refresh} />
        </>
      )}
    </div>
  )
}

function sortPhotos(list: ProductPhotoList, files: string[]): ProductPhotoList {
  const photos = files.flatMap((file) => list.photos.find((photo) => photo.file === file) ?? [])
  return { ...list, photos }
}

type PhotoGridProps = { list: ProductPhotoList; actions: PhotoActions | undefined }

/** Sorts by dragging or by keyboard, if allowed. */
function PhotoGrid({ list, actions }: PhotoGridProps) {
  const files = list.photos.map(({ file }) => file)
  return (
    <Sortable
      items={files.map((file) => ({ id: file, name: file }))}
      help={t('panel.photos.moveHelp')}
      isGrid
      isDisabled={!actions}
      onSort={(sorted) => actions?.onSort(sorted)}
    >
      <ul className={classes.grid} aria-label={t('panel.photos')}>
        {list.photos.map((photo, index) => (
          <PhotoTile
            key={photo.file}
            list={list}
            photo={photo}
            index={index}
            actions={
              actions && {
                ...actions,
                onFirst: () => actions.onSort([photo.file, ...files.filter((file) => file !== photo.file)]),
              }
            }
          />
        ))}
      </ul>
    </Sortable>
  )
}

type Photo = ProductPhotoList['photos'][number]
type PhotoActions = {
  onSort: (files: string[]) => void
  onDelete: (file: string) => void
  onReplace: (file: string, by: File) => void
  onOriginal: (file: string) => void
}

type PhotoTileProps = {
  list: ProductPhotoList
  photo: Photo
  index: number
  actions: (PhotoActions & { onFirst: () => void }) | undefined
}

function PhotoTile({ list, photo, index, actions }: PhotoTileProps) {
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
        accept={pictureTypes}
        onChange={({ currentTarget }) => {
          const [replacement] = currentTarget.files ?? []
          if (replacement) actions.onReplace(file, replacement)
          currentTarget.value = ''
        }}
      />
      <DropMenu
        label={t('panel.photos.more', { file })}
        className={`pressable ${classes.tool}`}
        button={<IconDotsVertical size={18} aria-hidden />}
      >
        {!isFirst && (
          <MenuItem Icon={IconStar} onClick={actions.onFirst}>
            {t('panel.photos.makeFirst')}
          </MenuItem>
        )}
        <MenuItem Icon={IconReplace} onClick={() => input.current?.click()}>
          {t('panel.photos.replace')}
        </MenuItem>
        <MenuItem Icon={IconDownload} onClick={() => actions.onOriginal(file)}>
          {t('panel.photos.original')}
        </MenuItem>
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

type DeletedPhotosProps = { deleted: ProductPhotoList['deleted']; onRestored: () => Promise<unknown> }

/** Photos deleted in the last 30 days. */
function DeletedPhotos({ deleted, onRestored }: DeletedPhotosProps) {
  const restore = useMutation({
    mutationFn: (id: string) => api.post('/api/Shop/RestoreProductImage', { id }),
    onError: notifyFailure,
    onSettled: onRestored,
  })
  if (deleted.length === 0) return null
  return (
    <details className={classes.deleted}>
      <summary>{t('panel.photos.deletedCount', { count: deleted.length })}</summary>
      <ul>
        {deleted.map(({ id, file, deletedAt, deletedBy }) => (
          <li key={id}>
            <span className={classes.about}>
              <bdi className={classes.file}>{file}</bdi>
              <span className="soft">
                <bdi>{deletedBy}</bdi> · {formatDateTime(deletedAt)}
              </span>
            </span>
            <IconButton
              Icon={IconArrowBackUp}
              aria-label={t('panel.photos.restoreOne', { file })}
              aria-disabled={restore.isPending}
              onClick={() => restore.isPending || restore.mutate(id)}
            >
              {t('panel.photos.restore')}
            </IconButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A product's uploads, and rejected photos with the reason. */
function UnsentPhotos({ product }: { product: Product }) {
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
      {isBroken && isWaiting && <LineBroken reason={failure} />}
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
