import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** Polls faster while a fetch runs. */
export function useSyncs() {
  return useQuery({
    queryKey: ['erpSyncs'],
    queryFn: async ({ signal }) => (await api.get('/api/Erp/GetSyncs', {}, { signal, isQuiet: true })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.syncs.some((sync) => sync.isRunning) ? 2000 : 10_000),
  })
}
