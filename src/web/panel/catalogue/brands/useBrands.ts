import { useQuery } from '@tanstack/react-query'
import type { BrandRow } from '#shared/brands.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { refetch } from '../../refetch.ts'
import { reasonOf } from '../reasonOf.ts'
import { brandsQueryKey, fetchBrands } from './brandCalls.ts'

/** Actions show their errors and always reload the brands. */
export function useBrands() {
  const brands = useQuery({
    queryKey: brandsQueryKey,
    queryFn: ({ signal }) => fetchBrands({ signal }),
    staleTime: 0,
  })
  const refresh = () => refetch('brands')
  const run = async (work: () => Promise<unknown>, message?: string): Promise<boolean> => {
    try {
      await work()
      if (message) notifyDone(message)
      return true
    } catch (error) {
      notifyFailure(reasonOf(error))
      return false
    } finally {
      await refresh()
    }
  }
  const setCached = (next: BrandRow[]) => queryClient.setQueryData(brandsQueryKey, next)
  return {
    brands,
    add: (brandName: string) =>
      run(
        () => api.post('/api/Shop/AddBrand', { brandName }),
        t('panel.brandList.added', { name: brandName }),
      ),
    change: (brand: BrandRow, change: Partial<Pick<BrandRow, 'brandName' | 'isActive'>>) => {
      const { brandId, brandName, isActive, version } = brand
      return run(() =>
        api.post('/api/Shop/UpdateBrand', { brandId, brandName, isActive, version, ...change }),
      )
    },
    /** Optimistic. */
    reorder: (ids: string[]) => {
      setCached(
        (brands.data ?? []).toSorted((one, other) => ids.indexOf(one.brandId) - ids.indexOf(other.brandId)),
      )
      return run(() => api.post('/api/Shop/SortBrands', { ids }))
    },
    remove: ({ brandId, brandName }: BrandRow) =>
      run(
        () => api.get('/api/Shop/DeleteBrand', { id: brandId }),
        t('panel.brandList.deleted', { name: brandName }),
      ),
    merge: (brand: BrandRow, into: BrandRow) =>
      run(
        () => api.post('/api/Shop/MergeBrand', { id: brand.brandId, intoId: into.brandId }),
        t('panel.brandList.merged', { name: brand.brandName, into: into.brandName }),
      ),
    setImage: ({ brandId }: BrandRow, file: File) =>
      run(() => api.upload('/api/Shop/PostBrandImage', file, { fields: { brandId } })),
    removeImage: ({ brandId }: BrandRow) => run(() => api.get('/api/Shop/DeleteBrandImage', { id: brandId })),
  }
}
export type Brands = ReturnType<typeof useBrands>
