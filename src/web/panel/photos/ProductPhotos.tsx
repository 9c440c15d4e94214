import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { maxPhotosPerProduct } from '#shared/photoNames.ts'
import type { ProductPhotoList } from '#shared/photos.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { refetch } from '../refetch.ts'
import { DeletedPhotos } from './DeletedPhotos.tsx'
import { DropZone } from './DropZone.tsx'
import { photosQueryKey } from './knownPhotos.ts'
import { PhotoGrid } from './PhotoGrid.tsx'
import classes from './ProductPhotos.module.css'
import { sendTo } from './sending.ts'
import { UnsentPhotos } from './UnsentPhotos.tsx'

type Product = { itemCode: string; colorCode: string }

/** A product's photos. Changes are saved at once; users without the task can only view. */
export function ProductPhotos({ itemCode, colorCode }: Product) {
  const mayChange = useMayOpen(pages.photos)
  const product = { itemCode, colorCode }
  const key = photosQueryKey(itemCode, colorCode)
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetProductPhotos', product, { signal })).data,
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
