import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { refetch } from '../refetch.ts'

/** `isWatched` polls every 10 seconds. */
export function useErpLink({ isWatched = false, enabled = true } = {}) {
  return useQuery({
    queryKey: ['erpLink'],
    queryFn: async ({ signal }) => (await api.get('/api/Erp/GetLink', {}, { signal, isQuiet: true })).data,
    enabled,
    ...(isWatched ? { staleTime: 0, refetchInterval: 10_000, refetchOnWindowFocus: true } : {}),
  })
}

/** Reloads everything that shows transfer states. */
export const refreshErp = () =>
  refetch('erpLink', 'transfers', 'orderTransfer', 'orders', 'order', 'orderHistory')
