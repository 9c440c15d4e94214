import { useEffect, useState } from 'react'
import type { SavableList, SavedFilter } from '#shared/users/savedFilters.ts'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { refetch } from '../refetch.ts'
import { useCall } from '../useCall.ts'

/** A list's URL state without the page. */
export type Query = SavedFilter['query']

export type SavableFilters = {
  list: SavableList
  query: Query
  /** Replaces all current filters. */
  open: (query: Query) => void
}

export function useSavedFilters(list: SavableList | undefined) {
  const user = useSession((session) => session.user?.id ?? '')
  return useCall(['savedFilters', user], (options) => api.get('/api/Account/GetSavedFilters', {}, options), {
    enabled: list !== undefined,
    staleTime: 300_000,
    select: (saved) => saved.filter((filter) => filter.list === list),
  })
}

export function useFilterActions() {
  const refresh = () => refetch('savedFilters')
  return {
    save: async (filter: SavedFilter) => {
      await api.post('/api/Account/SaveFilter', filter)
      await refresh()
    },
    remove: async ({ list, name }: SavedFilter) => {
      await api.post('/api/Account/DeleteSavedFilter', { list, name })
      await refresh()
    },
  }
}

/**
 * Applies the list's start filter when its URL is empty. True until that is decided; do not load the list
 * before. Later, an empty URL means no filter.
 */
export function useStartFilter(
  list: SavableList | undefined,
  isUrlEmpty: boolean,
  read: (query: Query) => object,
  open: (query: Query) => void,
): boolean {
  const [isSettled, setIsSettled] = useState(list === undefined || !isUrlEmpty)
  const saved = useSavedFilters(isSettled ? undefined : list)
  const start = saved.data?.find(({ isStart, query }) => isStart && Object.keys(read(query)).length > 0)
  const isWaiting = !isSettled && isUrlEmpty && (saved.isPending || start !== undefined)
  if (!isSettled && !isWaiting) setIsSettled(true)
  useEffect(() => {
    if (isWaiting && start) open(start.query)
  })
  return isWaiting
}

export function isSameQuery(a: Query, b: Query): boolean {
  const serialize = (query: Query) =>
    JSON.stringify(Object.entries(query).toSorted(([nameA], [nameB]) => (nameA < nameB ? -1 : 1)))
  return serialize(a) === serialize(b)
}
