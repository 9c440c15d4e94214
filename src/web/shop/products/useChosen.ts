import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { homeQuery } from '../home/homeQuery.ts'
import { type Chosen, chosenOf, useFacetCounts } from './facets.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'

/** The chosen facet values with labels. */
export function useChosen(search: ProductListSearch, call: ProductCall): Chosen[] {
  const { userId, narrowing } = call
  const facets = facetsOf(search)
  const home = useQuery({
    ...homeQuery(userId, narrowing.currAccCode),
    enabled: facets?.brandIds !== undefined || facets?.categoryIds !== undefined,
    staleTime: 300_000,
  })
  const counts = useFacetCounts(call, { enabled: facets?.attributes !== undefined })
  if (!facets) return []
  const price = (amount: number) => formatMoney(amount, facets.currencyCode ?? '')
  return chosenOf(facets, {
    nameOf: (kind, id) =>
      (kind === 'brand'
        ? home.data?.brands.find(({ brandId }) => brandId === id)?.brandName
        : home.data?.categories.find(({ categoryId }) => categoryId === id)?.categoryName) ?? '…',
    valueOf: (attribute, chosen) =>
      counts.data?.attributes
        .find(({ name }) => name === attribute)
        ?.values.find(({ value }) => value === chosen)?.label ?? chosen,
    inStock: t('ordering.facets.inStock'),
    from: (amount) => t('ordering.facets.chipFrom', { price: price(amount) }),
    to: (amount) => t('ordering.facets.chipTo', { price: price(amount) }),
  })
}
