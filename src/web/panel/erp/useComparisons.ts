import { useQuery } from '@tanstack/react-query'
import type { ReconciliationShown } from '#shared/erp.ts'
import { api } from '#web/api.ts'

/** Longer than this none takes: its process has died. */
const longest = 30 * 60_000

/** A comparison as it stands at `now`: under way, broken off by the end of its process, failed, or done. */
export function outcomeOf({ startedAt, endedAt, error }: ReconciliationShown, now: number) {
  if (!endedAt) return now - Date.parse(startedAt) < longest ? 'underWay' : 'broken'
  return error === '' ? 'done' : 'failed'
}

/** What comparing with the ERP has found so far: oftener asked for while one is under way or about to begin. */
export function useComparisons() {
  return useQuery({
    queryKey: ['erpComparisons'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Erp/GetReconciliations', {}, { signal, isQuiet: true })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      const newest = data?.runs[0]
      const isUnderWay = newest && outcomeOf(newest, dataUpdatedAt) === 'underWay'
      return data?.isDue || isUnderWay ? 2000 : 30_000
    },
  })
}
