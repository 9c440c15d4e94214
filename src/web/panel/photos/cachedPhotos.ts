import { useQuery } from '@tanstack/react-query'
import type { ProductPhotoList } from '#shared/photos/photos.ts'

export const photosQueryKey = (itemCode: string, colorCode: string) => ['productPhotos', itemCode, colorCode]

/** Photos from the cache, if loaded; never fetches. */
export function useCachedPhotos(itemCode: string, colorCode: string) {
  const { data } = useQuery<ProductPhotoList>({
    queryKey: photosQueryKey(itemCode, colorCode),
    queryFn: () => Promise.reject(new Error('not asked for here')),
    enabled: false,
  })
  return data && { images: data.photos.map(({ file }) => file), updatedDate: data.updatedDate }
}
