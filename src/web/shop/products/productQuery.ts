import { queryOptions } from '@tanstack/react-query'
import type { OrderType } from '#shared/endpoint.ts'
import { fold } from '#shared/text/text.ts'
import { api } from '#web/api.ts'
import { hasPendingEarlyList } from '#web/earlyCalls.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/queryClient.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { viewedAccountOf } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { useBuyer } from '../useBuyer.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'

export const pageSize = 24

/** `narrowing` selects the products, for the list and its facet counts. */
export type ProductCall = ReturnType<typeof productCallOf>

/** For the current user, customer and order type. */
export function useProductCall(search: ProductListSearch): ProductCall {
  const { userId, asked } = useBuyer()
  return productCallOf(search, { userId, ...asked })
}

type Viewer = { currAccCode: string | undefined; userId: string | undefined; orderType: OrderType }

/** Equal keys request the same. */
function productCallOf(search: ProductListSearch, { currAccCode, userId, orderType }: Viewer) {
  const { brandId, categoryId, text, sort } = search
  const narrowing = {
    brandId,
    categoryId,
    searchText: text === undefined ? undefined : fold(text.trim()),
    facets: facetsOf(search),
    currAccCode,
    orderType,
    byItem: settings.oneCardPerItem,
  }
  return { key: JSON.stringify([userId, narrowing, sort]), narrowing, sort, userId }
}

/** `page` counts from 1. */
export function pageQuery({ key, narrowing, sort }: ProductCall, page: number) {
  const input = { ...narrowing, ...(sort ? { sort } : {}), page, limit: pageSize }
  return queryOptions({
    queryKey: ['products', key, page],
    queryFn: async ({ signal }) => {
      const path = narrowing.searchText ? '/api/Shop/GetProductsBySearch' : '/api/Shop/GetCategoryProducts'
      return (await api.post(path, input, { signal })).data
    },
    staleTime: 60_000,
    // Back returns to the same list.
    gcTime: 600_000,
  })
}

export type Counted = { total: number; isCapped?: true | undefined }

export function totalText({ total, isCapped }: Counted): string {
  return isCapped
    ? t('products.moreThan', { count: formatCount(total) })
    : t('products.total', { count: total })
}

/** Wait this long for a list requested before the scripts loaded. */
const earlyWaitMs = 300

/**
 * Prefetches the first page. Waits briefly if its early answer is due, to draw the page once with its list.
 */
export function prefetchList(search: ProductListSearch): Promise<unknown> | undefined {
  const { user } = useSession.getState()
  const { currAccCode, orderType } = useCart.getState()
  const isDue = hasPendingEarlyList()
  const call = productCallOf(search, {
    currAccCode: viewedAccountOf(user, currAccCode),
    userId: user?.id,
    orderType,
  })
  const list = queryClient.prefetchQuery(pageQuery(call, 1))
  return isDue ? Promise.race([list, new Promise((resolve) => setTimeout(resolve, earlyWaitMs))]) : undefined
}
