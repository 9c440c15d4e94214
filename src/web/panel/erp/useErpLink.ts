import { api } from '#web/api.ts'
import { refetch } from '../refetch.ts'
import { useCall } from '../useCall.ts'

/** `isWatched` polls every 10 seconds. */
export function useErpLink({ isWatched = false, enabled = true } = {}) {
  return useCall(['erpLink'], (options) => api.get('/api/Erp/GetLink', {}, { ...options, isQuiet: true }), {
    enabled,
    ...(isWatched ? { staleTime: 0, refetchInterval: 10_000, refetchOnWindowFocus: true } : {}),
  })
}

/** Reloads everything that shows transfer states. */
export const refreshErp = () =>
  refetch('erpLink', 'transfers', 'orderTransfer', 'orders', 'order', 'orderHistory')
