import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** The link to the ERP and how it is going; asked for again every 10 seconds while `isWatched` is looked at. */
export function useErpLink({ isWatched = false, enabled = true } = {}) {
  return useQuery({
    queryKey: ['erpLink'],
    queryFn: async ({ signal }) => (await api.get('/api/Erp/GetLink', {}, { signal, isQuiet: true })).data,
    enabled,
    ...(isWatched ? { staleTime: 0, refetchInterval: 10_000, refetchOnWindowFocus: true } : {}),
  })
}

/** Asks everything anew that shows where orders stand. */
export function useErpRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      ['erpLink', 'transfers', 'orderTransfer', 'orders', 'order', 'orderHistory'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
}
