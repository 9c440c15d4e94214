import { useQuery } from '@tanstack/react-query'
import type { ReconciliationShown } from '#shared/erp.ts'
import { api } from '#web/api.ts'

/** After this long the process must have died. */
const maxRunMs = 30 * 60_000

/** 'broken' means that the process ended before the run did. */
export function outcomeOf({ startedAt, endedAt, error }: ReconciliationShown, now: number) {
  if (!endedAt) return now - Date.parse(startedAt) < maxRunMs ? 'underWay' : 'broken'
  return error === '' ? 'done' : 'failed'
}

/** Polls faster while a comparison runs or is due. */
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
