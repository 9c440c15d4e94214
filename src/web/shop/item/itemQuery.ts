import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import type { useBuyer } from '../useBuyer.ts'

/** More than any item has. */
const maxColors = 200

/** All colours of an item. */
export function itemQuery({ userId, asked }: ReturnType<typeof useBuyer>, itemCode: string) {
  const input = { ...asked, itemCode, limit: maxColors }
  return queryOptions({
    queryKey: ['item', userId, input],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data,
  })
}
