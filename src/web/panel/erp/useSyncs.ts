import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** What is fetched from the ERP, with its runs: oftener asked for while one is under way. */
export function useSyncs() {
  return useQuery({
    queryKey: ['erpSyncs'],
    queryFn: async ({ signal }) => (await api.get('/api/Erp/GetSyncs', {}, { signal, isQuiet: true })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.syncs.some((one) => one.isRunning) ? 2000 : 10_000),
  })
}
