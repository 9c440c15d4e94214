import { queryOptions } from '@tanstack/react-query'
import type { OrderType } from '#shared/endpoint.ts'
import { fold } from '#shared/text.ts'
import { api } from '#web/api.ts'
import { hasPendingEarlyList } from '#web/earlyCalls.ts'
import { queryClient } from '#web/queryClient.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount, viewedBy } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'

export const pageSize = 24

/** What a list asks for: `narrowing` says which products, for the list and for the counts of its facets alike. */
export type ProductCall = ReturnType<typeof productCallOf>

/** The call of a list for whom and what the cart says. */
export function useProductCall(search: ProductListSearch): ProductCall {
  return productCallOf(search, {
    currAccCode: useViewedAccount(),
    userId: useSession((session) => session.user?.id),
    orderType: useCart((cart) => cart.orderType),
  })
}

type Asker = { currAccCode: string | undefined; userId: string | undefined; orderType: OrderType }

/** Calls of equal `key` ask for the same. */
function productCallOf(search: ProductListSearch, { currAccCode, userId, orderType }: Asker) {
  const { brandId, categoryId, text, sort } = search
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

/** How long a list that was asked for before the scripts came is waited for, in milliseconds. */
const nearly = 300

/**
 * Asks for a list's first page while nothing is drawn yet. Where its answer must be nearly here it is waited for: the
 * page is then drawn once, with the list in it.
 */
export function readAhead(search: ProductListSearch): Promise<unknown> | undefined {
  const { user } = useSession.getState()
  const { currAccCode, orderType } = useCart.getState()
  const isNear = hasPendingEarlyList()
  const call = productCallOf(search, {
    currAccCode: viewedBy(user, currAccCode),
    userId: user?.id,
    orderType,
  })
  const list = queryClient.prefetchQuery(pageQuery(call, 1))
  return isNear ? Promise.race([list, new Promise((resolve) => setTimeout(resolve, nearly))]) : undefined
}
