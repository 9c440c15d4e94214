import { arrayMove } from '@dnd-kit/sortable'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BrandRow } from '#shared/brands.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { reasonOf } from '../reasonOf.ts'
import { brandsKey, fetchBrands } from './brandCalls.ts'

/** The brands and what can be done with them. What fails is said, and the brands are read again as they are. */
export function useBrands() {
  const queryClient = useQueryClient()
  const brands = useQuery({ queryKey: brandsKey, queryFn: fetchBrands, staleTime: 0 })
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['brands'] })
  const run = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done) notifyDone(done)
      return true
    } catch (error) {
      notifyFailure(reasonOf(error))
      return false
    } finally {
      await readAgain()
    }
  }
  const show = (next: BrandRow[]) => queryClient.setQueryData(brandsKey, next)
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
    /** Puts a brand in the place of another: shown at once, as it will be. */
    move: (from: number, to: number) => {
      const next = arrayMove(brands.data ?? [], from, to)
      show(next)
      return run(() => api.post('/api/Shop/SortBrands', { ids: next.map(({ brandId }) => brandId) }))
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
    dropImage: ({ brandId }: BrandRow) => run(() => api.get('/api/Shop/DeleteBrandImage', { id: brandId })),
  }
}
export type Brands = ReturnType<typeof useBrands>
