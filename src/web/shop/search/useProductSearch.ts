import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fold } from '#shared/text/text.ts'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'

const debounceMs = 200
/** Previous results stay this long while the next load. */
const keepResultsMs = 400
const maxResults = 24

/**
 * Searches after a pause, or at once by `ask`. Answers belong to their text, so a late one never replaces a
 * newer one.
 */
export function useProductSearch(text: string) {
  const typed = text.trim()
  const [debounced] = useDebouncedValue(typed, debounceMs)
  const [requested, setRequested] = useState('')
  const searchText = typed === '' ? '' : fold(requested === typed ? typed : debounced)
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const query = useQuery({
    queryKey: ['search', userId, { searchText, currAccCode, orderType }],
    queryFn: async ({ signal }) =>
      (
        await api.post(
          '/api/Shop/GetProductsBySearch',
          { searchText, currAccCode, orderType, byItem: settings.oneCardPerItem, limit: maxResults },
          { signal },
        )
      ).data,
    enabled: searchText !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { error } = query
  useEffect(() => {
    if (error) notifyFailure(error)
  }, [error])
  const isSettled = searchText === fold(typed)
  const isLoading = typed !== '' && (!isSettled || query.isFetching)
  const [wasLoading] = useDebouncedValue(isLoading, keepResultsMs)
  return {
    searchNow: (now: string) => setRequested(now.trim()),
    retry: () => void query.refetch(),
    /** Includes previous results while the next load. */
    results: typed === '' ? undefined : query.data,
    hasFailed: query.isError && isSettled && !query.isFetching,
    isLoading,
    /** Only outdated results are left. */
    isStale: isLoading && wasLoading && query.isPlaceholderData,
    isSettled: typed !== '' && isSettled && query.isSuccess && !query.isPlaceholderData,
  }
}
