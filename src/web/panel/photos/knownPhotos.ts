import { useQuery } from '@tanstack/react-query'
import type { ProductPhotoList } from '#shared/photos.ts'

export const photosKey = (itemCode: string, colorCode: string) => ['productPhotos', itemCode, colorCode]

/** The photos of a product as they were last read, where they were; nothing is asked for. */
export function useKnownPhotos(itemCode: string, colorCode: string) {
  const { data } = useQuery<ProductPhotoList>({
    queryKey: photosKey(itemCode, colorCode),
    queryFn: () => Promise.reject(new Error('not asked for here')),
    enabled: false,
  })
  return data && { images: data.photos.map(({ file }) => file), updatedDate: data.updatedDate }
}
