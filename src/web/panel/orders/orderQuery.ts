import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export const fetchOrder = async (orderId: string, options: { signal: AbortSignal }) =>
  (await api.get('/api/Shop/GetOrderById', { id: orderId }, options)).data

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => fetchOrder(orderId, { signal }),
  })
