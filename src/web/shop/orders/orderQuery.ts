import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export const orderQuery = (guidKey: string) =>
  queryOptions({
    queryKey: ['order', guidKey],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { signal })).data,
  })
