import { useQuery } from '@tanstack/react-query'
import type { ProductChoices } from '#shared/productLists.ts'
import { api } from '#web/api.ts'

export const fetchChoices = async ({ signal }: { signal: AbortSignal }) =>
  (await api.get('/api/Shop/GetProductChoices', {}, { signal })).data

/** Undefined while loading. */
export function useProductChoices(): ProductChoices | undefined {
  return useQuery({ queryKey: ['productChoices'], queryFn: fetchChoices }).data
}

export function useBrandOptions() {
  const brands = useProductChoices()?.brands ?? []
  return brands.map(({ brandId, brandName }) => ({ value: brandId, label: brandName }))
}

export function useCategoryOptions() {
  const categories = useProductChoices()?.categories ?? []
  return categories.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))
}
