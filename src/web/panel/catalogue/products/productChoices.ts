import { useQuery } from '@tanstack/react-query'
import type { ProductChoices } from '#shared/catalogue/productLists.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { type Filters, optionsOf } from '../../list/FilterBar.tsx'
import type { ListSearch } from '../../list/listSearch.ts'
import type { productList } from './productSearch.ts'

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

type Search = ListSearch<typeof productList>

/** `states` can be chosen. */
export function useProductFilters<State extends NonNullable<Search['state']>>(states: readonly State[]) {
  return {
    brandId: { label: t('product.brand'), options: useBrandOptions() },
    categoryId: { label: t('product.category'), options: useCategoryOptions() },
    state: {
      label: t('order.state'),
      options: optionsOf(states, (state) => t(`panel.product.state.${state}`)),
    },
    inStock: {
      label: t('panel.product.stock'),
      options: [
        { value: true, label: t('panel.product.inStock') },
        { value: false, label: t('panel.product.soldOut') },
      ],
    },
    missing: {
      label: t('panel.product.missing'),
      options: optionsOf(['photo', 'price'], (what) => t(`panel.product.missing.${what}`)),
    },
  } satisfies Filters<Search>
}
