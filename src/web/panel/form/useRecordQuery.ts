import { type QueryKey, QueryObserver, type UseQueryResult } from '@tanstack/react-query'
import { queryClient } from '#web/queryClient.ts'
import { usePageResource } from '../shell/pageAddress.ts'
import { useCall } from '../useCall.ts'

/**
 * Loads the record a form edits: fresh when the page opens, never refetched while the user types, kept while
 * the page is a background tab.
 */
export function useRecordQuery<Data>(
  queryKey: QueryKey,
  call: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
): UseQueryResult<Data> {
  usePageResource(JSON.stringify(queryKey), () => {
    const unsubscribe = new QueryObserver(queryClient, { queryKey, enabled: false, gcTime: 0 }).subscribe(
      () => {},
    )
    return () => {
      unsubscribe()
      queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' })
    }
  })
  return useCall(queryKey, call, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
}
