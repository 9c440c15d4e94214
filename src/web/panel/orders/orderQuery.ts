import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export const getOrder = (orderId: string, options: { signal: AbortSignal }) =>
  api.get('/api/Shop/GetOrderById', { id: orderId }, options)

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }) => (await getOrder(orderId, { signal })).data,
  })
