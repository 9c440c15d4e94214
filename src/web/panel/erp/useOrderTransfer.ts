import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** Polls while the transfer may change by itself. */
export function useOrderTransfer(orderId: string, enabled = true) {
  return useQuery({
    queryKey: ['orderTransfer', orderId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Erp/GetOrderTransfer', { id: orderId }, { signal, isQuiet: true })).data,
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const state = data?.transfer?.state
      if (state === 'sending') return 2000
      return state === 'pending' ? 5000 : false
    },
  })
}
