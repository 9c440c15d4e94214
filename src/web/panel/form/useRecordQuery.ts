import { QueryObserver, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useHeld } from '../shell/pageAddress.ts'

type Options<Data> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/**
 * What a form begins with: read anew whenever the page begins, not asked for again under the hands of whoever fills it
 * in, and held while the page is kept alive behind another one.
 */
export function useRecordQuery<Data>({ queryKey, queryFn }: Options<Data>): UseQueryResult<Data> {
  const queries = useQueryClient()
  useHeld(JSON.stringify(queryKey), () => {
    const end = new QueryObserver(queries, { queryKey, enabled: false, gcTime: 0 }).subscribe(() => {})
    return () => {
      end()
      queries.removeQueries({ queryKey, exact: true, type: 'inactive' })
    }
  })
  return useQuery({ queryKey, queryFn, gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
}
