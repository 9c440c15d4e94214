import { queryOptions } from '@tanstack/react-query'
import { fold } from '#shared/text.ts'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'

export const pageSize = 24

/** What a list asks for: `narrowing` says which products, for the list and for the counts of its facets alike. */
export type ProductCall = ReturnType<typeof useProductCall>

/** The call of a list for whom and what the cart says. Calls of equal `key` ask for the same. */
export function useProductCall(search: ProductListSearch) {
  const { brandId, categoryId, text, sort } = search
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const narrowing = {
    brandId,
    categoryId,
    searchText: text === undefined ? undefined : fold(text.trim()),
    facets: facetsOf(search),
    currAccCode,
    orderType,
  }
  return { key: JSON.stringify([userId, narrowing, sort]), narrowing, sort, userId }
}

/** One page of a list, from 1. */
export function pageQuery({ key, narrowing, sort }: ProductCall, page: number) {
  const input = { ...narrowing, ...(sort ? { sort } : {}), page, limit: pageSize }
  return queryOptions({
    queryKey: ['products', key, page],
    queryFn: async ({ signal }) => {
      const path = narrowing.searchText ? '/api/Shop/GetProductsBySearch' : '/api/Shop/GetCategoryProducts'
      return (await api.post(path, input, { signal })).data
    },
    staleTime: 60_000,
    // Back comes to the same place in the same list.
    gcTime: 600_000,
  })
}
