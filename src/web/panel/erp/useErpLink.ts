import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'

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
export function useErpRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['erpLink', 'transfers', 'orderTransfer', 'orders', 'order', 'orderHistory'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
}
