import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fold } from '#shared/text.ts'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'

/** How long somebody must pause before what they type is searched for, in milliseconds. */
const pause = 200
/** How long what was found before stays while the next answer is on its way, in milliseconds. */
const keptFor = 400
/** As many as are shown before all of them are gone to. */
const limit = 24

/**
 * Products found by what is typed, after a pause or when `ask` is called with it. Nothing is asked for an empty text. Each
 * answer belongs to its text, so a late one never takes the place of a newer; the one before stays meanwhile.
 */
export function useProductSearch(text: string) {
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, pause)
  const [asked, setAsked] = useState('')
  const searchText = typed === '' ? '' : fold(asked === typed ? typed : paused)
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const query = useQuery({
    queryKey: ['search', userId, { searchText, currAccCode, orderType }],
    queryFn: async ({ signal }) =>
      (
        await api.post(
          '/api/Shop/GetProductsBySearch',
          { searchText, currAccCode, orderType, limit },
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
  const [wasLoading] = useDebouncedValue(isLoading, keptFor)
  return {
    ask: (now: string) => setAsked(now.trim()),
    retry: () => void query.refetch(),
    /** What was found, of the text before while the new one is on its way; undefined where nothing is typed. */
    found: typed === '' ? undefined : query.data,
    hasFailed: query.isError && isSettled && !query.isFetching,
    isLoading,
    /** What was found before has nothing to do with what is typed by now. */
    isLate: isLoading && wasLoading && query.isPlaceholderData,
    isSettled: typed !== '' && isSettled && query.isSuccess && !query.isPlaceholderData,
  }
}
